import { readFileSync } from "node:fs";

/** What is copied: the same two files with every tool. */
export const EDITED = "full-jitter";
export const OTHER = "constant";
export const ITEMS = [EDITED, OTHER] as const;

/** What upstream offers: its first release, and three that could follow it. */
export type Release = "first" | "fixed" | "clashing" | "large";

/** Words that only one side's change has in it, whole even in a diff by characters. */
export const YOURS = "YOURS";
export const UPSTREAM = "UPSTREAM";

const CAP = "capMs = 10_000";

/** What the user does to a copy of the edited item. */
export const edit = (text: string): string => changed(text, CAP, `${CAP} * ${YOURS}`);

const RANGE = '"capMs", capMs, DELAY_RANGE';

/** What each release makes of the edited item: the fix is two lines from the user's edit. */
export const RELEASES: Readonly<Record<Release, (text: string) => string>> = {
  first: (text) => text,
  fixed: (text) => changed(text, RANGE, `${RANGE} + ${UPSTREAM}`),
  clashing: (text) => changed(text, CAP, `${CAP} * ${UPSTREAM}`),
  large: (text) => text + "// one of very many lines that make the file large\n".repeat(80_000),
};

/** The file of an item as upstream has it. */
export function sample(item: string, release: Release): string {
  const text = readFileSync(`registry/${item}/${item}.ts`, "utf8");
  return item === EDITED ? RELEASES[release](text) : text;
}

function changed(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`"${what}" is not in the sample`);
  return text.replace(what, by);
}
