import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Item } from "../../cli/registry/item.ts";
import { copies, items, registry } from "./support/copies.ts";

const SECTIONS = [
  "What it is",
  "When to use it",
  "When not to use it",
  "How it works",
  "Parameters",
  "Complexity",
  "Numbers",
  "Source",
  "Notes",
];

/** What is wrong with a page. Figures come from a command, so a page has none of its own. */
function pageFaults(item: Item, page: string): string[] {
  const faults: string[] = [];
  const headings = [...page.matchAll(/^(#+ .*)$/gm)].map(([, heading]) => heading);
  const sections = SECTIONS.filter((name) => name !== "Numbers" || item.kind === "policy");
  if (item.changes !== undefined) sections.push("Versions");
  if (headings.join() !== [`# ${item.title}`, ...sections.map((name) => `## ${name}`)].join())
    faults.push("its sections are not the usual ones");
  const reasons = [...section(page, "When not to use it").matchAll(/^- \*\*(.+?)\*\*(.*)$/gm)];
  if (reasons.length < 2) faults.push("it gives fewer than two reasons not to use it");
  for (const [, reason = "", why = ""] of reasons)
    if (why.trim().length < 60) faults.push(`it does not explain: ${reason}`);
  const others = items.filter((other) => other !== item).map((other) => `\`${other.name}\``);
  if (
    item.kind === "policy" &&
    !others.some((name) => section(page, "When not to use it").includes(name))
  )
    faults.push("it names no alternative");
  if (!/^```text\n[^`]+```$/m.test(section(page, "How it works")))
    faults.push("it has no pseudocode");
  const typed = page.replace(/<!-- (numbers[^>]*) -->.*?<!-- \/\1 -->/gs, "");
  if (/\d\s*%|\bpercent\b/.test(typed)) faults.push("it has a measured figure typed in");
  return faults;
}

/** The text of a section, up to the next heading. */
function section(page: string, heading: string): string {
  return page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

const pages = items.map((item) => {
  const file = path.join(registry, item.name, "page.md");
  return { name: item.name, item, page: existsSync(file) ? readFileSync(file, "utf8") : "" };
});

describe.each(pages)("the page of $name", ({ item, page }) => {
  it("has every section, reasons against it, and no typed-in figures", () => {
    expect(pageFaults(item, page)).toEqual([]);
  });

  it("says of complexity and sources what the metadata says", () => {
    const { time, space } = item.complexity;
    const complexity = section(page, "Complexity");
    expect(complexity).toContain(`- Time: ${time}`);
    expect(complexity).toContain(`- Space: ${space}`);
    const source = section(page, "Source").replaceAll("\\", "");
    for (const { title } of item.sources) expect(source).toContain(title);
  });

  it("names its neighbours", () => {
    for (const neighbour of item.neighbours) expect(page).toContain(`\`${neighbour.name}\``);
  });

  it("has pseudocode that a terminal of 80 columns holds, as show lays it out", () => {
    const pseudocode = /^```text\n([^`]+)```$/m.exec(section(page, "How it works"))?.[1] ?? "";
    const wide = pseudocode.split("\n").filter((line) => `    ${line}`.length > 80);
    expect(wide).toEqual([]);
  });

  it("refuses in its pseudocode in the order of the code", () => {
    if (item.kind === "generator") return expect(page).not.toContain("give up");
    expect(section(page, "How it works")).toMatch(
      /not failure\.retryable:.*attempt >= maxAttempts:/s,
    );
    for (const { text } of copies.filter((copy) => copy.item === item))
      expect(text).toMatch(
        /if \(!failure\.retryable \|\| attempt >= this\.#?maxAttempts\) return null;/,
      );
  });
});

/** The uncomfortable facts. What can be checked of them is in claims.test.ts. */
it.each([
  ["full-jitter", /gets through _less often_ than `exponential`/],
  ["full-jitter", /Why the default is not the one that succeeds most/],
  ["full-jitter", /retry budget/],
  ["exponential", /lockstep/],
  ["equal-jitter", /ceiling of 1 always gives a delay of exactly 0/],
  ["equal-jitter", /retry budget/],
  ["decorrelated-jitter", /One object serves _one_ operation/],
  ["decorrelated-jitter", /averages one and a half times the last/],
  ["decorrelated-jitter", /about a third of all draws are exactly the cap/],
  ["retry-after-aware", /An honoured `Retry-After` brings the herd back/],
  ["retry-after-jitter", /Between the hint and the cap there is no room to spread in/],
  ["retry-after-jitter", /retry budget/],
  ["constant", /lockstep/],
  ["rng", /For secrets/],
])("the page of %s admits: %s", (name, fact) => {
  expect(pages.find((page) => page.name === name)?.page).toMatch(fact);
});

describe("the check of pages", () => {
  const [model] = pages;
  const { item, page } = model ?? expect.fail("the registry is empty");

  it.each([
    ["a missing page", () => ""],
    ["a page without a section against it", () => page.replace("## When not to use it", "## Also")],
    [
      "a section against it that is empty",
      () => page.replace(/(not to use it\n)[^]*?(?=## How)/, "$1\n"),
    ],
    ["reasons without a word of explanation", () => page.replace(/(\*\* ).*$/gm, "$1Really.")],
    ["a section with no alternative", () => page.replaceAll(/`[a-z-]+`/g, "another")],
    ["a page without pseudocode", () => page.replace(/```text[^]*?```/, "")],
    ["a figure typed in", () => `${page}\nIt succeeds in 19.9% of cases.\n`],
    ["another title", () => page.replace(/^# /, "# The ")],
  ])("finds %s", (_, broken) => {
    expect(pageFaults(item, broken())).not.toEqual([]);
  });
});
