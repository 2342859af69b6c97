import { distance } from "fastest-levenshtein";

/** The candidate that a mistyped word most likely meant, or undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const limit = typed.length < 3 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsTo(candidate, typed) }))
    .filter(({ edits }) => edits <= limit)
    .toSorted((a, b) => a.edits - b.edits);
  return best?.candidate ?? candidates.find((candidate) => candidate.includes(typed));
}

/** To the whole candidate or to its first words: "decorelated" is near "decorrelated-jitter". */
function editsTo(candidate: string, typed: string): number {
  const words = candidate.split("-");
  const starts = words.map((_, index) => words.slice(0, index + 1).join("-"));
  return Math.min(...starts.map((start) => distance(typed, start)));
}
