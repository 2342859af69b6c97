import { formatPatch, OMIT_HEADERS, structuredPatch, type StructuredPatch } from "diff";
import { portOfFile } from "../ports/index.ts";
import type { Port } from "../ports/port.ts";
import { visible } from "../ui/visible.ts";
import type { ComparedCopy } from "./compare.ts";
import { Layout } from "./layout.ts";

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
 * formatter changed would drown the edit. The formatter's work is undone if that makes it shorter.
 */
export function readableChanges(copy: ComparedCopy): string | undefined {
  const sides = ownSides(copy);
  if (sides === undefined) return undefined;
  const exact = structured(...sides);
  const port = portOfFile(copy.file);
  const meant = port && structured(sides[0], { ...sides[1], text: unformatted(...sides, port) });
  return meant !== undefined && changedLines(meant) < changedLines(exact)
    ? `${unified(meant)}(Formatting is left out, and lines are numbered as without it.)\n`
    : unified(exact);
}

/** The text in the layout of the one that it was made from, and with the same meaning. */
function unformatted(from: Side, to: Side, port: Port): string {
  const layout = new Layout(from.text.split("\n"), to.text.split("\n"), port);
  return layout.lines.join("\n");
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

/** In the files the provenance line stands above these texts: lines are counted as an editor does. */
function structured(from: Side, to: Side): StructuredPatch {
  const patch = structuredPatch(from.label, to.label, from.text, to.text, "", "", { context: 3 });
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + 1,
    newStart: hunk.newStart + 1,
  }));
  return { ...patch, hunks };
}

const changedLines = ({ hunks }: StructuredPatch): number =>
  hunks.flatMap(({ lines }) => lines).filter((line) => !line.startsWith(" ")).length;

/** (The library's own heads would write names outside of ASCII in octal.) */
const unified = (patch: StructuredPatch): string =>
  `--- ${patch.oldFileName}\n+++ ${patch.newFileName}\n${formatPatch(patch, OMIT_HEADERS)}`;
