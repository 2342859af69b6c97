import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { kill } from "../support/killing.ts";
import { releasedRegistry, type Release } from "../support/releases.ts";
import {
  bin,
  contents,
  json,
  policybook,
  policybookAsOrdinaryUser,
  read,
  scratch,
  write,
} from "./support/policybook.ts";
import { Key, terminal } from "./support/terminal.ts";

const COPY = "retry/full-jitter.ts";
const ONE_ONE: Release = {
  version: "1.1.0",
  reason: "Double by multiplying.",
  files: { "full-jitter.ts": (text) => text.replace("delay *= 2", "delay = delay * 2") },
};
const TWO: Release = {
  version: "2.0.0",
  reason: "Warn louder.",
  files: { "full-jitter.ts": (text) => text.replace("Not for secrets.", "Never for secrets.") },
};

type Env = Readonly<Record<string, string>>;

const registry = (releases: readonly Release[] = [ONE_ONE, TWO]): Env => ({
  POLICYBOOK_REGISTRY: releasedRegistry(scratch(), releases),
});

/** A project with a copy of full jitter 1.0.0, which was added once for all. */
function project(): string {
  const folder = scratch({ "tsconfig.json": "{}", [COPY]: added });
  if (added === "") {
    policybook(folder, ["add", "full-jitter", "--overwrite"]);
    added = read(folder, COPY);
  }
  return folder;
}
let added = "";

/** Changes a file by replacements that must find something. */
function edit(folder: string, file: string, ...changes: readonly (readonly [string, string])[]) {
  for (const [what, by] of changes) {
    const text = read(folder, file);
    if (!text.includes(what)) throw new Error(`"${what}" is not in ${file}`);
    write(folder, file, text.replace(what, by));
  }
}
const MINE = ["capMs = 10_000", "capMs = 60_000"] as const;
const AGAINST = ["delay *= 2", "delay += delay"] as const;

/** The state of each copy, and how many lines the user's own changes are. */
const states = (folder: string, env: Env): Readonly<Record<string, readonly [string, number]>> =>
  Object.fromEntries(
    json(policybook(folder, ["diff", "--json"], env)).copies.map(
      (copy: { path: string; state: string; yours?: string }) => [
        copy.path,
        [copy.state, copy.yours?.match(/^[-+](?![-+])/gm)?.length ?? 0],
      ],
    ),
  );

test("a copy that is behind moves forward, by all versions at once", () => {
  const [folder, env] = [project(), registry()];
  const { status, stdout } = policybook(folder, ["update"], env);
  expect(status).toBe(0);
  expect(stdout).toContain(`clean      ${COPY} (full-jitter 1.0.0 to 2.0.0)`);
  expect(stdout).toMatch(/2\.0\.0: Warn louder\.\n +1\.1\.0: Double by multiplying\.\n/);
  expect(stdout).toContain("updated 1 file\n");
  const fresh = scratch({ "tsconfig.json": "{}" });
  policybook(fresh, ["add", "full-jitter"], env);
  expect(read(folder, COPY)).toBe(read(fresh, COPY));
});

test("C2: an edited copy keeps its edits, and gets upstream's", () => {
  const [folder, env] = [project(), registry()];
  edit(folder, COPY, MINE);
  const { status, stdout } = policybook(folder, ["update", "full-jitter"], env);
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("merged"),
  });
  expect(read(folder, COPY)).toContain(MINE[1]);
  expect(read(folder, COPY)).toContain("delay = delay * 2");
  expect(states(folder, env)).toEqual({ [COPY]: ["edited", 2] });
});

test("C3: so does one that a formatter went over, in the formatter's style", async () => {
  const [folder, env] = [project(), registry()];
  edit(folder, COPY, MINE);
  const style = { semi: false, useTabs: true, printWidth: 60, parser: "typescript" } as const;
  const before = await format(read(folder, COPY), style);
  write(folder, COPY, before);
  expect(policybook(folder, ["update"], env).status).toBe(0);
  const [old, now] = [before.split("\n"), read(folder, COPY).split("\n")];
  expect(now.filter((line) => !old.includes(line)).map((line) => line.trim())).toEqual([
    expect.stringContaining("policybook: full-jitter/full-jitter.ts@2.0.0"),
    expect.stringContaining("delay = delay * 2"),
    expect.stringContaining("Never for secrets."),
  ]);
  expect(states(folder, env)).toMatchObject({ [COPY]: ["edited", expect.any(Number)] });
});

describe("C10: what the file is like, it stays", () => {
  test.each([
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["a byte-order mark", (text: string) => `\uFEFF${text}`],
    ["both", (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`],
  ])("%s", (_, into) => {
    const [folder, plain, env] = [project(), project(), registry()];
    for (const place of [folder, plain]) edit(place, COPY, MINE);
    write(folder, COPY, into(read(folder, COPY)));
    chmodSync(path.join(folder, COPY), 0o640);
    for (const place of [folder, plain]) policybook(place, ["update"], env);
    expect(read(folder, COPY)).toBe(into(read(plain, COPY)));
    expect(statSync(path.join(folder, COPY)).mode & 0o777).toBe(0o640);
  });
});

test("C11: a deleted copy is not created again", () => {
  const [folder, env] = [project(), registry()];
  rmSync(path.join(folder, COPY));
  const { status, stdout } = policybook(folder, ["update"], env);
  expect(status).toBe(0);
  expect(stdout).toContain("no copy of a policy");
  expect(Object.keys(contents(folder))).toEqual(["tsconfig.json"]);
  expect(policybook(folder, ["update", "full-jitter"], env).status).toBe(2);
});

test.each([["untouched"], ["edited", MINE], ["in conflict", AGAINST]])(
  "C12: the second update does nothing: %s",
  (_, ...changes) => {
    const [folder, env] = [project(), registry()];
    edit(folder, COPY, ...(changes as [typeof MINE]));
    const first = policybook(folder, ["update"], env);
    const before = contents(folder);
    const second = policybook(folder, ["update"], env);
    expect(second.status).toBe(first.status);
    expect(second.stdout).toMatch(/nothing to update: 1 copy is up to date|unresolved/);
    expect(contents(folder)).toEqual(before);
  },
);

describe("C13: a conflict", () => {
  test("is marked, listed, and told by exit code 1; what it is based on stays right", () => {
    const [folder, env] = [project(), registry()];
    edit(folder, COPY, MINE, AGAINST);
    const { status, stdout } = policybook(folder, ["update"], env);
    expect(status).toBe(1);
    expect(stdout).toContain(`conflict   ${COPY}`);
    expect(stdout).toMatch(/resolve the conflicts, .*\n {2}retry\/full-jitter\.ts\n$/);
    const text = read(folder, COPY);
    expect(text).toMatch(
      /^<<<<<<< yours \(retry\/full-jitter\.ts\)\n.*delay \+= delay;\n\|{7} 1\.0\.0 \(as copied\)\n.*delay \*= 2;\n=======\n.*delay = delay \* 2;\n>>>>>>> upstream 2\.0\.0\n/m,
    );
    expect(policybook(folder, ["diff"], env).stdout).toContain("holds the conflict of an update");
    write(folder, COPY, text.replace(/^<{7}.*\n(.*\n)\|{7}[^]*?>{7}.*\n/m, "$1"));
    expect(states(folder, env)).toEqual({ [COPY]: ["edited", 4] });
    expect(policybook(folder, ["update"], env).status).toBe(0);
    const later = registry([
      ONE_ONE,
      TWO,
      {
        ...ONE_ONE,
        version: "2.1.0",
        files: {
          "full-jitter.ts": (all) =>
            all.replace("This is", "That is").replace("Nothing is kept", "No thing is kept"),
        },
      },
    ]);
    expect(policybook(folder, ["update"], later).status).toBe(0);
    expect(read(folder, COPY)).toContain("delay += delay");
  });

  test("that nobody has resolved yet is in the way of the next update", () => {
    const [folder, env] = [project(), registry([ONE_ONE])];
    edit(folder, COPY, AGAINST);
    policybook(folder, ["update"], env);
    const before = contents(folder);
    const { status, stdout } = policybook(folder, ["update"], registry());
    expect(status).toBe(1);
    expect(stdout).toContain(`unresolved ${COPY}: it holds the conflict of an earlier update`);
    expect(contents(folder)).toEqual(before);
  });
});

test("C8: a dry run tells the very plan, and writes nothing", () => {
  const [folder, env] = [project(), registry()];
  edit(folder, COPY, AGAINST);
  write(folder, "lib/wait.ts", read(project(), COPY));
  const before = contents(folder);
  const planned = policybook(folder, ["update", "--dry-run", "--json"], env);
  expect(contents(folder)).toEqual(before);
  const done = policybook(folder, ["update", "--json"], env);
  expect(planned.status).toBe(done.status);
  expect({ ...json(planned), dryRun: false }).toEqual(json(done));
  expect(json(done).files).toMatchObject([
    { path: "lib/wait.ts", from: "1.0.0", to: "2.0.0", outcome: "clean", conflicts: 0 },
    { path: COPY, language: "typescript", outcome: "conflict", conflicts: 1 },
  ]);
  expect(json(done).files[0].changes).toMatchObject([
    { version: "2.0.0", reason: "Warn louder." },
    { version: "1.1.0", reason: "Double by multiplying." },
  ]);
});

test("C18: a copy is updated where it went, below what the user put above it", () => {
  const [folder, env] = [project(), registry()];
  const [line = "", ...body] = read(folder, COPY).split("\n");
  const wrapped = line.replace(/^\/\/ (.*) (sha256:\w+)$/, "/*\n * $1\n * $2\n */");
  write(folder, COPY, ["// Copyright Acme", "", wrapped, ...body].join("\n"));
  write(folder, "lib/x.txt", "");
  renameSync(path.join(folder, COPY), path.join(folder, "lib/wait.mts"));
  expect(policybook(folder, ["update"], env).status).toBe(0);
  const text = read(folder, "lib/wait.mts");
  expect(text).toMatch(
    /^\/\/ Copyright Acme\n\n\/\*\n \* policybook: full-jitter\/full-jitter\.ts@2\.0\.0 sha256:\w{64}\n \*\/\n\/\/ SPDX/,
  );
  expect(text).toContain("delay = delay * 2");
  expect(Object.keys(contents(folder))).not.toContain(COPY);
});

describe("the files of one port", () => {
  const release: Release = {
    version: "1.1.0",
    reason: "Say so.",
    files: {
      "full_jitter.c": (text) => `${text}// later\n`,
      "full_jitter.h": (text) => `${text}// later\n`,
    },
  };
  const inC = (): string => {
    const folder = scratch();
    policybook(folder, ["add", "full-jitter", "--lang", "c"]);
    return folder;
  };

  test("go forward together, though only one is named", () => {
    const [folder, env] = [inC(), registry([release])];
    const { status, stdout } = policybook(folder, ["update", "retry/full_jitter.c"], env);
    expect(status).toBe(0);
    expect(stdout).toContain("updated 2 files");
    expect(stdout.match(/Say so/g)).toHaveLength(1);
    expect(read(folder, "retry/full_jitter.h")).toContain("// later");
  });

  test("or not at all", () => {
    const [folder, env] = [inC(), registry([release])];
    edit(
      folder,
      "retry/full_jitter.h",
      ["@1.0.0", "@1.0.1"],
      ["#ifndef", "# ifndef"],
      ["int64_t", "int32_t"],
    );
    const before = contents(folder);
    const { status, stderr } = policybook(folder, ["update"], env);
    expect(status).toBe(2);
    expect(stderr).toContain("retry/full_jitter.c is not updated without retry/full_jitter.h");
    expect(contents(folder)).toEqual(before);
  });
});

test("a copy's own package line stays, wherever the copy is", () => {
  const folder = scratch({ "pom.xml": "" });
  const into = ["--dir", "src/main/java/com/acme/retry"];
  policybook(folder, ["add", "full-jitter", ...into]);
  const copy = "src/main/java/com/acme/retry/FullJitter.java";
  renameSync(path.join(folder, copy), path.join(folder, "FullJitter.java"));
  const env = registry([
    { version: "1.1.0", reason: "x", files: { "FullJitter.java": (text) => `${text}// later\n` } },
  ]);
  expect(policybook(folder, ["update"], env).status).toBe(0);
  expect(read(folder, "FullJitter.java")).toMatch(/^package com\.acme\.retry;$/m);
  expect(read(folder, "FullJitter.java")).toMatch(/\/\/ later\n$/);
});

describe("git", () => {
  const git = (folder: string, ...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  const committed = (): string => {
    const folder = project();
    git(folder, "init", "-q");
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "x");
    return folder;
  };

  test("a committed file is updated, whatever else is dirty", () => {
    const [folder, env] = [committed(), registry()];
    write(folder, "other.ts", "dirty\n");
    expect(policybook(folder, ["update"], env).status).toBe(0);
  });

  test.each([
    ["edited", "retry/full-jitter.ts", "retry/full-jitter.ts has uncommitted changes in git"],
    ["untracked", "lib/wait.ts", "git does not know lib/wait.ts"],
  ])("uncommitted changes are refused, with or without --dry-run: %s", (_, file, says) => {
    const [folder, env] = [committed(), registry()];
    write(folder, file, read(folder, COPY).replace(...MINE));
    const before = contents(folder);
    for (const args of [["update"], ["update", "--yes"], ["update", "--dry-run"]]) {
      const { status, stdout, stderr } = policybook(folder, args, env);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toContain(`${says}; nothing was written`);
      expect(stderr).toContain("--allow-dirty");
    }
    expect(contents(folder)).toEqual(before);
    expect(policybook(folder, ["update", "--allow-dirty"], env).status).toBe(0);
  });
});

test("--verify runs the vectors against what was updated", () => {
  const [folder, env] = [project(), registry()];
  write(folder, "lib/full-jitter.ts", read(folder, COPY));
  edit(folder, "lib/full-jitter.ts", ["attempt >= this", "attempt > this"]);
  const vectors = path.join(path.dirname(env["POLICYBOOK_REGISTRY"] ?? ""), "vectors");
  write(vectors, "full-jitter.json", read("vectors", "full-jitter.json"));
  const { status, stdout } = policybook(folder, ["update", "--verify"], env);
  expect(status).toBe(1);
  expect(stdout).toContain(`passed ${COPY}`);
  expect(stdout).toContain("FAILED lib/full-jitter.ts");
});

describe("on a terminal", () => {
  test("asks, and then offers to run the vectors", async () => {
    const [folder, env] = [project(), registry()];
    const { sees, press, ends } = terminal(folder, ["update"], env);
    await sees("Update it?");
    expect(read(folder, COPY)).toBe(added);
    press(Key.enter);
    await sees("Run the vectors");
    expect(read(folder, COPY)).toContain("delay = delay * 2");
    press("n");
    expect(await ends()).toBe(0);
  });

  test("Ctrl-C at that offer says that the update is done", async () => {
    const { sees, press, screen, ends } = terminal(project(), ["update"], registry());
    await sees("Update it?");
    press(Key.enter);
    await sees("Run the vectors");
    press(Key.ctrlC);
    expect(await ends()).toBe(130);
    expect(screen()).toContain("the update is done");
  });

  test.each([
    ["no", "n", 0],
    ["C17: Ctrl-C", Key.ctrlC, 130],
  ])("%s writes nothing", async (_, key, status) => {
    const [folder, env] = [project(), registry()];
    const before = contents(folder);
    const { sees, press, screen, ends } = terminal(folder, ["update"], env);
    await sees("Update it?");
    press(key);
    expect(await ends()).toBe(status);
    expect(screen()).toContain("nothing was written");
    expect(contents(folder)).toEqual(before);
  });
});

test("a read-only folder is told, and nothing changes", () => {
  const folder = project();
  write(folder, "lib/wait.ts", read(folder, COPY));
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, "retry"), 0o555);
  const before = contents(folder);
  const env = registry();
  chmodSync(path.dirname(env["POLICYBOOK_REGISTRY"] ?? ""), 0o755);
  const { status, stderr } = policybookAsOrdinaryUser(folder, ["update"], env);
  chmodSync(path.join(folder, "retry"), 0o755);
  expect(status).toBe(2);
  expect(stderr).toMatch(/Cannot write to (?:lib|retry)\/.* is not writable/);
  expect(contents(folder)).toEqual(before);
});

test("a disk that takes no more is told, and nothing changes", () => {
  const [folder, env] = [project(), registry()];
  write(folder, "lib/wait.ts", added);
  const before = contents(folder);
  const limited = `ulimit -f 2; exec "${process.execPath}" "${bin()}" update`;
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync("bash", ["-c", limited], options);
  expect(status).toBe(2);
  expect(stderr).toContain("Cannot write lib/wait.ts: it would be larger than the system lets");
  expect(contents(folder)).toEqual(before);
});

test("C14: killed while writing, each file is old or new, and the next run gets through", async () => {
  const [folder, env] = [scratch(), registry()];
  project();
  const before = Array.from({ length: 8 }, (_, n) => [`retry/${n}.ts`, added] as const);
  const subject = { args: [bin(), "update"], folder, env, before: Object.fromEntries(before) };
  const { broken } = await kill(subject, 5);
  expect(broken).toEqual([]);
  expect(policybook(folder, ["update"], env).status).toBe(0);
  expect(policybook(folder, ["update"], env).stdout).toContain("nothing to update: 8 copies");
});

test("C14: two at once do not harm each other", async () => {
  const [folder, env] = [project(), registry()];
  for (let n = 0; n < 20; n += 1) write(folder, `lib/${n}/wait.ts`, read(folder, COPY));
  const runs = [0, 1].map(() =>
    spawn(process.execPath, [bin(), "update"], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: "ignore",
    }),
  );
  const codes = await Promise.all(runs.map(async (run) => (await once(run, "exit"))[0] as number));
  // The slower one may see that the other was there first; then it has written nothing.
  expect(codes).toContain(0);
  expect(policybook(folder, ["update"], env).stdout).toContain("nothing to update: 21 copies");
  expect(Object.keys(contents(folder)).filter((name) => name.includes(".tmp"))).toEqual([]);
});
