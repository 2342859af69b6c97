import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { add } from "../../../cli/commands/add.ts";
import { diff } from "../../../cli/commands/diff.ts";
import { update } from "../../../cli/commands/update.ts";
import { fixtureRegistry, type Releases } from "../copies/support/registry.ts";
import { scratch, write } from "../copies/support/scratch.ts";
import { printed } from "./support/printed.ts";

afterEach(() => vi.unstubAllEnvs());

const knows = (releases: Releases): void =>
  void vi.stubEnv("POLICYBOOK_REGISTRY", fixtureRegistry(releases).folder);

/** A project with a copy, made when the registry had only the first of these releases. */
async function project(releases: Releases): Promise<string> {
  const [first = ["", {}]] = Object.entries(releases);
  knows(Object.fromEntries([first]));
  const cwd = scratch();
  await printed(() => add(["steady"], { cwd, lang: "c" }));
  knows(releases);
  return cwd;
}

async function updated(cwd: string, options: { dryRun?: boolean } = {}) {
  const { exit, stdout } = await printed(() => update([], { cwd, json: true, ...options }));
  const { files, problems } = JSON.parse(stdout);
  const outcomes = files.map((file: Record<string, string>) => [file["path"], file["outcome"]]);
  return { exit, outcomes: Object.fromEntries(outcomes), problems };
}

const contents = (cwd: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(path.join(cwd, "retry")).map((file) => [
      file,
      readFileSync(path.join(cwd, "retry", file), "utf8"),
    ]),
  );

const TWO = { "steady.c": "int one(void);\n", "steady.h": "int two(void);\n" };
const THREE = {
  "steady.c": "int one(int);\n",
  "steady.h": "int two(int);\n",
  "steady_types.h": "typedef int three;\n",
};

describe("a port that has got a file", () => {
  const gains = { "1.0.0": TWO, "1.1.0": THREE };

  test("is updated with it, by the plan of the dry run, and once", async () => {
    const cwd = await project(gains);
    const plan = await updated(cwd, { dryRun: true });
    expect(Object.keys(contents(cwd))).toEqual(["steady.c", "steady.h"]);
    expect(await updated(cwd)).toEqual(plan);
    expect(plan).toEqual({
      exit: 0,
      problems: [],
      outcomes: {
        "retry/steady.c": "clean",
        "retry/steady.h": "clean",
        "retry/steady_types.h": "created",
      },
    });
    expect((await printed(() => diff([], { cwd }))).stdout).toContain("3 copies: 3 current");
    expect((await updated(cwd)).outcomes).toEqual({});
  });

  test("is put where the copy has gone to", async () => {
    const cwd = await project(gains);
    renameSync(path.join(cwd, "retry"), path.join(cwd, "lib"));
    expect((await updated(cwd)).outcomes).toMatchObject({ "lib/steady_types.h": "created" });
    expect(existsSync(path.join(cwd, "retry"))).toBe(false);
  });

  test("is not updated where another file is in the way", async () => {
    const cwd = await project(gains);
    write(cwd, "retry/steady_types.h", "mine\n");
    const before = contents(cwd);
    const { exit, outcomes, problems } = await updated(cwd);
    expect({ exit, outcomes }).toEqual({ exit: 2, outcomes: {} });
    expect(problems.map(({ code }: { code: string }) => code)).toEqual([
      "file-exists",
      "held-back",
      "held-back",
    ]);
    expect(contents(cwd)).toEqual(before);
  });

  test("C11: does not get back one that it had all along, and the user deleted", async () => {
    const cwd = await project(gains);
    rmSync(path.join(cwd, "retry/steady.h"));
    await updated(cwd);
    expect(Object.keys(contents(cwd))).toEqual(["steady.c", "steady_types.h"]);
    rmSync(path.join(cwd, "retry/steady_types.h"));
    expect((await updated(cwd)).outcomes).toEqual({});
  });
});

describe("a port that has lost a file", () => {
  const loses = { "1.0.0": THREE, "2.0.0": TWO };

  test("is updated without it, if the user has not changed it", async () => {
    const cwd = await project(loses);
    const plan = await updated(cwd, { dryRun: true });
    expect(Object.keys(contents(cwd))).toHaveLength(3);
    expect(await updated(cwd)).toEqual(plan);
    expect(plan).toMatchObject({ exit: 0, outcomes: { "retry/steady_types.h": "removed" } });
    expect(Object.keys(contents(cwd))).toEqual(["steady.c", "steady.h"]);
  });

  test("leaves one that the user has changed, and names it", async () => {
    const cwd = await project(loses);
    const types = contents(cwd)["steady_types.h"] ?? "";
    write(cwd, "retry/steady_types.h", types.replace("int", "long"));
    const { exit, outcomes, problems } = await updated(cwd);
    expect({ exit, outcomes }).toEqual({
      exit: 2,
      outcomes: { "retry/steady.c": "clean", "retry/steady.h": "clean" },
    });
    expect(problems).toMatchObject([
      {
        file: "retry/steady_types.h",
        message: expect.stringContaining("steady has no steady_types.h since 1.0.0"),
      },
    ]);
    expect(contents(cwd)["steady_types.h"]).toContain("typedef long");
  });

  test("leaves one that stands alone", async () => {
    const cwd = await project(loses);
    for (const file of ["steady.c", "steady.h"]) rmSync(path.join(cwd, "retry", file));
    expect(await updated(cwd)).toMatchObject({ exit: 2, outcomes: {} });
    expect(Object.keys(contents(cwd))).toEqual(["steady_types.h"]);
  });
});

test("upstream's change that the user has taken back is not brought again", async () => {
  const cwd = await project({ "1.0.0": TWO });
  const before = contents(cwd);
  knows({ "1.0.0": TWO, "1.1.0": { ...TWO, "steady.c": "int one(int);\n" } });
  await updated(cwd);
  const line = contents(cwd)["steady.c"]?.split("\n")[0] ?? "";
  const [, ...body] = before["steady.c"]?.split("\n") ?? [];
  write(cwd, "retry/steady.c", [line, ...body].join("\n"));
  expect(line).toContain("@1.1.0");
  expect(await updated(cwd)).toEqual({ exit: 0, outcomes: {}, problems: [] });
});

describe("one odd copy is in no other's way", () => {
  const later = { "steady.c": "int one(int);\n", "steady.h": "int two(int);\n" };
  const steady = { "1.0.0": TWO, "1.1.0": later };

  test.each(["a%20b", "~lib", "a\tb"])("a folder named %j is a folder", async (folder) => {
    const cwd = await project({ "1.0.0": TWO, "1.1.0": THREE });
    renameSync(path.join(cwd, "retry"), path.join(cwd, folder));
    const { exit, outcomes } = await updated(cwd);
    expect({ exit, outcomes }).toMatchObject({
      exit: 0,
      outcomes: { [`${folder}/steady.c`]: "clean", [`${folder}/steady_types.h`]: "created" },
    });
  });

  test("one that is not in UTF-8 is left alone, with the other file of its port", async () => {
    const cwd = await project(steady);
    const source = readFileSync(path.join(cwd, "retry/steady.c"));
    const header = readFileSync(path.join(cwd, "retry/steady.h"));
    write(cwd, "lib/steady.c", source.toString());
    writeFileSync(path.join(cwd, "retry/steady.c"), Buffer.concat([source, Buffer.from([0xff])]));
    const { exit, outcomes, problems } = await updated(cwd);
    expect({ exit, outcomes }).toEqual({ exit: 2, outcomes: { "lib/steady.c": "clean" } });
    expect(
      problems.map((problem: { code: string; file: string }) => [problem.code, problem.file]),
    ).toEqual([
      ["not-utf8", "retry/steady.c"],
      ["held-back", "retry/steady.h"],
    ]);
    expect(readFileSync(path.join(cwd, "retry/steady.h"))).toEqual(header);
  });
});

test("what a killed run left beside copies goes, though there is nothing to write", async () => {
  const cwd = await project({ "1.0.0": TWO });
  const [old, fresh] = ["0123456789ab", "0123456789ac"].map(
    (digits) => `.policybook-99999999-${digits}.tmp`,
  );
  for (const name of [old, fresh]) write(cwd, `retry/${name}`, "half");
  const anHourAgo = Date.now() / 1000 - 3600;
  utimesSync(path.join(cwd, `retry/${old}`), anHourAgo, anHourAgo);
  await updated(cwd, { dryRun: true });
  expect(Object.keys(contents(cwd))).toContain(old);
  await updated(cwd);
  expect(Object.keys(contents(cwd))).toEqual([fresh, "steady.c", "steady.h"]);
});

test("a port is not split where one of its files has lost its first line", async () => {
  const later = { "steady.c": "int one(int);\n", "steady.h": "int two(int);\n" };
  const cwd = await project({ "1.0.0": TWO, "1.1.0": later });
  write(cwd, "retry/steady.h", TWO["steady.h"]);
  const before = contents(cwd);
  const { exit, outcomes, problems } = await updated(cwd);
  expect({ exit, outcomes }).toEqual({ exit: 2, outcomes: {} });
  expect(problems).toMatchObject([
    { code: "not-a-copy", file: "retry/steady.h" },
    { code: "held-back", file: "retry/steady.c" },
  ]);
  expect(contents(cwd)).toEqual(before);
});
