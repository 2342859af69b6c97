import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, type TestContext } from "vitest";
import { installOther, type Other } from "../support/others.ts";
import { serveFolder, type Served } from "../support/serve-folder.ts";
import { missing } from "../support/programs.ts";

/** The real shadcn installs what `policybook build` has made, and `policybook diff` knows the copy. */

const run = promisify(execFile);
const workspace = mkdtempSync(path.join(tmpdir(), "policybook-shadcn-"));
const site = path.join(workspace, "site");
let shadcn: Other | undefined;
let obstacle = "";
let served: Served | undefined;

beforeAll(async () => {
  mkdirSync(site);
  served = await serveFolder(site);
  const flags = ["--url", `${served.url}/r`, "--out", "r", "--cwd", site];
  await policybook("build", path.resolve("registry"), ...flags);
  shadcn = await installOther("shadcn", workspace).catch((error: unknown) => {
    obstacle = `shadcn could not be installed: ${String(error).split("\n")[0]}`;
    return undefined;
  });
});
afterAll(() => {
  served?.close();
  rmSync(workspace, { recursive: true, force: true });
});

async function policybook(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ["--import", "tsx", "cli/main.ts", ...args]);
  return stdout;
}

/** A project of nothing but a package.json, after `shadcn add` of these documents. */
async function added(context: TestContext, ...documents: readonly string[]): Promise<string> {
  if (shadcn === undefined) missing(context, obstacle);
  const project = mkdtempSync(path.join(workspace, "project-"));
  writeFileSync(path.join(project, "package.json"), '{ "name": "project", "private": true }\n');
  const urls = documents.map((name) => `${served?.url}/r/${name}.json`);
  const args = [shadcn?.bin ?? "", "add", ...urls, "--yes"];
  const running = run(process.execPath, args, {
    cwd: project,
    env: { ...process.env, CI: "true" },
  });
  running.child.stdin?.end();
  await running;
  return project;
}

const states = async (project: string): Promise<Readonly<Record<string, string>>> => {
  const { copies } = JSON.parse(await policybook("diff", "--json", "--cwd", project)) as {
    copies: { path: string; state: string }[];
  };
  return Object.fromEntries(copies.map(({ path: file, state }) => [file, state]));
};

test("shadcn add of a document makes a current copy", async (context) => {
  const project = await added(context, "full-jitter");
  expect(await states(project)).toEqual({ "retry/full-jitter.ts": "current" });
});

test("in other languages too, and with all files of a port", async (context) => {
  const project = await added(context, "full-jitter.python", "equal-jitter.c", "rng.go");
  expect(await states(project)).toEqual({
    "retry/equal_jitter.c": "current",
    "retry/equal_jitter.h": "current",
    "retry/full_jitter.py": "current",
    "retry/rng.go": "current",
  });
});

test("an edit of such a copy is told as one", async (context) => {
  const project = await added(context, "full-jitter");
  const file = path.join(project, "retry/full-jitter.ts");
  writeFileSync(file, readFileSync(file, "utf8").replace("capMs = 10_000", "capMs = 60_000"));
  const outcome = await policybook("diff", "--json", "--cwd", project).catch(
    (error: { code: number; stdout: string }) => error,
  );
  expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('"state": "edited"') });
});

test("it writes byte for byte what policybook adds from there", async (context) => {
  const project = await added(context, "decorrelated-jitter");
  const other = mkdtempSync(path.join(workspace, "project-"));
  const url = `${served?.url}/r/decorrelated-jitter.json`;
  await policybook("add", url, "--dir", "retry", "--cwd", other);
  expect(readdirSync(path.join(other, "retry"))).toEqual(["decorrelated-jitter.ts"]);
  const [theirs, ours] = [project, other].map((folder) =>
    readFileSync(path.join(folder, "retry/decorrelated-jitter.ts"), "utf8"),
  );
  expect(theirs).toBe(ours);
});
