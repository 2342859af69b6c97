import { distance } from "fastest-levenshtein";

/** The candidate that a mistyped word most likely meant, or undefined where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 2));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate);
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best ?? candidates.find((candidate) => candidate.includes(word.toLowerCase()));
}
