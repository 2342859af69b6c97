import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { verify, type Subject, type Verdict } from "../../../cli/copies/verify.ts";
import { ports } from "../../../cli/ports/index.ts";
import { answers, toolchainOf } from "../../ports/support/played.ts";
import { copyOf, itemNamed, replacing, vectorsOf } from "../../ports/support/registry.ts";
import { testWith } from "../../support/programs.ts";
import type { Report } from "../../../vectors/run.js";

function subject(name: string, language: string, edit?: (text: string) => string): Subject {
  const port = ports.find((one) => one.language === language);
  if (port === undefined) throw new Error(`there is no ${language}`);
  const copy = copyOf(itemNamed(name), port, edit);
  const [file] = Object.keys(copy.files);
  return { ...copy, port, path: `retry/${file}`, vectors: vectorsOf(copy.item) };
}

const reportOf = (verdict: Verdict | undefined): Report => {
  if (verdict === undefined || "reason" in verdict.result) throw new Error("no report");
  return verdict.result;
};

describe.each(["typescript", "javascript"])("verify, %s", (language) => {
  test("copies of different items pass all their vectors in one build", async () => {
    const subjects = ["full-jitter", "constant", "rng"].map((name) => subject(name, language));
    const verdicts = await verify(subjects);
    expect(verdicts.map((verdict) => verdict.subject)).toEqual(subjects);
    for (const [index, { vectors }] of subjects.entries()) {
      const { passed, failed, notExpressible } = reportOf(verdicts[index]);
      expect({ passed, failed, notExpressible }).toEqual({
        passed: vectors.cases.length,
        failed: [],
        notExpressible: [],
      });
    }
  });

  test("a broken copy fails with the exact call: parameters, seed, attempt, expected, got", async () => {
    const broken = subject(
      "full-jitter",
      language,
      replacing("ceiling(attempt, ", "ceiling(attempt + 1, "),
    );
    const [failure] = reportOf((await verify([broken]))[0]).failed;
    expect(failure).toMatchObject({
      random: { seed: 1 },
      call: 1,
      attempt: 1,
      got: expect.any(Number),
    });
    expect(failure?.expected).toEqual({ delay: 6 });
  });

  test("of two copies of one item, each gets its own verdict", async () => {
    const broken = subject("constant", language, replacing("baseMs = 100", "baseMs = 101"));
    const [bad, good] = await verify([broken, subject("constant", language)]);
    expect(reportOf(bad).failed.length).toBeGreaterThan(0);
    expect(reportOf(good).failed).toEqual([]);
  });

  test("a copy that cannot be loaded is told of, and takes no other with it", async () => {
    const broken = subject("exponential", language, (text) => `${text}\nconst = 5;\n`);
    const [bad, good] = await verify([broken, subject("constant", language)]);
    expect(bad?.result).toMatchObject({
      reason: "broken",
      message: expect.stringMatching(/SyntaxError|cannot be parsed/),
    });
    expect(reportOf(good).failed).toEqual([]);
  });

  test("a copy that crashes in the middle is told of with the request it crashed at", async () => {
    const crash = replacing(
      "if (!failure.retryable",
      "if (attempt === 3) process.exit(7);\n    if (!failure.retryable",
    );
    const [verdict] = await verify([subject("exponential", language, crash)]);
    expect(verdict?.result).toMatchObject({
      reason: "broken",
      message: expect.stringContaining("exit code 7"),
    });
  });

  test("nothing is left behind", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "policybook-test-"));
    vi.stubEnv("TMPDIR", folder);
    const broken = subject("exponential", language, () => "syntax error (");
    await verify([subject("constant", language), broken]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });
});

test("without its tools, a language is reported as missing them", async () => {
  const constant = subject("constant", "javascript");
  const port = {
    ...constant.port,
    toolchain: { programs: ["no-such-tool"], build: () => Promise.reject(new Error("built")) },
  };
  const [verdict] = await verify([{ ...constant, port }]);
  expect(verdict?.result).toMatchObject({
    reason: "missing",
    message: expect.stringContaining("no-such-tool"),
  });
});

describe("where a language's tools do not work, a copy is not blamed", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => vi.unstubAllEnvs());

  test("when there is no room for temporary files", async () => {
    vi.stubEnv("TMPDIR", path.join(folder, "missing"));
    const [verdict] = await verify([subject("constant", "javascript")]);
    expect(verdict?.result).toMatchObject({
      reason: "environment",
      message: expect.stringContaining("no folder can be made in"),
    });
  });

  test("when the compiler does not work", async () => {
    writeFileSync(path.join(folder, "cc"), "#!/bin/sh\necho no headers; exit 1\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
    const c = subject("constant", "c");
    const verdicts = await verify([c, { ...c, path: "elsewhere/constant.c" }]);
    for (const { result } of verdicts) {
      expect(result).toMatchObject({
        reason: "environment",
        message: expect.stringMatching(/nothing in C can be run here: cc ended .*\nno headers/),
      });
    }
  });

  test("but a copy that never ends is, and takes no other with it", async () => {
    const hanging = replacing("if (!failure.retryable", "for (;;);\n    if (!failure.retryable");
    const copies = [
      subject("exponential", "javascript", hanging),
      subject("constant", "javascript"),
    ];
    const [bad, good] = await verify(copies, 2000);
    expect(bad?.result).toMatchObject({
      reason: "broken",
      message: expect.stringContaining("did not end within 2 s"),
    });
    expect(reportOf(good).failed).toEqual([]);
  });
});

for (const port of ports) {
  const title = `${port.title}: a player can be built and started without a copy`;
  testWith(toolchainOf(port).programs, title, async () => {
    expect(await answers(port, [], [[]])).toEqual([[]]);
  });
}
