import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { c } from "../../cli/ports/c.ts";
import type { PlayerCommand } from "../../cli/ports/port.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { withFolder } from "../ports/support/played.ts";
import { isMissing, named, playerOf, verify } from "../ports/support/player.ts";
import { copyOf, items } from "../ports/support/registry.ts";

/** Every C file under both compilers, as C and as C++, under the sanitizers and the formatter. */

const copies = items.map((item) => copyOf(item, c));
const files: Record<string, string> = Object.assign({}, ...copies.map((copy) => copy.files));
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
  test.skipIf(isMissing(program))(named("compiles each file alone", program), async () => {
    await withFolder(files, async (folder) => {
      for (const source of sources)
        await runTool(program, [...flags.map(spelled), ...STRICT, "-c", source], folder);
    });
  });

  test.skipIf(isMissing(program))(named("includes all headers, twice", program), async () => {
    const includes = [...headers, ...headers.toReversed()].map((file) => `#include "${file}"\n`);
    await withFolder({ ...files, "all.c": `${includes.join("")}int unused;\n` }, async (folder) => {
      await runTool(program, [...flags.map(spelled), ...STRICT, "-c", "all.c"], folder);
    });
  });
});

describe.skipIf(isMissing("gcc", "clang"))(named("the sanitizers", "gcc", "clang"), () => {
  test.each(["gcc", "clang"])("find nothing while %s's build plays every vector", async (cc) => {
    const player: PlayerCommand = await playerOf(c, copies);
    const folder = path.dirname(player.program);
    const units = sources.map((file) => `retry/${file}`);
    const sanitized = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    const flags = ["-std=c99", ...STRICT, ...sanitized, "-I.", "-o", "player"];
    try {
      await runTool(cc, [...flags, "play.c", ...units], folder);
      for (const { name } of items) {
        const { passed, failed } = verify(player, name);
        expect(failed).toEqual([]);
        expect(passed).toBeGreaterThan(10);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("would find what is wrong", async () => {
    const main =
      "#include <limits.h>\nint main(int n, char **v) { (void)v; return n + INT_MAX; }\n";
    await withFolder({ "main.c": main }, async (folder) => {
      await runTool("gcc", ["-fsanitize=undefined", "-fno-sanitize-recover=all", "main.c"], folder);
      await expect(runTool(path.join(folder, "a.out"), [], folder)).rejects.toThrow("overflow");
    });
  });
});

describe.skipIf(isMissing("clang-format"))(named("clang-format", "clang-format"), () => {
  test("has nothing to change, in its own style", async () => {
    const check = ["--style=LLVM", "--dry-run", "-Werror"];
    await withFolder(files, async (folder) => {
      await runTool("clang-format", [...check, ...Object.keys(files)], folder);
    });
    await runTool("clang-format", [...check, "vectors/play.c"], process.cwd());
  });

  test("has nothing to change in what `add` prints", async () => {
    await withFolder({}, async (root) => {
      const project = new Project(root);
      for (const { item } of copies) {
        const copy = `retry/${item.name.replaceAll("-", "_")}.c`;
        writeFileSync(path.join(root, "main.c"), await c.usage(item, { project, copy }));
        await runTool("clang-format", ["--style=LLVM", "--dry-run", "-Werror", "main.c"], root);
      }
    });
  });
});
