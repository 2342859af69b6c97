import { chmodSync, renameSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { diff } from "../../../cli/commands/diff.ts";
import {
  copyText,
  edited,
  fixtureRegistry,
  reformatted,
  twoReleases,
  V1,
  V2,
} from "../copies/support/registry.ts";
import { stdout as channel } from "../../../cli/ui/channel.ts";
import { printed } from "./support/printed.ts";
import { asOrdinaryUser, scratch } from "../copies/support/scratch.ts";

const CURRENT = copyText("1.1.0", V2);
const EDITED = copyText("1.1.0", V2, edited(V2));
const BEHIND = copyText("1.0.0", V1);
const DIVERGED = copyText("1.0.0", V1, edited(V1));
const FORMATTING = copyText("1.1.0", V2, reformatted(V2));
const NEWER = copyText("9.0.0", V2);

beforeEach(() => {
  vi.stubEnv("POLICYBOOK_REGISTRY", fixtureRegistry(twoReleases).folder);
});

/** Runs the command in the folder and takes what it prints. */
const run = (
  cwd: string,
  targets: readonly string[] = [],
  options: { json?: boolean; quiet?: boolean } = {},
) => printed(() => diff(targets, { cwd, ...options }));

const json = async (cwd: string, ...targets: readonly string[]) => {
  const { stdout, stderr, exit } = await run(cwd, targets, { json: true });
  expect(stderr).toBe("");
  return { exit, document: JSON.parse(stdout) as Record<string, unknown> };
};

describe("a copy is reported with what became of it", () => {
  test("current", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": CURRENT }));
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: "current    a.ts (steady 1.1.0)\n" });
  });

  test("C1: edited, with the edit", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": EDITED }));
    expect(exit).toBe(1);
    expect(stdout).toContain("edited     a.ts (steady 1.1.0): you changed it");
    expect(stdout).toContain(`What you changed in a.ts:
--- steady.ts (1.1.0, as copied)
+++ a.ts
`);
    expect(stdout).toContain(`\n-  const base = "a".length;\n+  const base = "abc".length;\n`);
    expect(stdout).not.toContain("What upstream changed");
  });

  test("C2: diverged, with the two changes apart", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": DIVERGED }));
    const [, yours = "", theirs = ""] = stdout.split(/^What (?=you|upstream)/m);
    expect(exit).toBe(1);
    expect(stdout).toContain("diverged   a.ts (steady 1.0.0): you changed it, and 1.1.0 is out");
    expect(yours).toContain(`+  const base = "abc".length;`);
    expect(yours).not.toContain("Math.min");
    expect(theirs).toContain(`+  return Math.min(base * attempt, 9);`);
    expect(theirs).not.toContain("abc");
  });

  test("behind, with what upstream changed and the command that takes it", async () => {
    const { exit, stdout } = await run(scratch({ "src/steady.ts": BEHIND }));
    expect(exit).toBe(1);
    expect(stdout).toContain("behind     src/steady.ts (steady 1.0.0): 1.1.0 is out");
    expect(stdout).toContain("Next: policybook update src/steady.ts\n");
    expect(stdout).toContain("+++ steady.ts (1.1.0, upstream)\n");
    expect(stdout).not.toContain("What you changed");
  });

  test("the command is right for a shell, whatever the file is called", async () => {
    const { stdout } = await run(scratch({ "it's.ts": BEHIND }));
    expect(stdout).toContain(String.raw`Next: policybook update 'it'\''s.ts'`);
  });

  test("with the conflict of an update in it: that is what it says", async () => {
    const conflict = "<<<<<<< yours\n1\n||||||| base\n2\n=======\n3\n>>>>>>> upstream\n";
    const { exit, stdout } = await run(scratch({ "a.ts": CURRENT + conflict }));
    expect(exit).toBe(1);
    expect(stdout).toContain("a.ts (steady 1.1.0): it holds the conflict of an update");
  });

  test("C3: formatting only, in one line", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": FORMATTING }));
    expect({ exit, stdout }).toEqual({
      exit: 0,
      stdout: "formatting a.ts (steady 1.1.0): reformatted, and nothing else\n",
    });
  });

  test("C10: checked out with CRLF, it is as it was", async () => {
    const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
    const folder = scratch({ "a.ts": crlf(CURRENT), "b.ts": crlf(EDITED) });
    const { stdout } = await run(folder);
    expect(stdout).toContain("current    a.ts");
    expect(stdout.match(/^[-+](?![-+])/gm)).toHaveLength(2);
  });

  test("C18: moved, renamed, and reformatted on its first lines, it is found", async () => {
    const folder = scratch({ "steady.ts": CURRENT.replace(" sha256:", "\n// sha256:") });
    renameSync(path.join(folder, "steady.ts"), path.join(folder, "wait.mts"));
    expect((await run(folder)).stdout).toBe("current    wait.mts (steady 1.1.0)\n");
  });

  test("unknown, with the reason and what to do next", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": NEWER, "b.ts": EDITED }));
    expect(exit).toBe(2);
    expect(stdout).toContain("unknown    a.ts (steady 9.0.0): it is newer than this policybook");
    expect(stdout).toMatch(/^ {11}Next: Upgrade policybook if a newer one made the copy; /m);
    expect(stdout).toContain("2 copies: 1 edited, 1 unknown\n");
  });
});

describe("without copies", () => {
  test("a project is told how to get one", async () => {
    const { exit, stdout } = await run(scratch({ "a.ts": V1 }));
    expect(exit).toBe(0);
    expect(stdout).toContain("There is no copy of a policy below this folder.");
    expect(stdout).toContain("policybook add");
  });

  test("a target that named one is an error, and the others are still checked", async () => {
    const folder = scratch({ "a.ts": CURRENT });
    const { exit, stdout, stderr } = await run(folder, ["a.ts", "none.ts"]);
    expect(exit).toBe(2);
    expect(stdout).toBe("current    a.ts (steady 1.1.0)\n");
    expect(stderr).toContain(`error: "none.ts" is neither a policy nor a file or folder here.`);
  });

  test("what cannot be read is an error", async () => {
    const folder = scratch({ "a.ts": CURRENT, "b.ts": CURRENT });
    chmodSync(path.join(folder, "b.ts"), 0o000);
    const { exit, stderr } = await asOrdinaryUser(() => run(folder));
    expect(exit).toBe(2);
    expect(stderr).toContain("b.ts could not be checked: permission denied.");
  });

  test("a folder that is not there is an error", async () => {
    await expect(run(path.join(scratch(), "none"))).rejects.toThrow("There is no folder");
  });
});

test.each([
  ["current", CURRENT, 0],
  ["formatting", FORMATTING, 0],
  ["edited", EDITED, 1],
  ["behind", BEHIND, 1],
  ["diverged", DIVERGED, 1],
  ["unknown", NEWER, 2],
])("--quiet prints nothing of a copy that is %s", async (_, text, exit) => {
  const folder = scratch({ "a.ts": text });
  expect(await run(folder, [], { quiet: true })).toEqual({ exit, stdout: "", stderr: "" });
});

test("--quiet prints nothing of a target that is not there", async () => {
  const outcome = await run(scratch(), ["none"], { quiet: true });
  expect(outcome).toEqual({ exit: 2, stdout: "", stderr: "" });
});

describe("C16: --json is one document", () => {
  test("with every copy and both sides", async () => {
    const folder = scratch({
      "src/1.ts": CURRENT,
      "src/2.ts": EDITED,
      "src/3.ts": BEHIND,
      "src/4.ts": DIVERGED,
      "src/5.ts": FORMATTING,
      "src/6.ts": NEWER,
      "src/7.ts": copyText("1.0.0", V1, reformatted(V1)),
    });
    const { exit, document } = await json(folder);
    const of = { policy: "steady", file: "steady.ts", language: "typescript", upstream: "1.1.0" };
    const yours = expect.stringContaining("abc");
    const theirs = expect.stringContaining("+  return Math.min");
    const reason = expect.stringContaining("newer");
    const suggestion = expect.stringContaining("Upgrade policybook");
    expect(exit).toBe(2);
    expect(document).toEqual({
      copies: [
        { path: "src/1.ts", ...of, version: "1.1.0", state: "current" },
        { path: "src/2.ts", ...of, version: "1.1.0", state: "edited", yours },
        { path: "src/3.ts", ...of, version: "1.0.0", state: "behind", theirs },
        { path: "src/4.ts", ...of, version: "1.0.0", state: "diverged", yours, theirs },
        { path: "src/5.ts", ...of, version: "1.1.0", state: "formatting", formatted: true },
        { path: "src/6.ts", ...of, version: "9.0.0", state: "unknown", reason, suggestion },
        { path: "src/7.ts", ...of, version: "1.0.0", state: "behind", formatted: true, theirs },
      ],
      problems: [],
      summary: {
        copies: 7,
        current: 1,
        behind: 2,
        edited: 1,
        diverged: 1,
        formatting: 1,
        unknown: 1,
        problems: 0,
      },
    });
  });

  test("with the problems", async () => {
    const { exit, document } = await json(scratch({ "a.ts": V1 }), "steady", "a.ts");
    expect(exit).toBe(2);
    expect(document).toMatchObject({
      copies: [],
      problems: [
        {
          code: "no-copy",
          message: expect.stringContaining("steady"),
          suggestion: expect.any(String),
        },
        { code: "not-a-copy", file: "a.ts" },
      ],
      summary: { copies: 0, problems: 2 },
    });
  });

  test("with nothing", async () => {
    const { exit, document } = await json(scratch());
    expect({ exit, ...document }).toMatchObject({ exit: 0, copies: [], problems: [] });
  });

  test("and stays it with --quiet", async () => {
    const { stdout } = await run(scratch({ "a.ts": CURRENT }), [], { json: true, quiet: true });
    expect(JSON.parse(stdout)).toMatchObject({ summary: { current: 1 } });
  });
});

test("nothing in a file's name or text steers the terminal", async () => {
  const steering = "\u001b[31m\u202e\u0007";
  const folder = scratch({
    [`a${steering}.ts`]: EDITED,
    "b.ts": copyText("1.1.0", V2, `${V2}// ${steering}\n`),
    "c.ts": CURRENT.replace("\n", ` from x${steering}\n`),
  });
  const terminal = vi.spyOn(channel, "isTerminal", "get").mockReturnValue(true);
  const { stdout, stderr } = await run(folder, [".", steering]);
  terminal.mockRestore();
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(stdout).toContain(String.raw`a\x1b[31m\u202e\x07.ts`);
  expect(stdout).toContain(String.raw`+// \x1b[31m\u202e\x07`);
});
