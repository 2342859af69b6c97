import { UPSTREAM, YOURS } from "./samples.ts";

/** A conflict, with the user's side in the first group. */
export const MARKERS = /^<{7}.*\n([^]*?)(?:^\|{7}[^]*?)?^={7}[^]*?^>{7}.*\n/m;

/** Whose changes a file has after an update. */
export function contentOf(text: string): string {
  if (MARKERS.test(text)) return "markers in the file";
  const sides = [text.includes(YOURS) && "your line", text.includes(UPSTREAM) && "upstream's line"];
  return `the file has ${sides.filter(Boolean).join(" and ") || "neither line"}`;
}
