import { type Outcome, PATIENCE_SECONDS } from "./program.ts";
import { UPSTREAM, YOURS } from "./samples.ts";
import type { Command } from "./tool.ts";

/** A cell: what a command did, told by what was observed. */
export function told(command: Command, outcome: Outcome, ...observed: readonly string[]): string {
  const missing = missingPart(outcome.text);
  if (missing !== undefined) return `has no \`${missing}\``;
  const answered = command.input === undefined ? "" : `, answered \`${command.input[0]}\``;
  const said = [...observed.filter(Boolean), ending(outcome)].join(", ");
  return `\`${command.label}\`${answered}: ${said}`;
}

/** The command or flag that a program says it does not have. */
export function missingPart(text: string): string | undefined {
  return /(?:unknown|no such) (?:command|option)[: ]+['"‘]?([\w-]+)/i.exec(text)?.[1];
}

export const ending = ({ exit }: Outcome): string =>
  exit === undefined ? `has not ended after ${PATIENCE_SECONDS} seconds` : `exit ${exit}`;

/** Whose change a text shows, and whether one diff mixes the two. */
export function changesShown(text: string): string {
  const blocks = diffsIn(text);
  const yours = blocks.filter((block) => block.includes(YOURS));
  const theirs = blocks.filter((block) => block.includes(UPSTREAM));
  if (yours.some((block) => theirs.includes(block)))
    return "shows your edit and upstream's change in one diff";
  if (yours.length > 0 && theirs.length > 0) return "shows your edit and upstream's change apart";
  if (yours.length > 0) return "shows your edit";
  return theirs.length > 0 ? "shows upstream's change" : "shows no change";
}

/** The pieces of a diff, each of which is about lines that stand together. */
const diffsIn = (text: string): readonly string[] => text.split(/^[\s│]*@@.*$/m);

/** Does it show a difference at all? In unified diffs, or as jsrepo writes it. */
export const showsDifference = (text: string): boolean =>
  /^[\s│]*@@ -|\(\d+ changes?\)/m.test(text);

/** What became of a file. */
export function fate(before: string | undefined, after: string | undefined): string {
  if (before === after) return before === undefined ? "does not create" : "leaves";
  if (before === undefined) return "creates";
  return after === undefined ? "deletes" : "overwrites";
}

export function lineEndings(text: string): string {
  const [all, crlf] = [text.split("\n").length, text.split("\r\n").length];
  if (crlf === 1) return "LF";
  return all === crlf ? "CRLF" : "CRLF and LF mixed";
}

/** The last thing that a program says, for those cells in which it matters what it says. */
export function lastWords(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^[\s│└├┌◇◆✔ℹ●○-]+/u, "").trim());
  const last = lines.findLast((line) => /[a-z]{2}/i.test(line) && !/^[\w./-]+$/.test(line));
  return last === undefined ? "says nothing" : `says “${last.replaceAll("|", "\\|")}”`;
}

/** The flags that a text names. */
export function flagsNamed(text: string): string {
  const flags = [...new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g))];
  return flags.length === 0
    ? "names no flag"
    : `names ${flags.map((flag) => `\`${flag}\``).join(", ")}`;
}

/** What a plan says of a file, by the word beside its name. */
export function planned(text: string, file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const line = text.split("\n").find((each) => each.includes(name)) ?? "";
  const action = /creat|overwrit|conflict|skip|identical|unchanged|differs|update/i.exec(line)?.[0];
  return PLANS[action?.toLowerCase() ?? ""] ?? "plans nothing for";
}

const PLANS: Readonly<Record<string, string>> = {
  creat: "plans to create",
  overwrit: "plans to overwrite",
  update: "plans to update",
  skip: "plans to skip",
  identical: "plans to leave",
  unchanged: "plans to leave",
  conflict: "refuses",
  differs: "refuses",
};

/** What was observed for something that the cell names. */
export type Named = readonly [name: string, observed: string];

/** "x, y: a; z: b" of what was observed for each of several names. */
export function grouped(each: readonly Named[]): string {
  const names = new Map<string, string[]>();
  for (const [name, observed] of each) names.set(observed, [...(names.get(observed) ?? []), name]);
  if (names.size === 1) return [...names.keys()].join("");
  return [...names].map(([observed, which]) => `${which.join(", ")}: ${observed}`).join("; ");
}
