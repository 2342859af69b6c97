import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { c } from "../../cli/ports/c.ts";
import type { PlayedCopy, PlayerCommand } from "../../cli/ports/port.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { C_IDIOM } from "./support/c-idiom.ts";
import { beyondIntegers } from "./support/integers.ts";
import { lacking, titleOf, verdicts, withFolder } from "./support/played.ts";
import { expectCeilings, expectFailing } from "./support/expectations.ts";
import { isMissing, named, playerOf, vectorsOf, verify } from "./support/player.ts";
import { copyOf, edited, itemNamed, items } from "./support/registry.ts";

const STRICT = [
  "-std=c99",
  "-Wall",
  "-Wextra",
  "-Wpedantic",
  "-Wconversion",
  "-Wshadow",
  "-Werror",
];
const tokens = (text: string) => c.tokens(text);
const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, c));
const sources = (files: Readonly<Record<string, string>>): string[] =>
  Object.keys(files).filter((file) => file.endsWith(".c"));

/** The copy with a change that must be one. */
const broken = (name: string, what: string, by: string): PlayedCopy =>
  edited(copyOf(itemNamed(name), c), (text) => text.replace(what, by));

describe.skipIf(lacking(c))(titleOf(c), () => {
  let player: PlayerCommand;
  beforeAll(async () => {
    player = await playerOf(c, copies);
  });
  afterAll(() => rmSync(path.dirname(player.program), { recursive: true, force: true }));

  test.each(names)("%s passes every vector that C can express", (name) => {
    const { cases } = vectorsOf(name);
    const beyond = beyondIntegers(vectorsOf(name), (value, use) =>
      use === "seed" ? value < 0 || value > 0xffff_ffff : value < 0,
    );
    const { passed, failed, notExpressible } = verify(player, name);
    expect(failed).toEqual([]);
    expect(notExpressible.map((each) => each.case)).toEqual(beyond);
    expect(passed).toBe(cases.length - beyond.length);
    expect(passed).toBeGreaterThan(0.6 * cases.length);
  });

  test("every ceiling is the reference's, and constant and decorrelated jitter restate none", () => {
    expectCeilings(player);
  });

  test(
    "a broken port fails, whichever it is and wherever it breaks",
    { timeout: 60_000 },
    async () => {
      const check = "    return RETRY_BAD_ATTEMPT;\n";
      const early = `${check}  (void)policy->rng.next_int(policy->rng.state, 1);\n`;
      await expectFailing(
        c,
        [
          broken("constant", "attempt >= policy", "attempt > policy"),
          broken("exponential", "n < attempt", "n <= attempt"),
          broken("full-jitter", "ceiling + 1)", "ceiling + 2)"),
          broken("equal-jitter", "half + 1)", "half + 2)"),
          broken("decorrelated-jitter", "drawn < policy", "drawn > policy"),
          broken("retry-after-aware", "retry_after_ms >= 0", "retry_after_ms > 0"),
          broken("rng", "drawn < surplus", "drawn < 0"),
        ],
        [
          broken("constant", "given.base_ms < 0 ||", ""),
          broken("exponential", "given.cap_ms > INT32_MAX", "given.cap_ms > INT64_MAX"),
          broken("full-jitter", check, early),
          broken("equal-jitter", check, early),
          broken("decorrelated-jitter", check, early),
          broken("retry-after-aware", check, early),
          broken("rng", "bound > two_32", "bound > two_32 + 1"),
        ],
      );
    },
  );

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const bad = broken("constant", "retry_result retry_constant_init(", "retry_result ((");
    await expect(verdicts(c, [bad])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("error:") as string,
    });
  });

  test.each(copies.map((copy) => [copy.item.name, copy] as const))(
    "%s compiles alone, at the strictest",
    async (_, { files }) => {
      await withFolder(files, async (alone) => {
        await runTool("cc", [...STRICT, "-c", ...sources(files)], alone);
      });
    },
  );

  test("all seven live together in one program, which does as documented", async () => {
    const files: Record<string, string> = Object.assign({}, ...copies.map((copy) => copy.files));
    await withFolder({ ...files, "main.c": C_IDIOM }, async (root) => {
      const checked = [...STRICT, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"];
      await runTool("cc", [...checked, "-o", "main", ...sources(files), "main.c"], root);
      expect(await runTool(path.join(root, "main"), [], root)).toBe("all as documented\n");
    });
  });

  test("all seven live together in one translation unit", async () => {
    const files: Record<string, string> = Object.assign({}, ...copies.map((copy) => copy.files));
    const unity = sources(files).map((file) => `#include "${file}"\n`);
    await withFolder({ ...files, "unity.c": unity.join("") }, async (root) => {
      await runTool("cc", [...STRICT, "-c", "unity.c"], root);
    });
  });

  test.each(names)("%s runs in a project as its usage is printed", async (name) => {
    const layouts = [
      { "CMakeLists.txt": "", "src/app.h": "" },
      { Makefile: "", "app.c": "" },
    ] as const;
    await withFolder(layouts[names.indexOf(name) % 2] ?? {}, async (root) => {
      const output = name === "rng" ? "21\n32\n26\n" : "succeeded at attempt 3\n";
      expect(await runUsage(root, name)).toBe(output);
    });
  });
});

/** Puts the copy where the port wants it, and its usage into the folder above. */
async function runUsage(root: string, name: string): Promise<string> {
  const project = new Project(root);
  const { item, files } = copyOf(itemNamed(name), c);
  const fileNames = await Promise.all(
    Object.keys(files).map(async (file) => c.fileName(file, project)),
  );
  const places = fileNames.map((fileName) => path.posix.join(c.folder(project), fileName));
  for (const [index, text] of Object.values(files).entries()) {
    const place = path.join(root, places[index] ?? "");
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, `${c.comment("policybook: …")}\n${text}`);
  }
  const copy = places.find((place) => place.endsWith(".c")) ?? "";
  const from = path.posix.dirname(path.posix.dirname(copy));
  writeFileSync(path.join(root, from, "main.c"), await c.usage(item, { project, copy }));
  await runTool("cc", [...STRICT, "-o", "main", path.join(from, "main.c"), copy], root);
  return runTool(path.join(root, "main"), [], root);
}

test("the types that headers share are the same, word for word", () => {
  const shared = (guard: string) =>
    copies
      .flatMap(({ files }) => Object.values(files))
      .flatMap(
        (text) => new RegExp(`#ifndef ${guard}\n[^]*?\n#endif /\\* ${guard}`).exec(text) ?? [],
      );
  expect(shared("RETRY_POLICY_TYPES")).toHaveLength(7);
  expect(new Set(shared("RETRY_POLICY_TYPES")).size).toBe(1);
  expect(shared("RETRY_RNG_TYPE")).toHaveLength(6);
  expect(new Set(shared("RETRY_RNG_TYPE")).size).toBe(1);
});

describe("a project in C", () => {
  test.each([
    [{ "CMakeLists.txt": "" }, "CMakeLists.txt", "retry"],
    [{ "CMakeLists.txt": "", "src/main.c": "" }, "CMakeLists.txt", "src/retry"],
    [{ Makefile: "", "main.c": "" }, "Makefile", "retry"],
    [{ GNUmakefile: "", "src/main.c": "" }, "GNUmakefile", "src/retry"],
    [{ Makefile: "" }, undefined, "retry"],
    [{ Makefile: "", "src/main.go": "" }, undefined, "src/retry"],
    [{ "main.c": "" }, undefined, "retry"],
  ] as const)("%j", async (files, evidence, folder) => {
    await withFolder(files, (root) => {
      expect(c.evidence(new Project(root))).toBe(evidence);
      expect(c.folder(new Project(root))).toBe(folder);
    });
  });
});

describe.skipIf(isMissing("clang-format"))(named("clang-format", "clang-format"), () => {
  const texts: Record<string, string> = Object.assign({}, ...copies.map((copy) => copy.files));

  test.each(["LLVM", "Google", "Mozilla", "WebKit", "Microsoft", "GNU"])(
    "in the style of %s is formatting only",
    async (style) => {
      await withFolder(texts, async (root) => {
        await runTool("clang-format", ["-i", `--style=${style}`, ...Object.keys(texts)], root);
        const formatted = Object.keys(texts).map((file) =>
          readFileSync(path.join(root, file), "utf8"),
        );
        if (style !== "LLVM") expect(formatted).not.toEqual(Object.values(texts));
        expect(formatted.map(tokens)).toEqual(Object.values(texts).map(tokens));
      });
    },
  );
});

test("a change of one character of the code is more than formatting", () => {
  const { files } = copyOf(itemNamed("full-jitter"), c);
  const text = files["full_jitter.c"] ?? "";
  for (const [what, by] of [
    ["< attempt", "<= attempt"],
    ["+ 1", "+ 2"],
    ["delay *= 2", "delay *= 3"],
  ])
    expect(c.tokens(text.replace(what ?? "", by ?? ""))).not.toEqual(c.tokens(text));
});
