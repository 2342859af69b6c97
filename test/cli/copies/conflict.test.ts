import { describe, expect, test } from "vitest";
import { conflictLines, hasConflict } from "../../../cli/copies/conflict.ts";

const LABELS = { base: "1.0.0 (as copied)", yours: "yours (a.ts)", theirs: "upstream 1.1.0" };
const LINES = conflictLines({ base: ["1"], yours: ["2"], theirs: ["3"] }, LABELS);

describe("a conflict is there as long as one of its markers is", () => {
  test.each(LINES.filter((line) => /^[<|>]/.test(line)))("%s", (marker) => {
    expect(hasConflict(["a", ...LINES, "b", ""].join("\n"))).toBe(true);
    expect(hasConflict(`a\n${marker}\nb\n`)).toBe(true);
    expect(hasConflict(`a\n${marker}`, "a\n1\nb\n")).toBe(true);
  });

  test("whatever an editor has taken from its end", () => {
    expect(hasConflict("<<<<<<<\n")).toBe(true);
  });

  test.each(["a <<<<<<< b\n", "  <<<<<<< b\n", "<<<<<<<< b\n", ">>>>>>>b\n", "=======\n", ""])(
    "and not because of %j",
    (text) => expect(hasConflict(text)).toBe(false),
  );
});

describe("a line that the release has is no marker", () => {
  const base = `text = """\n<<<<<<< mine \n>>>>>>> theirs\n"""\n`;
  test("as it is, edited elsewhere, or without the blank at its end", () => {
    for (const text of [base, `${base}more\n`, base.replace("mine ", "mine")])
      expect(hasConflict(text, base)).toBe(false);
  });

  test("but one of another label is", () => {
    expect(hasConflict(`${base}${LINES.join("\n")}`, base)).toBe(true);
  });
});

test("thousands of lines like markers are read through once", () => {
  const lines = `${"<<<<<<< a\n".repeat(20_000)}${"=======\n".repeat(20_000)}`;
  expect(hasConflict(lines)).toBe(true);
  expect(hasConflict(lines, lines)).toBe(false);
});
