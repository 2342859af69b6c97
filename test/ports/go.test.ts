import { describe, expect, test } from "vitest";
import { go } from "../../cli/ports/go.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { testWith } from "../support/programs.ts";
import { scratch, write } from "../support/scratch.ts";
import { testFormatter } from "./suite/formatting.ts";
import { testPort } from "./suite/suite.ts";
import { eachBy, type Layout } from "./suite/usages.ts";
import { itemNamed, registry } from "./support/registry.ts";
import { GO_IDIOM } from "./support/go-idiom.ts";

const OFFLINE = { GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", GOWORK: "off" };
const MANIFEST = { "go.mod": "module example.com/app\n\ngo 1.22\n" };
const runGo = (folder: string, ...args: string[]) => runTool("go", args, folder, OFFLINE);

const check = "	if attempt < 1 {\n";
const drawsEarly = [check, `	p.rng.Int64N(1)\n${check}`] as const;

const layouts: readonly Layout[] = [
  { files: {} },
  { files: { "internal/app/app.go": "package app\n" } },
  { files: {}, dir: "my-backoff" },
  { files: { "wait/wait.go": "// Package pause waits.\npackage pause\n" }, dir: "wait" },
  { files: { "go.mod": 'module "example.com/app/v2" // quoted\n\ngo 1.22\n' } },
  { files: { "other.go": "package main\n" }, dir: "." },
  { files: { "select/doc_test.go": "package retry_test\n" }, dir: "select" },
];

testPort(go, {
  vectors: {
    expressible: 0.6,
    ruledOut: [
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
    ],
  },
  faults: {
    rounds: [
      {
        constant: ["attempt >= p.max", "attempt > p.max"],
        exponential: ["n < attempt", "n <= attempt"],
        "full-jitter": ["ceilingMs+1", "ceilingMs+2"],
        "equal-jitter": ["halfMs+1", "halfMs"],
        "decorrelated-jitter": ["3*p.prev", "2*p.prev"],
        "retry-after-aware": ["*hint >= 0", "*hint > 0"],
        "retry-after-jitter": ["low > p.cap", "low >= p.cap"],
        rng: ["value < surplus", "value < -surplus"],
      },
      {
        constant: ["d%time.Millisecond != 0", "false"],
        exponential: ["d < 0 ||", ""],
        "full-jitter": drawsEarly,
        "equal-jitter": drawsEarly,
        "decorrelated-jitter": drawsEarly,
        "retry-after-aware": drawsEarly,
        "retry-after-jitter": drawsEarly,
        rng: ["n > 1<<32", "n > 1<<33"],
      },
    ],
    unbuildable: {
      edit: ["return p.base, true", "return p.base"],
      complaint: "not enough return values",
    },
  },
  compiling: {
    alone: { beside: MANIFEST, atOnce: true, compile: (root) => runGo(root, "vet", "./...") },
    together: {
      folder: "retry",
      program: () => ({ ...MANIFEST, "main.go": GO_IDIOM }),
      run: (root) => runGo(root, "run", "."),
    },
  },
  usages: {
    layouts: layouts.map(({ files, ...layout }) => ({
      ...layout,
      files: { ...MANIFEST, ...files },
    })),
    program: () => "main.go",
    run: eachBy(async ({ root }) => {
      const unformatted = await runTool("gofmt", ["-l", "."], root);
      return unformatted + (await runGo(root, "run", "."));
    }),
    prints: { policy: "succeeded at attempt 3\n", generator: "21 32 26\n" },
  },
  projects: [
    [{ "go.mod": "" }, "go.mod", "retry"],
    [{ "go.mod": "", "internal/a.go": "" }, "go.mod", "internal/retry"],
    [{ "main.go": "" }, undefined, "retry"],
  ],
  meaning: {
    item: "full-jitter",
    edits: [
      ["n < attempt", "n <= attempt"],
      ["ceilingMs+1", "ceilingMs+2"],
      ["delay *= 2", "delay *= 3"],
      ["return 0, false", "return\n0, false"],
      ["!failure", "failure"],
    ],
  },
});

testWith(
  ["go"],
  "without a module, the program is said to need one, with the very command",
  async () => {
    const root = scratch({
      "retry/full_jitter.go": registry.source(itemNamed("full-jitter"), "full_jitter.go"),
    });
    const target = { project: new Project(root), copy: "retry/full_jitter.go" };
    const command = /`go (mod init \S+)`/.exec(go.usagePlace?.(target) ?? "")?.[1] ?? "";
    await runGo(root, ...command.split(" "));
    write(root, "main.go", await go.usage(itemNamed("full-jitter"), target));
    expect(await runGo(root, "run", ".")).toBe("succeeded at attempt 3\n");
    expect(go.usagePlace?.(target)).toBe("a file in this folder");
  },
);

const LAID_OUT: Readonly<Record<string, (line: string) => string>> = {
  "without indentation": (line) => line.trimStart(),
  "in spaces": (line) => line.replaceAll("\t", "    "),
  "with blank lines": (line) => (/^\t|\}/.test(line) ? `\n\n${line}` : line),
  "without alignment": (line) => line.replaceAll(/(\w) {2,}(?=\S)/g, "$1 "),
  "with semicolons": (line) => line.replace(/^(\t.*[\w)])$/, "$1;"),
  "with spaces in brackets": (line) => line.replaceAll(/\((?=\w)/g, "( "),
};

testFormatter(go, {
  programs: ["gofmt"],
  styles: Object.entries(LAID_OUT).map(([name, layOut]) => ({
    name: `what it mends ${name}`,
    changes: name === "without alignment" ? "some" : "every",
    spoil: (text) =>
      text.replaceAll(/^.*$/gm, (line) => (line.includes("//") ? line : layOut(line))),
  })),
  format: (folder) => runTool("gofmt", ["-w", "."], folder),
});

describe("a copy's package", () => {
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
  ] as const)("is %s", (_, files, copy, name) => {
    const text = `// Why package p?\n\n/* package q */\npackage retry // import it\n\nfunc f() {}\n`;
    const adapted = go.adapt?.(text, { project: new Project(scratch(files)), copy }) ?? "";
    expect(adapted).toBe(text.replace("package retry", `package ${name}`));
    expect(go.restore?.(adapted)).toBe(text);
  });
});
