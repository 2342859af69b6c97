import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { describeWith } from "../../support/programs.ts";
import { type Files, scratch } from "../../support/scratch.ts";
import { copyOf, filesIn, itemNamed, replacing } from "../support/registry.ts";
import type { Edit } from "./faults.ts";

/** Edits of one place of an item's code, each of which is more than formatting. */
export interface Meaning {
  readonly item: string;
  readonly edits: readonly Edit[];
}

export function testMeaning(port: Port, { item, edits }: Meaning): void {
  const tokensOf = (files: Files) => Object.values(files).map((text) => port.tokens(text));

  describe("a change of one place of the code is more than formatting", () => {
    test.each(edits)("%j as %j", (what, by) => {
      const edited = copyOf(itemNamed(item), port, replacing(what, by));
      expect(tokensOf(edited.files)).not.toEqual(tokensOf(copyOf(itemNamed(item), port).files));
    });
  });
}

export interface Style {
  readonly name: string;
  /** How the formatter is told of it. */
  readonly flags?: readonly string[];
  /** Lays the text out as nobody would, for the formatter to mend. */
  readonly spoil?: (text: string) => string;
  /** In which files there is something to change: in every, if left out; it may be the registry's own. */
  readonly changes?: "every" | "some" | "none";
}

export interface Formatter {
  readonly programs: readonly string[];
  readonly styles: readonly Style[];
  /** Formats the files in the folder where they are. */
  readonly format: (
    folder: string,
    files: readonly string[],
    flags: readonly string[],
  ) => Promise<unknown>;
}

/** What a formatter does to copies is formatting only. */
export function testFormatter(port: Port, { programs, styles, format }: Formatter): void {
  describeWith(programs, programs.join(" and "), () => {
    test.each(styles)("$name is formatting only", async (style) => {
      const { changes = "every" } = style;
      const texts = filesIn(port);
      const { before, after } = await formatted(texts, style, format);
      const tokens = Object.values(texts).map((text) => port.tokens(text));
      expect(before.map((text) => port.tokens(text))).toEqual(tokens);
      expect(after.map((text) => port.tokens(text))).toEqual(tokens);
      if (style.spoil) expect(before).not.toEqual(Object.values(texts));
      const same = Object.keys(texts).filter((_, index) => after[index] === before[index]);
      if (changes === "every") expect(same).toEqual([]);
      if (changes === "some") expect(same.length).toBeLessThan(after.length);
    });
  });
}

/** The texts as the formatter got them and as it left them. */
async function formatted(
  texts: Files,
  { flags = [], spoil = (text) => text }: Style,
  format: Formatter["format"],
): Promise<{ readonly before: readonly string[]; readonly after: readonly string[] }> {
  const files = Object.keys(texts);
  const before = Object.values(texts).map(spoil);
  const folder = scratch(
    Object.fromEntries(files.map((file, index) => [file, before[index] ?? ""])),
  );
  await format(folder, files, flags);
  return { before, after: files.map((file) => readFileSync(path.join(folder, file), "utf8")) };
}
