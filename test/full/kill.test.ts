import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { kill, leftovers, runToTheEnd, type Subject } from "../support/killing.ts";
import { releasedRegistry } from "../support/releases.ts";

const main = path.resolve("dist/main.cjs");
beforeAll(() => void execFileSync("npm", ["run", "--silent", "build"], { stdio: "ignore" }));

test("C14: killed at 200 random moments while writing, each file is old or new", async () => {
  const subject = updateOf(30);
  const { midway, broken, after } = await kill(subject, 200);
  expect(broken).toEqual([]);
  expect(midway).toBeGreaterThan(20);
  // The next run needs no help: it gets through, and takes away what the others left.
  const old = new Date(Date.now() - 60_000);
  for (const file of leftovers(subject)) utimesSync(file, old, old);
  for (const [name, text] of Object.entries(subject.before))
    writeFileSync(path.join(subject.folder, name), text);
  await runToTheEnd(subject);
  expect(leftovers(subject)).toEqual([]);
  for (const [name, text] of Object.entries(after))
    expect(readFileSync(path.join(subject.folder, name), "utf8")).toBe(text);
});

/** An update of so many copies in three folders, some of them edited. */
function updateOf(copies: number): Subject {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-kill-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const release = {
    version: "1.1.0",
    reason: "Later.",
    files: { "full-jitter.ts": (text: string) => text.replace("delay *= 2", "delay = delay * 2") },
  };
  const registry = releasedRegistry(root, [release]);
  const copy = execFileSync(process.execPath, [main, "show", "full-jitter", "--code"], {
    encoding: "utf8",
  });
  const before = Array.from({ length: copies }, (_, n) => [
    `${["retry", "lib", "src/deep"][n % 3]}/wait-${n}.ts`,
    n % 2 === 0 ? copy : copy.replace("10_000", `${n}_000`),
  ]);
  const env = { POLICYBOOK_REGISTRY: registry };
  return { args: [main, "update"], folder: root, env, before: Object.fromEntries(before) };
}
