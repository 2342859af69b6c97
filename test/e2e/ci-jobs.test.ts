import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { describeWith } from "../support/programs.ts";
import { bin, policybook, read, scratch, write } from "./support/policybook.ts";

/** The scripts of the workflows that docs/living-with-copies.md shows, by the name of the job. */
const jobs = jobsOf(readFileSync("docs/living-with-copies.md", "utf8"));

function jobsOf(page: string): Readonly<Record<string, readonly string[]>> {
  const workflows = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = ""]) => text);
  return Object.fromEntries(
    workflows.map((workflow) => {
      const job = /^jobs:\n {2}([\w-]+):/m.exec(workflow)?.[1] ?? "";
      const steps = workflow.matchAll(/^ {6}- run: (?:\|\n((?: {10}.*\n)+)|(.*))/gm);
      return [job, [...steps].map(([, block, line]) => block ?? line ?? "")];
    }),
  );
}

/** Runs a job's scripts as a runner does, one after the other until one fails. */
function run(job: string, folder: string, npx: string): number | null {
  const tools = scratch({ "bin/npx": `#!/bin/sh\n${npx}\n`, "temporary/.keep": "" });
  chmodSync(path.join(tools, "bin/npx"), 0o755);
  const env = {
    HOME: folder,
    PATH: `${path.join(tools, "bin")}:${process.env["PATH"]}`,
    RUNNER_TEMP: path.join(tools, "temporary"),
  };
  const statuses = (jobs[job] ?? []).map(
    (script) => () => spawnSync("bash", ["-e", "-c", script], { cwd: folder, env }).status,
  );
  expect(statuses.length).toBeGreaterThan(1);
  for (const step of statuses) {
    const status = step();
    if (status !== 0) return status;
  }
  return 0;
}

/** `npx --yes policybook@latest …`, with what is installed. */
const installed = (): string => `shift 2; exec "${process.execPath}" "${bin()}" "$@"`;
const notFound = (): string => "echo 'npm error 404 Not Found' >&2; exit 1";
const silent = (): string => "exit 0";

function project(): string {
  const folder = scratch({ "tsconfig.json": "{}" });
  policybook(folder, ["add", "full-jitter"]);
  spawnSync("git", ["init", "--quiet"], { cwd: folder });
  spawnSync("git", ["add", "--all"], { cwd: folder });
  const author = ["-c", "user.name=x", "-c", "user.email=x@localhost"];
  spawnSync("git", [...author, "commit", "--quiet", "--message", "x"], { cwd: folder });
  return folder;
}

describeWith(["jq"], "the jobs of docs/living-with-copies.md", () => {
  test("pass where every copy is current, and where one has only the user's edits", () => {
    const folder = project();
    expect(run("up-to-date", folder, installed())).toBe(0);
    expect(run("update", folder, installed())).toBe(0);
    const copy = "retry/full-jitter.ts";
    write(folder, copy, read(folder, copy).replace("capMs = 10_000", "capMs = 60_000"));
    expect(run("up-to-date", folder, installed())).toBe(0);
  });

  test.each([
    ["cannot be had", notFound],
    ["says nothing", silent],
  ])("fail where policybook %s", (_, npx) => {
    const folder = project();
    for (const job of Object.keys(jobs)) expect([job, run(job, folder, npx())]).not.toContain(0);
  });
});
