import { describe, expect, test } from "vitest";
import { nearest } from "../../../cli/ui/nearest.ts";
import { table, wrap } from "../../../cli/ui/table.ts";

describe("nearest", () => {
  const names = ["full-jitter", "equal-jitter", "decorrelated-jitter", "constant", "rng", "c"];
  test.each([
    ["full-jiter", "full-jitter"],
    ["decorelated", "decorrelated-jitter"],
    ["FULL-JITTER", "full-jitter"],
    ["constnat", "constant"],
    ["jitter", "full-jitter"],
    ["gnr", "rng"],
    ["something-else", undefined],
    ["zz", undefined],
  ])("%s: %s", (word, expected) => {
    expect(nearest(word, names)).toBe(expected);
  });
});

describe("table", () => {
  test("aligns columns and wraps the last one within the width", () => {
    expect(
      table(
        [
          ["a", "one two three four five six"],
          ["long", "x"],
        ],
        26,
      ),
    ).toEqual(["a     one two three four", "      five six", "long  x"]);
  });
});

describe("wrap", () => {
  test("leaves a word that is longer than the width whole", () => {
    expect(wrap("a incomprehensible b", 5)).toEqual(["a", "incomprehensible", "b"]);
  });
});
