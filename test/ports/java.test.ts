import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { java } from "../../cli/ports/java.ts";
import type { PlayedCopy, PlayerCommand } from "../../cli/ports/port.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { report, requests, type Report } from "../../vectors/conduct.js";
import { beyondIntegers } from "./support/integers.ts";
import { JAVA_IDIOM } from "./support/java-idiom.ts";
import { lacking, titleOf, verdicts, withFolder } from "./support/played.ts";
import { expectCeilings, expectFailing } from "./support/expectations.ts";
import { play, playerOf, vectorsOf } from "./support/player.ts";
import { copyOf, edited, itemNamed, items } from "./support/registry.ts";

const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, java));
const sourceOf = (name: string) => {
  const [[file, text] = ["", ""]] = Object.entries(copyOf(itemNamed(name), java).files);
  return { file, text };
};
const PATIENT = { timeout: 60_000 };
const NO_REPORT: Report = { passed: 0, failed: [], notExpressible: [] };
const QUICK = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/** The copy with a change that must be one. */
const broken = (name: string, what: string, by: string): PlayedCopy =>
  edited(copyOf(itemNamed(name), java), (text) => text.replace(what, by));

describe.skipIf(lacking(java))(titleOf(java), () => {
  let player: PlayerCommand;
  let reports: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    player = await playerOf(java, copies);
    reports = playAll(player);
  });
  afterAll(() => {
    const classes = player.args[player.args.indexOf("-cp") + 1] ?? "";
    rmSync(path.dirname(classes), { recursive: true, force: true });
  });

  test.each(names)("%s passes every vector that Java can express", (name) => {
    const { cases } = vectorsOf(name);
    const beyond = beyondIntegers(vectorsOf(name));
    const { passed, failed, notExpressible } = reports.get(name) ?? NO_REPORT;
    expect(failed).toEqual([]);
    expect(notExpressible.map((each) => each.case)).toEqual(beyond);
    expect(passed).toBe(cases.length - beyond.length);
    expect(passed).toBeGreaterThan(0.6 * cases.length);
  });

  test("every ceiling is the reference's, and constant and decorrelated jitter restate none", () => {
    expectCeilings(player);
  });

  test("a broken port fails, whichever it is and wherever it breaks", PATIENT, async () => {
    const refusal = "    if (!failure.retryable()";
    const early = `    rng.nextLong(1);\n${refusal}`;
    await expectFailing(java, [
      broken("constant", "attempt >= params", "attempt > params"),
      broken("exponential", "n < attempt", "n <= attempt"),
      broken("full-jitter", ") + 1)", ") + 2)"),
      broken("equal-jitter", refusal, early),
      broken("decorrelated-jitter", refusal, early),
      broken("retry-after-aware", "orElse(-1) >= 0", "orElse(-1) > 0"),
      broken("rng", "value < surplus", "value < 0"),
    ]);
  });

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const bad = broken("constant", "attempt < 1", "attempt < one");
    await expect(verdicts(java, [bad])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("cannot find symbol") as string,
    });
  });

  test(
    "alone, together and with its usage, every copy compiles at the strictest and runs",
    PATIENT,
    async () => {
      await withFolder({}, async (root) => {
        for (const { item, files } of copies) {
          for (const [file, text] of Object.entries(files)) {
            write(root, `alone/${item.name}/retry/${file}`, text);
            write(root, `together/retry/${file}`, text);
          }
        }
        write(root, "together/Main.java", JAVA_IDIOM);
        const programs = await Promise.all(names.map((name) => writeProject(root, name)));
        const folders = [...names.map((name) => `alone/${name}`), "together", ...names];
        const compileEach = path.join(import.meta.dirname, "support", "CompileEach.java");
        expect(await runTool("java", [...QUICK, compileEach, ...folders], root)).toBe("");

        const run = (folder: string, program: string) =>
          runTool("java", [...QUICK, "-cp", `${folder}/out`, program], root);
        expect(await run("together", "Main")).toBe("all as documented\n");
        for (const [index, program] of programs.entries()) {
          const name = names[index] ?? "";
          const output = name === "rng" ? "21\n32\n26\n" : "succeeded at attempt 3\n";
          expect(await run(name, program)).toBe(output);
        }
      });
    },
  );
});

/** The vectors of every item in one go: a virtual machine takes longer to start than to answer. */
function playAll(player: PlayerCommand): ReadonlyMap<string, Report> {
  const asked = names.map((name) => requests(vectorsOf(name)));
  const replies = play(player, asked.flat());
  let at = 0;
  return new Map(
    names.map((name, index) => {
      const from = at;
      at += asked[index]?.length ?? 0;
      return [name, report(vectorsOf(name), replies.slice(from, at))];
    }),
  );
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

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

/** Puts an adapted copy and its usage where the port wants them. Answers the class to run. */
async function writeProject(root: string, name: string): Promise<string> {
  const { files } = LAYOUTS[names.indexOf(name) % LAYOUTS.length] ?? LAYOUTS[0];
  for (const [file, text] of Object.entries(files)) write(root, `${name}/${file}`, text);
  const project = new Project(path.join(root, name));
  const { file, text } = sourceOf(name);
  const copy = path.posix.join(java.folder(project), await java.fileName(file, project));
  const target = { project, copy };
  const body = java.adapt?.(text, target) ?? "";
  write(root, `${name}/${copy}`, `${java.comment("policybook: …")}\n${body}`);
  const usage = await java.usage(itemNamed(name), target);
  write(root, `${name}/${path.posix.dirname(path.posix.dirname(copy))}/Example.java`, usage);
  const itsPackage = /^package (.*);/.exec(usage)?.[1];
  return itsPackage === undefined ? "Example" : `${itsPackage}.Example`;
}

describe("a project in Java", () => {
  test.each(LAYOUTS)("$folder", async ({ files, folder, itsPackage }) => {
    await withFolder(files, (root) => {
      const project = new Project(root);
      expect(java.evidence(project)).toBe(Object.keys(files)[0]);
      expect(java.folder(project)).toBe(folder);
      const { text } = sourceOf("full-jitter");
      const adapted = java.adapt?.(text, { project, copy: `${folder}/FullJitter.java` }) ?? "";
      expect(adapted).toBe(text.replace("package retry;", `package ${itsPackage};`));
    });
  });

  test("without a file that says so is none", async () => {
    await withFolder({ "src/main/java/App.java": "" }, (root) => {
      expect(java.evidence(new Project(root))).toBeUndefined();
    });
  });
});

describe("the package line", () => {
  test.each([
    ["retry/A.java", "retry"],
    ["src/retry/A.java", "retry"],
    ["src/test/java/com/acme/A.java", "com.acme"],
    ["core/src/main/java/com/acme/java/src/A.java", "com.acme.java.src"],
    ["java/com/acme/A.java", "com.acme"],
    ["my-lib/2nd/new/A.java", "my_lib._2nd._new"],
  ])("of %s is that of %s", async (copy, itsPackage) => {
    await withFolder({}, (root) => {
      expect(adaptedIn(root, copy)).toContain(`\npackage ${itsPackage};\n`);
    });
  });

  test.each(["A.java", "src/A.java", "src/main/java/A.java"])("of %s is none", async (copy) => {
    await withFolder({}, (root) => {
      expect(adaptedIn(root, copy)).not.toMatch(/^package/m);
    });
  });

  test("is what the files beside the copy have", async () => {
    await withFolder({ "odd/B.java": "// B\npackage com.acme.odd;\n" }, (root) => {
      expect(adaptedIn(root, "odd/A.java")).toContain("\npackage com.acme.odd;\n");
    });
  });

  test("is restored wherever the copy landed, and however a formatter left it", async () => {
    await withFolder({}, (root) => {
      for (const name of names) {
        const { text } = sourceOf(name);
        const project = new Project(root);
        for (const copy of ["A.java", "retry/A.java", "src/main/java/com/acme/retry/A.java"])
          expect(java.restore?.(java.adapt?.(text, { project, copy }) ?? "")).toBe(text);
        expect(java.restore?.(text.replace("package retry;", "package  com.acme ;"))).toBe(text);
      }
    });
  });
});

const adaptedIn = (root: string, copy: string): string =>
  java.adapt?.(sourceOf("full-jitter").text, { project: new Project(root), copy }) ?? "";

describe("the tokens of a copy", () => {
  const { text } = sourceOf("retry-after-aware");

  test.each([
    ["four spaces", text.replaceAll(/^(?: {2})+/gm, (spaces) => spaces.repeat(2))],
    ["tabs", text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2))],
    ["braces on their own lines", text.replaceAll(/ \{$/gm, "\n{")],
    ["longer lines", text.replaceAll(/\n {6,}(?=name|"attempt|\w+\()/g, " ")],
  ])("are the same with %s", (_, formatted) => {
    expect(formatted).not.toBe(text);
    expect(java.tokens(formatted)).toEqual(java.tokens(text));
  });

  test.each([
    ["attempt < 1", "attempt <= 1"],
    [".orElse(-1) >= 0", ".orElse(-1) > 0"],
    ["delay *= 2", "delay *= 3"],
    ["A hint of 0 is a hint.", "A hint of 0 is no hint."],
  ])("are others with %s as %s", (what, by) => {
    expect(text).toContain(what);
    expect(java.tokens(text.replace(what, by))).not.toEqual(java.tokens(text));
  });
});
