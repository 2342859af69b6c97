import { describe, expect, test } from "vitest";
import { renderMarkdown } from "../../../cli/ui/markdown.ts";

const render = (...lines: readonly string[]): string => renderMarkdown(lines.join("\n"), 40);

describe("renderMarkdown", () => {
  test("headings, emphasis, code and comments lose their marks", () => {
    expect(render("# Title", "", "<!-- gone -->", "", "A **bold** _word_ and `code`.")).toBe(
      "Title\n\nA bold word and code.",
    );
  });

  test("paragraphs are wrapped at the width", () => {
    const text = render("one two three four five six seven eight nine ten eleven twelve thirteen");
    expect(text.split("\n")).toEqual([
      "one two three four five six seven eight",
      "nine ten eleven twelve thirteen",
    ]);
  });

  test("lists keep their marks, and hang their lines below the text", () => {
    expect(render("- one two three four five six seven eight nine", "- b", "  - nested")).toBe(
      "- one two three four five six seven\n  eight nine\n- b\n  - nested",
    );
    expect(render("1. a", "2. b")).toBe("1. a\n2. b");
  });

  test("code blocks are indented and left as they are", () => {
    expect(render("```ts", "if (a < b) {", "  c;", "}", "```")).toBe(
      "    if (a < b) {\n      c;\n    }",
    );
  });

  test("tables are aligned", () => {
    expect(render("| a | long name |", "| - | - |", "| `wide` | 1 |")).toBe(
      "a     long name\n────  ─────────\nwide  1",
    );
  });

  const wide = [
    "| name | what it is | range |",
    "| - | - | - |",
    "| `baseMs` | The ceiling of the first delay | 0 to 9 |",
    "| | at once | |",
  ];

  test("tables that are too wide have their cells wrapped, the widest first", () => {
    expect(render(...wide)).toBe(
      [
        "name    what it is                range",
        "──────  ────────────────────────  ──────",
        "baseMs  The ceiling of the first  0 to 9",
        "        delay",
        "        at once",
      ].join("\n"),
    );
  });

  test("tables that cannot be so narrow become a record for each row", () => {
    expect(renderMarkdown(wide.join("\n"), 20)).toBe(
      [
        "name: baseMs",
        "  what it is: The",
        "  ceiling of the",
        "  first delay",
        "  range: 0 to 9",
        "what it is: at",
        "  once",
      ].join("\n"),
    );
  });

  test("tables may be wider than text is", () => {
    const cell = Array.from({ length: 30 }, () => "word").join(" ");
    const lines = renderMarkdown(`${cell}\n\n| a |\n| - |\n| ${cell} |`, 200).split("\n");
    expect(Math.max(...lines.map(({ length }) => length))).toBe(cell.length);
    expect(lines[0]?.length).toBeLessThanOrEqual(100);
  });

  test("relative links are their text alone", () => {
    expect(render("See [the rules](../../docs/rules.md) and [x](#x).")).toBe(
      "See the rules and x.",
    );
  });

  test("links show where they lead, and entities are read", () => {
    expect(render("See [RFC](https://example.org/rfc) &lt;3")).toBe(
      "See RFC (https://example.org/rfc) <3",
    );
  });
});
