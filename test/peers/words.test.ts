import { describe, expect, test } from "vitest";
import { contentOf } from "./content.ts";
import { named } from "./cases/c15-unreachable.ts";
import { content } from "./cases/c16-json.ts";
import { found } from "./cases/c18-moved.ts";
import type { Outcome } from "./program.ts";
import { edit, RELEASES, sample, UPSTREAM, YOURS } from "./samples.ts";
import { comparison } from "./table.ts";
import * as words from "./words.ts";

const said = (text: string, exit: number | undefined = 0): Outcome => ({
  exit,
  text,
  stdout: text,
});
const command = { label: "update --yes", args: ["update", "--yes"] };

describe("a cell", () => {
  test("names the command, what was observed, and the exit code", () => {
    const cell = words.told(command, said(""), "", "leaves the file");
    expect(cell).toBe("`update --yes`: leaves the file, exit 0");
  });

  test("names what was typed into it", () => {
    const cell = words.told({ ...command, input: "v\nn\n" }, said(""));
    expect(cell).toBe("`update --yes`, answered `v`: exit 0");
  });

  test.each([
    ["error: unknown command 'update'", "has no `update`"],
    ["error: unknown option '--dry-run'", "has no `--dry-run`"],
    ["│ No such option: --json │", "has no `--json`"],
    ["│ No such command 'add'. │", "has no `add`"],
  ])("of %s", (text, cell) => {
    expect(words.told(command, said(text, 2), "leaves the file")).toBe(cell);
  });

  test("of a program that did not end", () => {
    expect(words.told(command, { exit: undefined, text: "", stdout: "" })).toContain("not ended");
  });
});

describe("whose changes a text shows", () => {
  const [yours, theirs] = [`@@ -1 +1 @@\n+${YOURS}\n`, `@@ -2 +2 @@\n+${UPSTREAM}\n`];
  test.each([
    ["", "shows no change"],
    [yours, "shows your edit"],
    [theirs, "shows upstream's change"],
    [yours + theirs, "shows your edit and upstream's change apart"],
    [
      `│ @@ -1 +1 @@\n│ -${YOURS}\n│ +${UPSTREAM}\n`,
      "shows your edit and upstream's change in one diff",
    ],
    [`${YOURS}\n${UPSTREAM}`, "shows your edit and upstream's change in one diff"],
  ])("%j", (text, expected) => expect(words.changesShown(text)).toBe(expected));
});

test.each([
  ["", false],
  ["nothing differs", false],
  ["│ @@ -1,5 +1,5 @@", true],
  ["@@ -1 +1 @@", true],
  ["item → src/lib/item.ts (2 changes)", true],
])("a difference in %j: %s", (text, shown) => expect(words.showsDifference(text)).toBe(shown));

test.each([
  ["a", "a", "leaves"],
  ["a", "b", "overwrites"],
  ["a", undefined, "deletes"],
  [undefined, "b", "creates"],
  [undefined, undefined, "does not create"],
])("a file that was %j and is %j", (before, after, verb) => {
  expect(words.fate(before, after)).toBe(verb);
});

test.each([
  ["a\nb\n", "LF"],
  ["a\r\nb\r\n", "CRLF"],
  ["a\r\nb\n", "CRLF and LF mixed"],
])("line endings of %j", (text, expected) => expect(words.lineEndings(text)).toBe(expected));

test.each([
  ["✔ Checking.\nℹ Skipped 1 file: (same)\n  - src/lib/a.ts\n\n", "says “Skipped 1 file: (same)”"],
  ["│\n└  Added a | b to your project.\n", "says “Added a \\| b to your project.”"],
  ["\n - \n", "says nothing"],
])("the last words of %j", (text, expected) => expect(words.lastWords(text)).toBe(expected));

test.each([
  ["Pass --overwrite or --keep, or --keep.", "names `--overwrite`, `--keep`"],
  ["--- a/file\n+++ b/file\n-----", "names no flag"],
])("the flags in %j", (text, expected) => expect(words.flagsNamed(text)).toBe(expected));

test.each([
  ["~ src/lib/a.ts  overwrite", "plans to overwrite"],
  ["would create src/lib/a.ts", "plans to create"],
  ["src/lib/a.ts exists and differs", "refuses"],
  ["src/lib/b.ts  overwrite", "plans nothing for"],
])("the plan %j", (text, expected) => expect(words.planned(text, "lib/a.ts")).toBe(expected));

test("like observations are told once", () => {
  expect(words.grouped(Object.entries({ a: "read", b: "not read", c: "read" }))).toBe(
    "a, c: read; b: not read",
  );
  expect(words.grouped(Object.entries({ a: "read", b: "read" }))).toBe("read");
});

describe("single cases", () => {
  test.each([
    [`a\n<<<<<<< ours\n${YOURS}\n=======\n${UPSTREAM}\n>>>>>>> theirs\n`, "markers in the file"],
    [`${UPSTREAM}\n`, "the file has upstream's line"],
    [`${YOURS}\n`, "the file has your line"],
    [`${YOURS} ${UPSTREAM}\n`, "the file has your line and upstream's line"],
    ["\n", "the file has neither line"],
  ])("C13: %j", (text, expected) => expect(contentOf(text)).toBe(expected));

  test.each([
    ["http://localhost:1/404 not there", "names address"],
    ["http://localhost:1/404 answered 404", "names address and cause"],
    ["it answered 404", "names cause"],
    ["failed", "names neither address nor cause"],
  ])("C15: %j", (text, expected) => {
    expect(named(said(text, 1), "http://localhost:1/404", /404/)).toBe(expected);
  });

  test.each([
    [said("{}\n"), "one JSON document, exit 0"],
    [said("{}\n{}\n", 1), "other text, exit 1"],
    [said("error: unknown option '--json'", 1), "has no `--json`"],
  ])("C16: %j", (outcome, expected) => expect(content(outcome)).toBe(expected));

  test.each([
    ["edited src/net/jitter.ts", "finds it at its new place"],
    ["src/lib/a.ts (create)", "does not find it, plans to create it at the old place"],
    ["No items", "does not find it"],
  ])("C18: %j", (text, expected) => expect(found(text, "src/lib/a.ts")).toBe(expected));
});

test("the samples are what the cases need them to be", () => {
  const first = sample("full-jitter", "first");
  expect(edit(first)).toContain(YOURS);
  for (const change of [RELEASES.fixed, RELEASES.clashing])
    expect(change(first)).toContain(UPSTREAM);
  const line = (text: string, word: string) => text.split("\n").findIndex((l) => l.includes(word));
  const yours = line(edit(first), YOURS);
  expect(line(RELEASES.clashing(first), UPSTREAM)).toBe(yours);
  expect(line(RELEASES.fixed(first), UPSTREAM) - yours).toBe(2);
});

test("a table has a row per case and a column per tool", () => {
  const tools = [
    { name: "one", version: "1.0.0" },
    { name: "two", version: "2.0.0" },
  ];
  const cases = [{ id: "C1", situation: "edited" }];
  expect(comparison(tools, cases, [["a"], ["b"]])).toBe(
    "| case | one 1.0.0 | two 2.0.0 |\n| --- | --- | --- |\n| C1: edited | a | b |",
  );
});
