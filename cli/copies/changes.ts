import { applyPatch, formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from "diff";
import { portOfFile } from "../ports/index.ts";
import type { Port } from "../ports/port.ts";
import { visible } from "../ui/visible.ts";
import type { ComparedCopy } from "./compare.ts";

/** What upstream changed since the copy was made, as a unified diff; undefined if nothing. */
export function upstreamChanges(copy: ComparedCopy): string | undefined {
  const { state, file, upstream, base, theirs } = copy;
  if (base === undefined || theirs === undefined) return undefined;
  if (state !== "behind" && state !== "diverged") return undefined;
  const to = { label: `${file} (${upstream}, upstream)`, text: theirs };
  return unified(structured(baseOf(copy, base), to));
}

/** What the user changed in the copy, as a unified diff; undefined if nothing of meaning. */
export function ownChanges(copy: ComparedCopy): string | undefined {
  const sides = ownSides(copy);
  return sides && unified(structured(...sides));
}

/**
 * The same for a reader: in a copy that a formatter went over as well, lines that only the
 * formatter changed would drown the edit. They are left out if that makes the diff shorter.
 */
export function readableChanges(copy: ComparedCopy): string | undefined {
  const sides = ownSides(copy);
  if (sides === undefined) return undefined;
  const exact = structured(...sides);
  const port = portOfFile(copy.file);
  const meant = port && meaningfulPart(...sides, port);
  return meant !== undefined && changedLines(meant) < changedLines(exact)
    ? `${unified(meant)}(Many lines that differ in formatting only are left out.)\n`
    : unified(exact);
}

/**
 * The patch without the lines that have the same tokens on both sides; none where leaving them out
 * would hide a change: what a line is indented by may count, and a line alone does not tell.
 */
function meaningfulPart(from: Side, to: Side, port: Port): StructuredPatch | undefined {
  const sameLine = comparator(port);
  const patch = structured(from, to, sameLine);
  const patched = applyPatch(from.text, counted(patch, -1), {
    compareLine: (_, line, __, content) => sameLine(line, content),
  });
  if (patched === false) return undefined;
  const [shown, whole] = [port.tokens(patched), port.tokens(to.text)];
  return shown.join("\0") === whole.join("\0") ? patch : undefined;
}

interface Side {
  readonly label: string;
  readonly text: string;
}

const baseOf = ({ file, version }: ComparedCopy, text: string): Side => ({
  label: `${file} (${version}, as copied)`,
  text,
});

function ownSides(copy: ComparedCopy): [from: Side, to: Side] | undefined {
  const { state, path, base, yours } = copy;
  if (base === undefined || (state !== "edited" && state !== "diverged")) return undefined;
  return [baseOf(copy, base), { label: visible(path), text: yours }];
}

type SameLine = (a: string, b: string) => boolean;

function comparator(port: Port): SameLine {
  const keys = new Map<string, string>();
  const key = (line: string): string => {
    const known = keys.get(line) ?? port.tokens(line.trim()).join("\n");
    keys.set(line, known);
    return known;
  };
  return (a, b) => a === b || key(a) === key(b);
}

function structured(from: Side, to: Side, sameLine?: SameLine): StructuredPatch {
  const options = { context: 3, ...(sameLine && { comparator: sameLine }) };
  const patch = structuredPatch(from.label, to.label, from.text, to.text, "", "", options);
  // In the files the provenance line stands above these texts: count as an editor does.
  return counted(patch, 1);
}

/** The patch with its line numbers moved. */
function counted(patch: StructuredPatch, by: number): StructuredPatch {
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + by,
    newStart: hunk.newStart + by,
  }));
  return { ...patch, hunks };
}

const changedLines = ({ hunks }: StructuredPatch): number =>
  hunks.flatMap(({ lines }) => lines).filter((line) => !line.startsWith(" ")).length;

/** (The library's own heads would write names outside of ASCII in octal.) */
const unified = (patch: StructuredPatch): string =>
  `--- ${patch.oldFileName}\n+++ ${patch.newFileName}\n${formatPatch(patch, OMIT_HEADERS)}`;
