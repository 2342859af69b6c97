import { diff3MergeRegions, diffIndices } from "node-diff3";
import type { Port } from "../ports/port.ts";
import { conflictLines, type Labels } from "./conflict.ts";
import { hasTokens, Layout, mostOf } from "./layout.ts";

/** The three texts of a merge. */
export interface Sides {
  /** What the copy was made from. */
  readonly base: string;
  readonly yours: string;
  /** What upstream has made of the base. */
  readonly theirs: string;
}

export interface Merged {
  readonly text: string;
  /** How many places both sides changed, each marked in the text. */
  readonly conflicts: number;
}

/**
 * Brings upstream's changes into the user's text. What a formatter did to it is undone for the
 * merge and done again after it, so that it is in the way of nothing. The result has the very
 * tokens of the merge; a part with which it would not has the registry's layout instead.
 */
export function merge({ base, yours, theirs }: Sides, port: Port, labels: Labels): Merged {
  if (yours === base) return { text: theirs, conflicts: 0 };
  const layout = new Layout(linesOf(base), linesOf(yours), port);
  const parts = partsOf(layout.lines, linesOf(base), linesOf(theirs));
  const plain = parts.map((part) => settled(part, port));
  const laidOut = parts.map((part) => settled(inLayout(part, layout), port));
  const withLayoutAt = (places: readonly number[]): readonly Part[] =>
    plain.map((part, at) => (places.includes(at) ? (laidOut[at] ?? part) : part));
  const isFaithful = (places: readonly number[]): boolean =>
    (["yours", "theirs"] as const).every((side) =>
      hasTokens(resolved(withLayoutAt(places), side), resolved(plain, side), port),
    );
  const chosen = withLayoutAt(mostOf([...plain.keys()], isFaithful));
  const lines = chosen.flatMap((part) =>
    part.isConflict ? conflictLines(part, labels) : part.yours,
  );
  return {
    text: lines.join("\n") + (yours.endsWith("\n") ? "\n" : ""),
    conflicts: chosen.filter(({ isConflict }) => isConflict).length,
  };
}

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, "").split("\n");

/** A run of lines of the merge. Where there is no conflict, `yours` is what it comes to. */
interface Part {
  readonly isConflict: boolean;
  readonly yours: readonly string[];
  readonly base: readonly string[];
  readonly theirs: readonly string[];
  /** Where `yours` begins in the user's text; undefined if it is upstream's. */
  readonly start?: number;
}

/** The three-way merge, line by line. */
function partsOf(
  yours: readonly string[],
  base: readonly string[],
  theirs: readonly string[],
): readonly Part[] {
  const [a, o, b] = [[...yours], [...base], [...theirs]];
  const hunks = diffIndices(o, a);
  const parts: Part[] = [];
  const takeYours = (start: number, end: number): void => {
    const last = parts.at(-1);
    const follows =
      last?.start !== undefined && !last.isConflict && last.start + last.yours.length === start;
    if (follows) parts.pop();
    const from = follows ? last.start : start;
    parts.push({ ...NONE, yours: yours.slice(from, end), start: from });
  };
  for (const region of diff3MergeRegions(a, o, b)) {
    if (!region.stable) {
      const { aStart, aLength, oStart, oLength, bStart, bLength } = region;
      parts.push({
        isConflict: true,
        start: aStart,
        yours: yours.slice(aStart, aStart + aLength),
        base: base.slice(oStart, oStart + oLength),
        theirs: theirs.slice(bStart, bStart + bLength),
      });
      continue;
    }
    const { buffer, bufferStart, bufferLength } = region;
    if (buffer === "b") {
      parts.push({ ...NONE, yours: theirs.slice(bufferStart, bufferStart + bufferLength) });
    } else {
      const start = buffer === "a" ? bufferStart : bufferStart + shiftAt(bufferStart, hunks);
      takeYours(start, start + bufferLength);
    }
  }
  return parts;
}

const NONE: Part = { isConflict: false, yours: [], base: [], theirs: [] };

/** How far a line of the base has moved in the user's text. */
const shiftAt = (line: number, hunks: ReturnType<typeof diffIndices>): number =>
  hunks
    .filter(({ buffer1: [start, length] }) => start + length <= line)
    .reduce((shift, { buffer1, buffer2 }) => shift + buffer2[1] - buffer1[1], 0);

/** The part in the user's own layout, upstream's lines indented as the user indents. */
function inLayout(part: Part, layout: Layout): Part {
  const { start, yours, base, theirs } = part;
  return {
    ...part,
    yours:
      start === undefined ? layout.indented(yours) : layout.laidOut(start, start + yours.length),
    base: layout.indented(base),
    theirs: layout.indented(theirs),
  };
}

/** The part without a conflict where both sides made the same change. */
const settled = (part: Part, port: Port): Part =>
  part.isConflict && hasTokens(part.yours, part.theirs, port)
    ? { ...part, isConflict: false }
    : part;

/** The whole text with every conflict decided for one side. */
const resolved = (parts: readonly Part[], side: "yours" | "theirs"): readonly string[] =>
  parts.flatMap((part) => (part.isConflict ? part[side] : part.yours));
