import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { c } from "../../cli/ports/c.ts";
import type { Toolchain } from "../../cli/ports/port.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { toolchainOf, verdicts } from "../ports/support/played.ts";
import { copiesIn, filesIn, names } from "../ports/support/registry.ts";
import { describeWith, testWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { testLayout } from "./support/layout.ts";

/** Every C file under both compilers, as C and as C++, under the sanitizers and the formatter. */

const files = filesIn(c);
const sources = Object.keys(files).filter((file) => file.endsWith(".c"));
const headers = Object.keys(files).filter((file) => file.endsWith(".h"));
const STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"];

const COMPILERS: readonly (readonly [program: string, ...flags: string[]])[] = [
  ["gcc", "-std=c99", "-fanalyzer", "-O2", "-Wsign-conversion", "-Wstrict-prototypes"],
  ["clang", "-std=c99", "-Wdocumentation", "-Wsign-conversion", "-Wstrict-prototypes"],
  ["gcc", "-std=c23"],
  ["g++", "-x", "c++", "-std=c++17", "-Wsign-conversion"],
  ["clang++", "-x", "c++", "-std=c++17", "-Wsign-conversion"],
];

/** Does the compiler know the standard? An older one knows C23 as c2x. */
const spelled = (flag: string): string => (flag === "-std=c23" ? "-std=c2x" : flag);

describe.each(COMPILERS)("%s %s %s", (program, ...flags) => {
  const compile = (unit: string, folder: string) =>
    runTool(program, [...flags.map(spelled), ...STRICT, "-c", unit], folder);

  testWith([program], "compiles each file alone", async () => {
    const folder = scratch(files);
    await Promise.all(sources.map((source) => compile(source, folder)));
  });

  testWith([program], "includes all headers, twice", async () => {
    const includes = [...headers, ...headers.toReversed()].map((file) => `#include "${file}"\n`);
    await compile("all.c", scratch({ ...files, "all.c": `${includes.join("")}int unused;\n` }));
  });
});

describeWith(["gcc", "clang"], "the sanitizers", () => {
  test.each(["gcc", "clang"])("find nothing while %s's build plays every vector", async (cc) => {
    const units = sources.map((file) => `retry/${file}`);
    const sanitized = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    const flags = ["-std=c99", ...STRICT, ...sanitized, "-I.", "-o", "player"];
    const toolchain: Toolchain = {
      ...toolchainOf(c),
      async build(copies, folder, limits) {
        const command = await toolchainOf(c).build(copies, folder, limits);
        await runTool(cc, [...flags, "play.c", ...units], folder);
        return command;
      },
    };
    const reports = await verdicts({ ...c, toolchain }, copiesIn(c));
    for (const name of names) {
      const { passed, failed } = reports.get(name) ?? expect.fail(`no ${name}`);
      expect(failed).toEqual([]);
      expect(passed).toBeGreaterThan(10);
    }
  });

  test("would find what is wrong", async () => {
    const main =
      "#include <limits.h>\nint main(int n, char **v) { (void)v; return n + INT_MAX; }\n";
    const folder = scratch({ "main.c": main });
    await runTool("gcc", ["-fsanitize=undefined", "-fno-sanitize-recover=all", "main.c"], folder);
    await expect(runTool(path.join(folder, "a.out"), [], folder)).rejects.toThrow("overflow");
  });
});

describeWith(["clang-format"], "clang-format, in its own style", () => {
  testLayout(c, {
    own: { "play.c": readFileSync("vectors/play.c", "utf8") },
    check: (folder, all) =>
      runTool("clang-format", ["--style=LLVM", "--dry-run", "-Werror", ...all], folder),
  });
});
