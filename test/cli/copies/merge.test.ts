import { readFileSync } from "node:fs";
import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { merge } from "../../../cli/copies/merge.ts";
import { portNamed } from "../../../cli/ports/choose.ts";
import { edited, reformatted, V1 as SHORT } from "./support/registry.ts";

/** (A change beside a change is a conflict: a line is between them.) */
const V1 = SHORT.replace("  return", "  // The longer, the more often.\n  return");
const V2 = V1.replace("base * attempt", "Math.min(base * attempt, 9)");

const typescript = await portNamed("typescript");
const LABELS = { base: "1.0.0", yours: "yours", theirs: "upstream" };
const merged = (base: string, yours: string, theirs: string, port = typescript) =>
  merge({ base, yours, theirs }, port, LABELS);

/** Replaces what must be there. */
function changed(
  text: string,
  ...changes: readonly (readonly [what: string, by: string])[]
): string {
  return changes.reduce((before, [what, by]) => {
    if (!before.includes(what)) throw new Error(`"${what}" is not in the text`);
    return before.replace(what, by);
  }, text);
}

describe("a merge of texts that differ in meaning alone", () => {
  test("of an untouched copy is upstream's text", () => {
    expect(merged(V1, V1, V2)).toEqual({ text: V2, conflicts: 0 });
  });

  test("takes both changes", () => {
    expect(merged(V1, edited(V1), V2)).toEqual({ text: edited(V2), conflicts: 0 });
  });

  test("of the same change on both sides is no conflict", () => {
    expect(merged(V1, V2, V2)).toEqual({ text: V2, conflicts: 0 });
    expect(merged(V1, reformatted(V2), V2)).toEqual({ text: reformatted(V2), conflicts: 0 });
  });

  test("marks what both sides changed, the base between them", () => {
    const yours = V1.replace("base * attempt", "base + attempt");
    expect(merged(V1, yours, V2)).toEqual({
      conflicts: 1,
      text: V1.replace(
        "  return base * attempt;\n",
        `<<<<<<< yours
  return base + attempt;
||||||| 1.0.0
  return base * attempt;
=======
  return Math.min(base * attempt, 9);
>>>>>>> upstream
`,
      ),
    });
  });

  test("keeps what the user put above and below", () => {
    const yours = `// Copyright Acme\n\n${V1}\nexport const mine = 1;\n`;
    expect(merged(V1, yours, V2)).toEqual({ text: yours.replace(V1, V2), conflicts: 0 });
  });

  test("keeps a last line without a line break, and words that objects have of their own", () => {
    const base = `constructor\n${V1}__proto__\n`;
    const yours = base.replace('"a"', '"b"').trimEnd();
    const theirs = base.replace("base * attempt", "9");
    expect(merged(base, yours, theirs).text).toBe(yours.replace("base * attempt", "9"));
  });
});

describe("a merge with a copy that a formatter went over", () => {
  test("changes the lines that upstream changed, and no other", () => {
    const { text, conflicts } = merged(V1, reformatted(V1), V2);
    expect(conflicts).toBe(0);
    expect(text).toBe(
      changed(reformatted(V1), ["return base * attempt", "return Math.min(base * attempt, 9);"]),
    );
  });

  test("keeps the user's edits and their layout", () => {
    const yours = changed(reformatted(V1), ["'a'", "'abc'"], ["\treturn", "\t// mine\n\treturn"]);
    const { text, conflicts } = merged(V1, yours, V1.replace("// What it does.", "// What it is."));
    expect(conflicts).toBe(0);
    expect(text).toBe(yours.replace("// What it does.", "// What it is."));
  });

  test("marks a conflict in the user's layout", () => {
    const yours = reformatted(V1).replace("base * attempt", "base + attempt");
    const { text, conflicts } = merged(V1, yours, V2);
    expect(conflicts).toBe(1);
    expect(text).toContain("<<<<<<< yours\n\treturn base + attempt\n|||||||");
    expect(text).toContain("=======\n\treturn Math.min(base * attempt, 9);\n>>>>>>>");
  });
});

describe("what a formatter does beyond white space is in the way of no merge", () => {
  /** Upstream changes 5 to 6; the user, somewhere else, 0 to 1. */
  test.each([
    [
      "Python's parentheses around what is too long",
      "python",
      "x = 0\n\na = 5 if b is None else b\n",
      "x = 0\n\na = (\n    5 if b is None else b\n)\n",
    ],
    [
      "a comma at the end of parameters",
      "python",
      'x = 0\n\ndef f(\n    a: int, b: str = "5"\n): pass\n',
      "x = 0\n\ndef f(\n    a: int,\n    b: str = '5',\n): pass\n",
    ],
    [
      "a comment that is wrapped elsewhere",
      "c",
      "int x = 0;\n\n/* One\n * two three\n * four 5.\n */\nint a;\n",
      "int x = 0;\n\n/* One two\n * three four\n * 5.\n */\nint a;\n",
    ],
    [
      "Rust's braces around what a closure is",
      "rust",
      "const X: u8 = 0;\n\nconst F: fn(u8) -> u8 = |a| a + 5;\n",
      "const X: u8 = 0;\n\nconst F: fn(u8) -> u8 = |a| {\n    a + 5\n};\n",
    ],
  ])("%s", async (_, language, base, formatted) => {
    const [port, theirs] = [await portNamed(language), changed(base, ["5", "6"])];
    const { text, conflicts } = merged(base, changed(formatted, ["0", "1"]), theirs, port);
    expect(conflicts).toBe(0);
    expect(port.tokens(text)).toEqual(port.tokens(changed(theirs, ["0", "1"])));
  });

  test("Python's indentation by tabs, also around an edit, in a docstring and in what is new", async () => {
    const base = `class A:
    """A.

    Args:
        a: One.
    """

    def f(self):
        if a:
            b = 1
            c = 2
            return b
`;
    const tabbed = (text: string): string =>
      text
        .replaceAll(/^(?: {4})+/gm, (indent) => "\t".repeat(indent.length / 4))
        .replace("\t\ta: One", "\t    a: One");
    const yours = (text: string): string => changed(text, ["b = 1", "b = 7"]);
    const theirs = changed(base, [
      "return b",
      "if c:\n                return c\n            return b",
    ]);
    const { text, conflicts } = merged(
      base,
      tabbed(yours(base)),
      theirs,
      await portNamed("python"),
    );
    expect(conflicts).toBe(0);
    expect(text).toBe(tabbed(yours(theirs)));
  });
});

const read = (file: string): string => readFileSync(`registry/full-jitter/${file}`, "utf8");

describe("Prettier in every style", () => {
  const base = read("full-jitter.ts");
  const theirs = changed(
    base,
    ["delay *= 2", "delay = delay * 2"],
    [
      "    this.rng = rng;\n",
      "    if (baseMs > capMs) {\n      this.baseMs = capMs;\n    }\n    this.rng = rng;\n",
    ],
    ["Not for secrets.", "Never for secrets."],
    ["  readonly retryAfterMs?", "  readonly code?: string;\n  readonly retryAfterMs?"],
  );
  const edits = [
    ["capMs = 10_000", "capMs = 60_000"],
    ["a uniform random time", "a random time"],
    ["const MAX_DELAY_MS", "export const MINE = 1;\n\nconst MAX_DELAY_MS"],
  ] as const;

  test("is in the way of no merge: the outcome is the same but for the layout", async () => {
    const expected = changed(theirs, ...edits);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          printWidth: fc.constantFrom(40, 60, 80, 120, 200),
          useTabs: fc.boolean(),
          tabWidth: fc.constantFrom(2, 4),
          semi: fc.boolean(),
          singleQuote: fc.boolean(),
          trailingComma: fc.constantFrom("all" as const, "none" as const),
          arrowParens: fc.constantFrom("always" as const, "avoid" as const),
        }),
        async (options) => {
          const yours = await format(changed(base, ...edits), { ...options, parser: "typescript" });
          const { text, conflicts } = merged(base, yours, theirs);
          expect(conflicts).toBe(0);
          expect(typescript.tokens(text)).toEqual(typescript.tokens(expected));
          const again = await format(text, { ...options, parser: "typescript" });
          expect(linesOnlyIn(again, text)).toBeLessThan(16);
        },
      ),
      { seed: 1, numRuns: 12 },
    );
  });
});

/** How many lines of the one text are not in the other. */
function linesOnlyIn(one: string, other: string): number {
  const known = new Set(other.split("\n"));
  return one.split("\n").filter((line) => !known.has(line)).length;
}

describe("in every language, a copy that was edited and laid out anew", () => {
  const wider = (text: string): string =>
    text.replaceAll(/^(?: {2}|\t)+/gm, (indent) => indent.replaceAll(/ {2}|\t/g, "    "));
  test.each([
    ["c", "full_jitter.c", wider, ["attempt < 1", "attempt < 2"]],
    ["go", "full_jitter.go", wider, ["10 * time.Second", "60 * time.Second"]],
    ["java", "FullJitter.java", wider, ["10_000, 8", "60_000, 8"]],
    ["rust", "full_jitter.rs", wider, ["Duration::from_millis(800)", "Duration::from_millis(900)"]],
    [
      "elixir",
      "full_jitter.ex",
      (text: string) => text.replaceAll("), do: ", "),\n    do: "),
      ["options[:cap_ms], 10_000", "options[:cap_ms], 60_000"],
    ],
    [
      "python",
      "full_jitter.py",
      (text: string) => text.replaceAll(/"(\w+)"/g, "'$1'"),
      ["else cap_ms", "else cap_ms + 1"],
    ],
  ] as const)("%s", async (language, file, layOut, edit) => {
    const port = await portNamed(language);
    const base = read(file);
    const last = base.trimEnd().split("\n").at(-1) ?? "";
    const upstream = (text: string) =>
      changed(text, ["SPDX-License-Identifier: MIT-0", "SPDX-License-Identifier: MIT"]).replace(
        new RegExp(`${last.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}\\n$`),
        `${last}\n${port.comment("The end.")}\n`,
      );
    const yours = layOut(changed(base, edit));
    expect(port.tokens(layOut(base))).toEqual(port.tokens(base));
    expect(layOut(base)).not.toBe(base);
    const { text, conflicts } = merged(base, yours, upstream(base), port);
    expect(conflicts).toBe(0);
    expect(text).toBe(upstream(yours));
  });
});
