import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { java } from "../../cli/ports/java.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { scratch } from "../support/scratch.ts";
import { testPort } from "./suite/suite.ts";
import { eachBy } from "./suite/usages.ts";
import { beyondIntegers } from "./support/integers.ts";
import { JAVA_IDIOM } from "./support/java-idiom.ts";
import { itemNamed, items, sourceOf } from "./support/registry.ts";

const QUICK = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/** Into the folder "out" of each, by one virtual machine. */
const compileEach = (folder: string, folders: readonly string[]): Promise<string> => {
  const program = path.join(import.meta.dirname, "support", "CompileEach.java");
  return runTool("java", [...QUICK, program, ...folders], folder);
};
const run = (root: string, program: string): Promise<string> =>
  runTool("java", [...QUICK, "-cp", "out", program], root);

const refusal = "    if (!failure.retryable()";
const drawsEarly = [refusal, `    rng.nextLong(1);\n${refusal}`] as const;

/** Projects of different kinds, and the package of their copies. */
const LAYOUTS = [
  {
    files: {
      "pom.xml": "",
      "src/main/java/com/acme/App.java": "package com.acme;\n\nclass App {}\n",
    },
    folder: "src/main/java/com/acme/retry",
    itsPackage: "com.acme.retry",
  },
  { files: { "build.gradle": "" }, folder: "src/main/java/retry", itsPackage: "retry" },
  {
    files: {
      "settings.gradle.kts": "",
      "app/src/main/java/org/example/App.java": "package org.example;\n\nclass App {}\n",
    },
    folder: "app/src/main/java/org/example/retry",
    itsPackage: "org.example.retry",
  },
] as const;

testPort(java, {
  vectors: { expressible: 0.6, ruledOut: (document) => beyondIntegers(document) },
  faults: {
    rounds: [
      {
        constant: ["attempt >= params", "attempt > params"],
        exponential: ["n < attempt", "n <= attempt"],
        "full-jitter": [") + 1)", ") + 2)"],
        "equal-jitter": drawsEarly,
        "decorrelated-jitter": drawsEarly,
        "retry-after-aware": ["orElse(-1) >= 0", "orElse(-1) > 0"],
        "retry-after-jitter": ["hint.getAsLong() > cap", "hint.getAsLong() >= cap"],
        rng: ["value < surplus", "value < 0"],
      },
    ],
    unbuildable: { edit: ["attempt < 1", "attempt < one"], complaint: "cannot find symbol" },
  },
  compiling: {
    alone: { atOnce: true, compile: compileEach },
    together: {
      folder: "retry",
      program: () => ({ "Main.java": JAVA_IDIOM }),
      run: async (root) => (await compileEach(root, ["."])) + (await run(root, "Main")),
    },
  },
  usages: {
    layouts: LAYOUTS,
    program: (_, above) => path.posix.join(above, "Example.java"),
    async run(placed) {
      const roots = placed.map(({ root }) => root);
      expect(await compileEach(".", roots)).toBe("");
      return eachBy(({ root, program }) => {
        const text = readFileSync(path.join(root, program), "utf8");
        const itsPackage = /^package (.*);/.exec(text)?.[1];
        return run(root, itsPackage === undefined ? "Example" : `${itsPackage}.Example`);
      })(placed);
    },
    prints: { policy: "succeeded at attempt 3\n", generator: "21\n32\n26\n" },
  },
  projects: [
    ...LAYOUTS.map(({ files, folder }) => [files, Object.keys(files)[0], folder] as const),
    [{ "src/main/java/App.java": "" }, undefined, "src/main/java/retry"],
  ],
  meaning: {
    item: "retry-after-aware",
    edits: [
      ["attempt < 1", "attempt <= 1"],
      [".orElse(-1) >= 0", ".orElse(-1) > 0"],
      ["delay *= 2", "delay *= 3"],
      ["A hint of 0 is a hint.", "A hint of 0 is no hint."],
    ],
  },
});

/** The copy of full-jitter as it reads in a project of these files. */
const adaptedIn = (files: Readonly<Record<string, string>>, copy: string): string => {
  const { text } = sourceOf(itemNamed("full-jitter"), java);
  return java.adapt?.(text, { project: new Project(scratch(files)), copy }) ?? "";
};

describe("the package line", () => {
  test.each(LAYOUTS)(
    "in $folder, where a project has its copies",
    ({ files, folder, itsPackage }) => {
      const { text } = sourceOf(itemNamed("full-jitter"), java);
      const adapted = adaptedIn(files, `${folder}/FullJitter.java`);
      expect(adapted).toBe(text.replace("package retry;", `package ${itsPackage};`));
    },
  );

  test.each([
    ["retry/A.java", "retry"],
    ["src/retry/A.java", "retry"],
    ["src/test/java/com/acme/A.java", "com.acme"],
    ["core/src/main/java/com/acme/java/src/A.java", "com.acme.java.src"],
    ["java/com/acme/A.java", "com.acme"],
    ["my-lib/2nd/new/A.java", "my_lib._2nd._new"],
  ])("of %s is that of %s", (copy, itsPackage) => {
    expect(adaptedIn({}, copy)).toContain(`\npackage ${itsPackage};\n`);
  });

  test.each(["A.java", "src/A.java", "src/main/java/A.java"])("of %s is none", (copy) => {
    expect(adaptedIn({}, copy)).not.toMatch(/^package/m);
  });

  test("is what the files beside the copy have", () => {
    const beside = { "odd/B.java": "// B\npackage com.acme.odd;\n" };
    expect(adaptedIn(beside, "odd/A.java")).toContain("\npackage com.acme.odd;\n");
  });

  test("is restored wherever the copy landed, and however a formatter left it", () => {
    const project = new Project(scratch());
    for (const { text } of items.map((item) => sourceOf(item, java))) {
      for (const copy of ["A.java", "retry/A.java", "src/main/java/com/acme/retry/A.java"])
        expect(java.restore?.(java.adapt?.(text, { project, copy }) ?? "")).toBe(text);
      expect(java.restore?.(text.replace("package retry;", "package  com.acme ;"))).toBe(text);
    }
  });
});

describe("the tokens of a copy", () => {
  const { text } = sourceOf(itemNamed("retry-after-aware"), java);

  test.each([
    ["four spaces", text.replaceAll(/^(?: {2})+/gm, (spaces) => spaces.repeat(2))],
    ["tabs", text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2))],
    ["braces on their own lines", text.replaceAll(/ \{$/gm, "\n{")],
    ["longer lines", text.replaceAll(/\n {6,}(?=name|"attempt|\w+\()/g, " ")],
  ])("are the same with %s", (_, formatted) => {
    expect(formatted).not.toBe(text);
    expect(java.tokens(formatted)).toEqual(java.tokens(text));
  });
});
