import { expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { Project } from "../../../cli/ports/project.ts";
import { filesIn, items, sourceOf } from "../../ports/support/registry.ts";
import { type Files, scratch, write } from "../../support/scratch.ts";

export interface Formatting {
  /** Asks the language's own formatter what there is to change. @returns its words: none, if nothing */
  readonly check: (folder: string, files: readonly string[]) => Promise<string>;
  /** Where else copies may be, for usages that differ by it. */
  readonly folders?: readonly string[];
  /** What else of ours is in the language: the player is. */
  readonly own: Files;
}

/** Whatever we give people is laid out as the language's own formatter would. */
export function testLayout(port: Port, { check, folders = ["retry"], own }: Formatting): void {
  test("the formatter has nothing to change in the copies, and in what plays them", async () => {
    const files = { ...filesIn(port), ...own };
    expect(await check(scratch(files), Object.keys(files))).toBe("");
  });

  test("all of them are looked at", () => {
    const [ending = ""] = port.files;
    const mains = Object.keys(filesIn(port)).filter((file) => file.endsWith(ending));
    expect(mains).toHaveLength(items.length);
  });

  test("the formatter has nothing to change in what `add` prints", async () => {
    const copies = folders.flatMap((folder) =>
      Object.entries(filesIn(port)).map(([file, text]) => [`${folder}/${file}`, text] as const),
    );
    const root = scratch(Object.fromEntries(copies));
    const project = new Project(root);
    const usages = items.flatMap((item) =>
      folders.map((folder) => {
        const copy = `${folder}/${sourceOf(item, port).file}`;
        return port.usage(item, { project, copy });
      }),
    );
    const [ending = ""] = port.files;
    const texts = await Promise.all(usages);
    const files = texts.map((text, index) => {
      write(root, `Usage${index}${ending}`, text);
      return `Usage${index}${ending}`;
    });
    expect(await check(root, files)).toBe("");
  });
}
