import { describe, expect, test } from "vitest";
import { contents, json, policybook, read, scratch, write } from "./support/policybook.ts";
import { Key, terminal } from "./support/terminal.ts";

const COPY = "retry/full-jitter.ts";

function project(...policies: readonly string[]): string {
  const folder = scratch({ "tsconfig.json": "{}" });
  policybook(folder, ["add", "full-jitter", ...policies]);
  return folder;
}
const edit = (folder: string): void =>
  write(folder, COPY, read(folder, COPY).replace("10_000", "60_000"));
const files = (folder: string): readonly string[] => Object.keys(contents(folder));

test("a copy goes, and the folder that nothing is left in", () => {
  const folder = project("constant");
  const first = policybook(folder, ["remove", "full-jitter"]);
  expect(first).toEqual({ status: 0, stdout: `removed ${COPY} (full-jitter 1.0.0)\n`, stderr: "" });
  expect(files(folder)).toEqual(["retry/constant.ts", "tsconfig.json"]);
  expect(policybook(folder, ["remove", "retry/constant.ts"]).status).toBe(0);
  expect(files(folder)).toEqual(["tsconfig.json"]);
  expect(policybook(folder, ["remove", "retry"]).status).toBe(2);
});

test("the files of a port go together", () => {
  const folder = scratch();
  policybook(folder, ["add", "full-jitter", "--lang", "c"]);
  const { status, stdout } = policybook(folder, ["remove", "retry/full_jitter.h"]);
  expect(status).toBe(0);
  expect(stdout).toContain("removed retry/full_jitter.c");
  expect(files(folder)).toEqual([]);
});

test("a file of the port that has lost its first line is left, and told of", () => {
  const folder = scratch();
  policybook(folder, ["add", "full-jitter", "constant", "--lang", "c"]);
  const header = read(folder, "retry/full_jitter.h");
  write(folder, "retry/full_jitter.h", header.slice(header.indexOf("\n") + 1));
  for (const flags of [["--dry-run"], []]) {
    const { status, stderr } = policybook(folder, ["remove", "full-jitter", ...flags]);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /^retry\/full_jitter\.h is left: .* no line "policybook: …"\.\nDelete it/,
    );
  }
  expect(files(folder)).toEqual(["retry/constant.c", "retry/constant.h", "retry/full_jitter.h"]);
  const other = json(policybook(folder, ["remove", "constant", "--json"]));
  expect(other.left).toEqual([]);
  write(folder, "retry/full_jitter.c", "");
  write(folder, "retry/full_jitter.h", header);
  const { left } = json(policybook(folder, ["remove", "retry", "--json"]));
  expect(left).toEqual(["retry/full_jitter.c"]);
});

describe("without a terminal, an edited copy", () => {
  test.each([[[]], [["--yes"]], [["--dry-run"]]])(
    "is refused, and with it all others: %j",
    (flags) => {
      const folder = project("constant");
      edit(folder);
      const before = contents(folder);
      const { status, stderr } = policybook(folder, ["remove", "retry", ...flags]);
      expect(status).toBe(2);
      expect(stderr).toContain(`${COPY}: it holds what the registry cannot give back`);
      expect(stderr).toContain("--force");
      expect(contents(folder)).toEqual(before);
    },
  );

  test("goes with --force; a dry run tells so in the same document", () => {
    const folder = project();
    edit(folder);
    const planned = policybook(folder, ["remove", "full-jitter", "--force", "--dry-run", "--json"]);
    expect(files(folder)).toContain(COPY);
    const done = policybook(folder, ["remove", "full-jitter", "--force", "--json"]);
    expect(files(folder)).toEqual(["tsconfig.json"]);
    expect({ ...json(planned), dryRun: false }).toEqual(json(done));
    expect(json(done).files).toMatchObject([{ path: COPY, version: "1.0.0", state: "edited" }]);
  });
});

test("no target, and what is no copy, is refused", () => {
  const folder = project();
  write(folder, "mine.ts", "mine\n");
  const before = contents(folder);
  for (const targets of [[], ["mine.ts"], ["nothing-like-it"]]) {
    expect(policybook(folder, ["remove", ...targets]).status).toBe(2);
  }
  expect(contents(folder)).toEqual(before);
});

describe("on a terminal", () => {
  test.each([
    ["keeps an edited copy at once", [Key.enter], 0, true],
    ["removes it if told so", [Key.down, Key.enter], 0, false],
    ["C17: removes nothing after Ctrl-C", [Key.ctrlC], 130, true],
  ])("%s", async (_, keys, status, isKept) => {
    const folder = project();
    edit(folder);
    const { sees, press, ends } = terminal(folder, ["remove", "full-jitter"]);
    await sees("you changed it");
    press(...keys);
    expect(await ends()).toBe(status);
    expect(files(folder).includes(COPY)).toBe(isKept);
  });
});
