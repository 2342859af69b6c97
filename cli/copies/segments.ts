import { diffArrays } from "diff";

/** Lines of two texts that stand for each other: the same in another layout, or changed by one. */
export interface Segment {
  readonly base: readonly string[];
  readonly yours: readonly string[];
}

/**
 * Two texts cut into segments, as small as they can be. Their words are aligned whatever lines they
 * stand on; a cut is made where a line begins in both beside words that they have in common.
 */
export function segmentsOf(base: readonly string[], yours: readonly string[]): readonly Segment[] {
  const cuts = cutsBetween(base, yours);
  return cuts.map(([start, yourStart], index) => {
    const [end, yourEnd] = cuts[index + 1] ?? [base.length, yours.length];
    return { base: base.slice(start, end), yours: yours.slice(yourStart, yourEnd) };
  });
}

type Cut = readonly [baseLine: number, yourLine: number];

function cutsBetween(base: readonly string[], yours: readonly string[]): readonly Cut[] {
  const [a, b] = [wordsOf(base), wordsOf(yours)];
  const cuts: Cut[] = [[0, 0]];
  for (const [at, yourAt] of placesInCommon(a, b)) {
    if (isClosedAlone(a[at], b[yourAt])) continue;
    const cut: Cut = [lineBegunBy(a, at, base), lineBegunBy(b, yourAt, yours)];
    const [line, yourLine] = cuts.at(-1) ?? [0, 0];
    if (!cut.includes(-1) && (cut[0] > line || cut[1] > yourLine)) cuts.push(cut);
  }
  return cuts.filter(([line, yourLine]) => line < base.length || yourLine < yours.length);
}

/** Does a bracket end here that the other side does not have? It belongs to the words before it. */
const isClosedAlone = (one: Word | undefined, other: Word | undefined): boolean =>
  one?.text !== other?.text && [one, other].some((word) => /^[)\]}]$/.test(word?.text ?? ""));

/** The places before, between and behind the words that two texts have in common, in order. */
function* placesInCommon(a: readonly Word[], b: readonly Word[]) {
  const changes = diffArrays([...a], [...b], {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: TOO_DIFFERENT,
  });
  let [at, yourAt] = [0, 0];
  for (const { count, added, removed } of changes ?? []) {
    if (!added && !removed) {
      for (let word = 0; word <= count; word += 1) yield [at + word, yourAt + word] as const;
    }
    if (!added) at += count;
    if (!removed) yourAt += count;
  }
}

/** With more words changed than this, two texts are not worth aligning. */
const TOO_DIFFERENT = 5_000;

interface Word {
  readonly text: string;
  readonly line: number;
}

/** The marks that lead a line of a comment: where a formatter breaks it anew, they are between other words. */
export const LEAD = /^\s*(?:\*|\/\/+!?|#+)(?=\s|$)/;

/** Words and marks, but for those that formatters put in and take out. */
function wordsOf(lines: readonly string[]): readonly Word[] {
  return lines.flatMap((text, line) =>
    (text.replace(LEAD, "").match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$;,'"`]/gu) ?? []).map(
      (word) => ({
        text: word,
        line,
      }),
    ),
  );
}

/** The line that this word is the first of, or -1; behind the last word, the end. */
function lineBegunBy(words: readonly Word[], index: number, lines: readonly string[]): number {
  const word = words[index];
  if (word === undefined) return lines.length;
  return words[index - 1]?.line === word.line ? -1 : index === 0 ? 0 : word.line;
}
