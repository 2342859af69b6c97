import type { Port } from "../ports/port.ts";
import { segmentsOf, type Segment } from "./segments.ts";

/**
 * A user's text in the layout of the text that it was made from, so that only what was meant
 * differs, and the way back to the user's own layout.
 */
export class Layout {
  /** The user's lines, those that were only laid out anew as the base has them. */
  readonly lines: readonly string[];
  readonly #pieces: readonly Piece[];
  readonly #indents: ReadonlyMap<string, string>;

  constructor(base: readonly string[], yours: readonly string[], port: Port) {
    const segments = segmentsOf(base, yours);
    const same = segments.filter((segment) => isSame(segment, port));
    const restored = restorable(same, (chosen) =>
      hasTokens(linesWith(segments, new Set(chosen)), yours, port),
    );
    this.#pieces = segments.map((segment) => pieceOf(segment, restored.includes(segment)));
    this.lines = this.#pieces.flatMap(({ lines }) => lines);
    this.#indents = indentsOf(restored);
  }

  /** These lines of `lines`, in the user's layout where the whole of what belongs together is there. */
  laidOut(start: number, end: number): readonly string[] {
    let at = 0;
    return this.#pieces.flatMap(({ lines, yours }) => {
      const [from, to] = [at, (at += lines.length)];
      if (start <= from && to <= end) return yours;
      return this.indented(lines.slice(Math.max(start - from, 0), Math.max(end - from, 0)));
    });
  }

  /** Lines of the registry, indented as the user indents. */
  indented(lines: readonly string[]): readonly string[] {
    return lines.map((line) => line.replace(/^[ \t]+/, (indent) => this.#indent(indent)));
  }

  #indent(indent: string): string {
    for (let end = indent.length; end > 0; end -= 1) {
      const known = this.#indents.get(indent.slice(0, end));
      if (known !== undefined) return known + this.#indent(indent.slice(end));
    }
    return indent;
  }
}

interface Piece {
  readonly lines: readonly string[];
  readonly yours: readonly string[];
}

const pieceOf = ({ base, yours }: Segment, isRestored: boolean): Piece => ({
  lines: isRestored ? base : yours,
  yours,
});

const linesWith = (segments: readonly Segment[], restored: ReadonlySet<Segment>) =>
  segments.flatMap((segment) => pieceOf(segment, restored.has(segment)).lines);

/** May the two sides differ in layout only? A guess, which the whole text has to bear out. */
const isSame = ({ base, yours }: Segment, port: Port): boolean =>
  squeezed(base) === squeezed(yours) || hasTokens(base, yours, port);

/** Without white space, and without the marks that lead the lines of a comment. */
const squeezed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(/^\s*(?:\*|\/\/+!?|#+)(?=\s|$)/, "").replaceAll(/\s/g, ""))
    .join("");

/** Do the lines of the one text mean what those of the other do? */
export function hasTokens(a: readonly string[], b: readonly string[], port: Port): boolean {
  const [one, other] = [`${a.join("\n")}\n`, `${b.join("\n")}\n`];
  return one === other || tokensOf(one, port).join("\0") === tokensOf(other, port).join("\0");
}

function tokensOf(text: string, port: Port): readonly string[] {
  try {
    return port.tokens(text);
  } catch (error) {
    if (error instanceof RangeError) return [text]; // nested more deeply than can be followed
    throw error;
  }
}

/** As many of the segments as can be restored together without a change of meaning. */
function restorable(
  segments: readonly Segment[],
  isRight: (restored: readonly Segment[]) => boolean,
  known: readonly Segment[] = [],
): readonly Segment[] {
  const all = [...known, ...segments];
  if (segments.length === 0 || isRight(all)) return all;
  if (segments.length === 1) return known;
  const half = Math.ceil(segments.length / 2);
  return restorable(
    segments.slice(half),
    isRight,
    restorable(segments.slice(0, half), isRight, known),
  );
}

/** What the user's formatter made of each indentation, by what it made of it most often. */
function indentsOf(segments: readonly Segment[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const { base, yours } of segments) {
    const [from, to] = [indentOf(base[0]), indentOf(yours[0])];
    const made = counts.get(from) ?? new Map<string, number>();
    counts.set(from, made.set(to, (made.get(to) ?? 0) + 1));
  }
  counts.delete("");
  return new Map(
    [...counts].map(([from, made]) => {
      const [most] = [...made].toSorted(([, a], [, b]) => b - a);
      return [from, most?.[0] ?? from];
    }),
  );
}

const indentOf = (line = ""): string => /^[ \t]*/.exec(line)?.[0] ?? "";
