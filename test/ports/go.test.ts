import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { go } from "../../cli/ports/go.ts";
import type { PlayedCopy, PlayerCommand, UsageTarget } from "../../cli/ports/port.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import type { Report } from "../../vectors/run.js";
import { GO_IDIOM } from "./support/go-idiom.ts";
import { lacking, titleOf, verdicts, withFolder } from "./support/played.ts";
import { expectCeilings, expectFailing } from "./support/expectations.ts";
import { isMissing, named, playerOf, vectorsOf, verify } from "./support/player.ts";
import { copyOf, edited, itemNamed, items } from "./support/registry.ts";

const OFFLINE = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" };
const MODULE = "module example.com/app\n\ngo 1.22\n";

const adapt = (text: string, target: UsageTarget) => go.adapt?.(text, target) ?? "";
const restore = (text: string) => go.restore?.(text) ?? "";
const tokens = (text: string) => go.tokens(text);

const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, go));
const textOf = ({ files }: PlayedCopy): string => Object.values(files)[0] ?? "";
const source = (name: string): string => textOf(copyOf(itemNamed(name), go));
const runGo = (folder: string, ...args: string[]) => runTool("go", args, folder, OFFLINE);

/** The copy with a change that must be one. */
const broken = (name: string, what: string, by: string): PlayedCopy =>
  edited(copyOf(itemNamed(name), go), (text) => text.replace(what, by));

describe.skipIf(lacking(go))(titleOf(go), () => {
  let player: PlayerCommand;
  let verified: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    player = await playerOf(go, copies);
    verified = new Map(names.map((name) => [name, verify(player, name)]));
  });
  afterAll(() => rmSync(path.dirname(player.program), { recursive: true, force: true }));

  test.each(names)("%s passes every vector that Go can express", (name) => {
    const { passed = 0, failed, notExpressible = [] } = verified.get(name) ?? {};
    expect(failed).toEqual([]);
    expect(passed).toBe(vectorsOf(name).cases.length - notExpressible.length);
    expect(passed).toBeGreaterThan(0.6 * vectorsOf(name).cases.length);
  });

  test("what Go cannot express is what its types rule out, and nothing else", () => {
    const reasons = [...verified.values()].flatMap(({ notExpressible }) =>
      notExpressible.map(({ reason }) => reason),
    );
    expect([...new Set(reasons)].toSorted()).toEqual([
      "no int is 1.5",
      "no number is Infinity",
      "no number is NaN",
      "no number is text:1",
      "no number is text:100",
      "no number is text:5000",
      "no number is text:6",
      "no number is text:8",
      "no number is text:soon",
      "no number is undefined",
      "no time.Duration is 9007199254740991 ms",
      "no uint32 is -1",
      "no uint32 is 1.5",
      "no uint32 is 4294967296",
    ]);
  });

  test("every ceiling is the reference's, and constant and decorrelated jitter restate none", () => {
    expectCeilings(player);
  });

  test("a broken port fails, whichever it is and wherever it breaks", async () => {
    const check = "	if attempt < 1 {\n";
    const early = `	p.rng.Int64N(1)\n${check}`;
    await expectFailing(
      go,
      [
        broken("constant", "attempt >= p.max", "attempt > p.max"),
        broken("exponential", "n < attempt", "n <= attempt"),
        broken("full-jitter", "ceilingMs+1", "ceilingMs+2"),
        broken("equal-jitter", "halfMs+1", "halfMs"),
        broken("decorrelated-jitter", "3*p.prev", "2*p.prev"),
        broken("retry-after-aware", "*hint >= 0", "*hint > 0"),
        broken("rng", "value < surplus", "value < -surplus"),
      ],
      [
        broken("constant", "d%time.Millisecond != 0", "false"),
        broken("exponential", "d < 0 ||", ""),
        broken("full-jitter", check, early),
        broken("equal-jitter", check, early),
        broken("decorrelated-jitter", check, early),
        broken("retry-after-aware", check, early),
        broken("rng", "n > 1<<32", "n > 1<<33"),
      ],
    );
  });

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const bad = broken("constant", "return p.base, true", "return p.base");
    await expect(verdicts(go, [bad])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("not enough return values") as string,
    });
  });

  test("each compiles alone, and go vet finds nothing", async () => {
    const files = copies.flatMap(({ item, files: own }) =>
      Object.entries(own).map(([file, text]) => [`${item.name}/${file}`, text]),
    );
    await withFolder({ "go.mod": MODULE, ...Object.fromEntries(files) }, (root) =>
      runGo(root, "vet", "./..."),
    );
  });

  test("all seven live together in one package, which does as documented", async () => {
    const files = copies.flatMap(({ files: own }) =>
      Object.entries(own).map(([file, text]) => [`retry/${file}`, text]),
    );
    const project = { "go.mod": MODULE, "main.go": GO_IDIOM, ...Object.fromEntries(files) };
    await withFolder(project, async (root) => {
      expect(await runGo(root, "run", ".")).toBe("all as documented\n");
    });
  });

  const layouts: readonly [name: string, files: Record<string, string>, dir?: string][] = [
    ["constant", {}],
    ["exponential", { "internal/app/app.go": "package app\n" }],
    ["full-jitter", {}, "my-backoff"],
    ["equal-jitter", { "wait/wait.go": "// Package pause waits.\npackage pause\n" }, "wait"],
    ["decorrelated-jitter", { "go.mod": 'module "example.com/app/v2" // quoted\n\ngo 1.22\n' }],
    ["retry-after-aware", { "other.go": "package main\n" }, "."],
    ["rng", { "select/doc_test.go": "package retry_test\n" }, "select"],
  ];

  test.each(layouts)("%s runs in a project as its usage is printed", async (name, files, dir) => {
    await withFolder({ "go.mod": MODULE, ...files }, async (root) => {
      const output = name === "rng" ? "21 32 26\n" : "succeeded at attempt 3\n";
      expect(await runUsage(root, name, dir)).toBe(output);
    });
  });
});

/** Puts the copy where the port wants it, and its usage into the project's own folder. */
async function runUsage(root: string, name: string, dir?: string): Promise<string> {
  const project = new Project(root);
  expect(go.evidence(project)).toBe("go.mod");
  const { item, files } = copyOf(itemNamed(name), go);
  const [[file, text] = ["", ""]] = Object.entries(files);
  const copy = path.posix.join(dir ?? go.folder(project), await go.fileName(file, project));
  const adapted = adapt(text, { project, copy });
  expect(restore(adapted)).toBe(text);
  mkdirSync(path.join(root, path.dirname(copy)), { recursive: true });
  writeFileSync(path.join(root, copy), `${go.comment("policybook: …")}\n${adapted}`);
  const usage = await go.usage(item, { project, copy });
  writeFileSync(path.join(root, "main.go"), usage);
  expect(await runTool("gofmt", ["-l", "."], root)).toBe("");
  return runGo(root, "run", ".");
}

describe("a project in Go", () => {
  test.each([
    [{ "go.mod": "" }, "go.mod", "retry"],
    [{ "go.mod": "", "internal/a.go": "" }, "go.mod", "internal/retry"],
    [{ "main.go": "" }, undefined, "retry"],
  ] as const)("%j", async (files, evidence, folder) => {
    await withFolder(files, (root) => {
      expect(go.evidence(new Project(root))).toBe(evidence);
      expect(go.folder(new Project(root))).toBe(folder);
    });
  });

  test.each([
    ["its folder's name", {}, "lib/wait/a.go", "wait"],
    ["letters only", {}, "my-Back.off/a.go", "mybackoff"],
    ["never a keyword", {}, "go/a.go", "retry"],
    ["never a number", {}, "2nd/a.go", "retry"],
    ["what is there already", { "x/b.go": "package y\n" }, "x/a.go", "y"],
    [
      "what is there, a licence above",
      { "x/b.go": "/* package z */\n\npackage y\n" },
      "x/a.go",
      "y",
    ],
    ["not what a test declares", { "x/b_test.go": "package x_test\n" }, "x/a.go", "x"],
    [
      "not what a script declares",
      { "x/b.go": "//go:build ignore\n\npackage main\n" },
      "x/a.go",
      "x",
    ],
  ] as const)("a copy's package is %s", async (_, files, copy, name) => {
    await withFolder(files, (root) => {
      const text = `// Why package p?\n\n/* package q */\npackage retry // import it\n\nfunc f() {}\n`;
      const adapted = adapt(text, { project: new Project(root), copy });
      expect(adapted).toBe(text.replace("package retry", `package ${name}`));
      expect(restore(adapted)).toBe(text);
    });
  });
});

describe.skipIf(isMissing("gofmt"))(named("gofmt", "gofmt"), () => {
  const layouts: Readonly<Record<string, (line: string) => string>> = {
    "without indentation": (line) => line.trimStart(),
    "in spaces": (line) => line.replaceAll("\t", "    "),
    "with blank lines": (line) => (/^\t|\}/.test(line) ? `\n\n${line}` : line),
    "without alignment": (line) => line.replaceAll(/(\w) {2,}(?=\S)/g, "$1 "),
    "with semicolons": (line) => line.replace(/^(\t.*[\w)])$/, "$1;"),
    "with spaces in brackets": (line) => line.replaceAll(/\((?=\w)/g, "( "),
  };
  const laidOut = (text: string, layout = (line: string): string => line): string =>
    text.replaceAll(/^.*$/gm, (line) => (line.includes("//") ? line : layout(line)));

  test.each(Object.keys(layouts))("what it mends %s is formatting only", async (layout) => {
    const messy = copies.map((copy) => laidOut(textOf(copy), layouts[layout]));
    expect(messy).not.toEqual(copies.map(textOf));
    expect(messy.map(tokens)).toEqual(copies.map((copy) => tokens(textOf(copy))));
    const files = messy.map((text, index) => [`${index}.go`, text]);
    await withFolder(Object.fromEntries(files), async (root) => {
      await runTool("gofmt", ["-w", "."], root);
      const mended = messy.map((_, index) => readFileSync(path.join(root, `${index}.go`), "utf8"));
      expect(mended).not.toEqual(messy);
      expect(mended.map(tokens)).toEqual(messy.map(tokens));
    });
  });
});

test("a change of one character of the code is more than formatting", () => {
  const text = source("full-jitter");
  for (const [what, by] of [
    ["n < attempt", "n <= attempt"],
    ["ceilingMs+1", "ceilingMs+2"],
    ["delay *= 2", "delay *= 3"],
    ["return 0, false", "return\n0, false"],
    ["!failure", "failure"],
  ] as const) {
    expect(tokens(text.replace(what, by))).not.toEqual(tokens(text));
  }
});
