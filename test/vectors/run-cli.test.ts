import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document, Report } from "../../vectors/run.js";
import { vectorsFolder } from "./support/documents.ts";

const runCli = path.join(vectorsFolder, "run-cli.js");
const document: Document = {
  format: 1,
  policy: "sample",
  cases: [
    { name: "right", why: "Because.", calls: [{ attempt: 1, reasoned: { delay: 1 } }] },
    { name: "wrong", why: "Because.", calls: [{ attempt: 1, reasoned: { delay: 2 } }] },
  ],
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "policybook-run-cli-"));
  const port = "export class Sample { nextDelay(attempt) { return attempt; } }";
  await writeFile(path.join(folder, "sample.mjs"), port);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [runCli, ...args],
      { cwd: folder },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode ?? NaN, stdout, stderr });
      },
    );
  });
}

async function runCases(cases: Document["cases"]): Promise<Result> {
  await writeFile(path.join(folder, "vectors.json"), JSON.stringify({ ...document, cases }));
  return run("sample.mjs", "vectors.json");
}

test("exits 0 and reports when every case passes", async () => {
  const { code, stdout } = await runCases(document.cases.slice(0, 1));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ passed: 1, failed: [], notExpressible: [] });
});

test("exits 1 and reports when a case fails", async () => {
  const { code, stdout } = await runCases(document.cases);
  expect(code).toBe(1);
  const { passed, failed } = JSON.parse(stdout) as Report;
  expect(passed).toBe(1);
  expect(failed).toMatchObject([{ case: "wrong", call: 1, expected: { delay: 2 }, got: 1 }]);
});

test.each([
  ["there is nothing to run", [], "usage"],
  ["there is no port", ["missing.mjs", "vectors.json"], "missing.mjs"],
  ["there are no vectors", ["sample.mjs", "missing.json"], "missing.json"],
])("exits 2 and prints no report when %s", async (_, args, message) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});
