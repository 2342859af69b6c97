import type { Port } from "../ports/port.ts";
import { LEAD, segmentsOf, type Segment } from "./segments.ts";

/**
 * A user's text in the layout of the text that it was made from, so that only what was meant
 * differs, and the way back to the user's own layout.
 */
export class Layout {
  /** The user's lines: those that were only laid out anew as the base has them, others indented so. */
  readonly lines: readonly string[];
  readonly #pieces: readonly Piece[];
  readonly #indents: Indents;

  constructor(base: readonly string[], yours: readonly string[], port: Port) {
    const segments = segmentsOf(base, yours);
    const same = new Set(segments.filter((segment) => isSame(segment, port)));
    const back = indentsOf([...same], "yours", "base");
    const pieces = segments.map((segment) => ({
      yours: segment.yours,
      lines: same.has(segment) ? segment.base : indented(segment.yours, back),
    }));
    const changed = pieces.filter((piece) => piece.lines.join("\n") !== piece.yours.join("\n"));
    const restored = new Set(
      mostOf(changed, (chosen) => hasTokens(linesWith(pieces, new Set(chosen)), yours, port)),
    );
    this.#pieces = pieces.map((piece) =>
      restored.has(piece) ? piece : { ...piece, lines: piece.yours },
    );
    this.lines = this.#pieces.flatMap(({ lines }) => lines);
    this.#indents = indentsOf([...same], "base", "yours");
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
    return indented(lines, this.#indents);
  }
}

/** Lines of the user's, and what stands for them in the layout of the base. */
interface Piece {
  readonly lines: readonly string[];
  readonly yours: readonly string[];
}

const linesWith = (pieces: readonly Piece[], restored: ReadonlySet<Piece>) =>
  pieces.flatMap((piece) => (restored.has(piece) ? piece.lines : piece.yours));

/** May the two sides differ in layout only? A guess, which the whole text has to bear out. */
const isSame = ({ base, yours }: Segment, port: Port): boolean =>
  squeezed(base) === squeezed(yours) || hasTokens(base, yours, port);

/** Without white space, quotes, the marks that lead the lines of a comment, and one at the end. */
const squeezed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(LEAD, "").replaceAll(/[\s"']/g, ""))
    .join("")
    .replace(/[,;]$/, "");

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

/** As many of the candidates as are right together, as far as halving them tells. */
export function mostOf<T>(
  candidates: readonly T[],
  isRight: (chosen: readonly T[]) => boolean,
  known: readonly T[] = [],
): readonly T[] {
  const all = [...known, ...candidates];
  if (candidates.length === 0 || isRight(all)) return all;
  if (candidates.length === 1) return known;
  const half = Math.ceil(candidates.length / 2);
  const first = mostOf(candidates.slice(0, half), isRight, known);
  return mostOf(candidates.slice(half), isRight, first);
}

type Indents = ReadonlyMap<string, string>;

/** What each indentation of the one side is on the other, by what it is most often. */
function indentsOf(segments: readonly Segment[], from: keyof Segment, to: keyof Segment): Indents {
  const counts = new Map<string, Map<string, number>>();
  for (const segment of segments) {
    const [indent, other] = [indentOf(segment[from][0]), indentOf(segment[to][0])];
    const made = counts.get(indent) ?? new Map<string, number>();
    counts.set(indent, made.set(other, (made.get(other) ?? 0) + 1));
  }
  counts.delete("");
  return new Map(
    [...counts].map(([indent, made]) => {
      const [most] = [...made].toSorted(([, a], [, b]) => b - a);
      return [indent, most?.[0] ?? indent];
    }),
  );
}

const indentOf = (line = ""): string => /^[ \t]*/.exec(line)?.[0] ?? "";

const indented = (lines: readonly string[], indents: Indents): readonly string[] =>
  lines.map((line) => line.replace(/^[ \t]+/, (indent) => translated(indent, indents)));

/** The indentation on the other side; one that is not known, by the longest known one that it begins with. */
function translated(indent: string, indents: Indents): string {
  for (let end = indent.length; end > 0; end -= 1) {
    const known = indents.get(indent.slice(0, end));
    if (known !== undefined) return known + translated(indent.slice(end), indents);
  }
  return indent;
}
