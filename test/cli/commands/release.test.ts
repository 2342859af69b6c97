import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { build } from "../../../cli/commands/build.ts";
import { scaffold } from "../../../cli/commands/new.ts";
import { release, type ReleaseOptions } from "../../../cli/commands/release.ts";
import type { Item } from "../../../cli/registry/item.ts";
import { sealOf } from "../../../cli/registry/seals.ts";
import { scratch, write } from "../copies/support/scratch.ts";
import { printed } from "./support/printed.ts";

const FOLDER = "registry/thing";
const PORT = `${FOLDER}/thing.ts`;

let cwd = "";
const read = (file: string): string => readFileSync(path.join(cwd, file), "utf8");
const item = (): Item => JSON.parse(read(`${FOLDER}/policy.json`)) as Item;
const run = (part?: string, options: Omit<ReleaseOptions, "cwd"> = {}) =>
  printed(() => release("thing", part, { cwd, ...options }));
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@localhost", ...args], {
    cwd,
    encoding: "utf8",
  });
const commit = (): void => {
  git("add", "--all");
  git("commit", "--quiet", "--message", "x");
};
/** Without the note that it is only scaffolded. */
const finish = (file: string): void =>
  write(
    cwd,
    file,
    read(file)
      .replace(/^.*TODO: this is.*\n/m, "")
      .replaceAll("TODO", "written"),
  );
const edit = (): void => write(cwd, PORT, `${read(PORT)}// more\n`);

/** A registry of one's own with a draft, as its writer has made it. */
beforeEach(async () => {
  cwd = scratch({ "registry/.keep": "" });
  await printed(() => scaffold("thing", { cwd }));
  for (const file of [PORT, `${FOLDER}/policy.json`, `${FOLDER}/page.md`]) finish(file);
});

describe("the first release", () => {
  test("seals the drafts in the version that they are of", async () => {
    const { exit, stdout } = await run();
    expect(exit).toBe(0);
    expect(stdout).toContain("released thing 1.0.0\n");
    expect(item()).toMatchObject({ version: "1.0.0", files: { "thing.ts": sealOf(read(PORT)) } });
    expect(existsSync(path.join(cwd, FOLDER, "history"))).toBe(false);
  });

  test("has no version to raise, and there is nothing to release after it", async () => {
    await expect(run("patch", { reason: "Why." })).rejects.toThrow("no version to raise");
    await run();
    await expect(run()).rejects.toThrow("nothing to release");
  });

  test("of a new port leaves the version as it is", async () => {
    await run();
    await printed(() => scaffold("thing", { cwd, lang: "python" }));
    await expect(run("patch", { reason: "Why." })).rejects.toThrow("thing.py is still what");
    finish(`${FOLDER}/thing.py`);
    const { stdout } = await run();
    expect(stdout).toMatch(/released thing 1\.0\.0\n {2}seals thing\.py\n/);
    expect(Object.values(item().files).every((seal) => seal.startsWith("sha256:"))).toBe(true);
  });

  test("has the page tell of the parameters that policy.json has", async () => {
    const before = read(`${FOLDER}/policy.json`);
    write(cwd, `${FOLDER}/policy.json`, before.replace('"default": 8', '"default": 5'));
    await run();
    expect(read(`${FOLDER}/page.md`)).toMatch(/\| `maxAttempts` \|.*\| 5 \|/);
  });

  test.each(["policy.json", "page.md"])("has no TODO left in %s", async (name) => {
    const file = `${FOLDER}/${name}`;
    write(cwd, file, read(file).replace("written", "TODO"));
    const line = read(file).split("TODO")[0]?.split("\n").length;
    await expect(run()).rejects.toThrow(`${file} still says TODO in line ${line}.`);
  });

  test("build says what a draft means, and names the command", async () => {
    const before = await printed(() => build(undefined, { cwd }));
    expect(before.stderr).toMatch(/thing\.ts is a draft.*`policybook release thing`/s);
    await run();
    expect((await printed(() => build(undefined, { cwd }))).stderr).not.toContain("draft");
  });
});

describe("a later release", () => {
  let first = "";
  beforeEach(async () => {
    await run();
    first = read(PORT);
    git("init", "--quiet");
    commit();
    edit();
  });

  test("keeps the sealed text, raises the version, and says why where people look", async () => {
    write(cwd, "CHANGELOG.md", "# Changelog\n");
    write(
      cwd,
      `${FOLDER}/policy.json`,
      JSON.stringify({ ...item(), $schema: "../own.schema.json" }),
    );
    await run("minor", { reason: "More." });
    expect(read(`${FOLDER}/history/1.0.0/thing.ts`)).toBe(first);
    expect(item()).toMatchObject({
      $schema: "../own.schema.json",
      version: "1.1.0",
      files: { "thing.ts": sealOf(read(PORT)) },
      changes: [{ version: "1.1.0", reason: "More." }],
      history: { "1.0.0": { "thing.ts": sealOf(first) } },
    });
    expect(read(`${FOLDER}/page.md`)).toMatch(/## Versions\n\n.*\n\n- 1\.1\.0, [\d-]+: More\./);
    expect(read("CHANGELOG.md")).toContain("- `thing` 1.1.0: More.");
  });

  test("makes no changelog, and needs no page", async () => {
    rmSync(path.join(cwd, FOLDER, "page.md"));
    expect((await run("major", { reason: "Other." })).exit).toBe(0);
    expect(readdirSync(cwd)).not.toContain("CHANGELOG.md");
    expect(readdirSync(path.join(cwd, FOLDER))).not.toContain("page.md");
  });

  test("names a file that the port has no longer", async () => {
    await printed(() => scaffold("thing", { cwd, lang: "python" }));
    await expect(run("patch", { reason: "Why." })).rejects.toThrow("thing.py is still what");
    finish(`${FOLDER}/thing.py`);
    await run("patch", { reason: "Why." });
    commit();
    rmSync(path.join(cwd, FOLDER, "thing.py"));
    const { stdout } = await run("major", { reason: "No Python." });
    expect(stdout).toContain("has no thing.py any more");
    expect(Object.keys(item().files)).toEqual(["thing.ts"]);
    expect(existsSync(path.join(cwd, FOLDER, "history/1.0.1/thing.py"))).toBe(true);
  });

  test.each([
    ["no part", undefined, "Why.", "needs a part to raise and a reason"],
    ["no reason", "patch", " ", "needs a part to raise and a reason"],
    ["a part that is none", "tiny", "Why.", '"tiny" is no part'],
    ["a reason of two lines", "patch", "Why.\nHow.", "more than one line"],
    ["a reason that steers a terminal", "patch", "\u001b[2J", "a control character"],
  ])("with %s is refused, and nothing is written", async (_, part, reason, message) => {
    const status = git("status", "--porcelain");
    await expect(run(part, { reason })).rejects.toThrow(message);
    expect(git("status", "--porcelain")).toBe(status);
  });

  test("is planned by --dry-run as it is then done, which --json tells too", async () => {
    const status = git("status", "--porcelain");
    const reason = "Why.";
    const planned = JSON.parse((await run("patch", { reason, dryRun: true, json: true })).stdout);
    expect(git("status", "--porcelain")).toBe(status);
    const done = JSON.parse((await run("patch", { reason, json: true })).stdout);
    expect({ ...planned, dryRun: false }).toEqual(done);
    expect(done).toMatchObject({ item: "thing", version: "1.0.1", supersedes: "1.0.0" });
    expect(done.files).toContain(`${FOLDER}/history/1.0.0/thing.ts`);
  });

  test("build refuses the changed text until then, and names the command", async () => {
    await expect(printed(() => build(undefined, { cwd }))).rejects.toMatchObject({
      suggestion: expect.stringContaining("policybook release thing patch") as string,
    });
    await run("patch", { reason: "Why." });
    expect((await printed(() => build(undefined, { cwd }))).exit).toBe(0);
  });
});
