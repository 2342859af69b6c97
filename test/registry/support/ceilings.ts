import { type Ceiling, type Copy, create, retryable } from "./copies.ts";
import { highest } from "./sources.ts";

const MAX = 2_147_483_647;
export const ATTEMPTS = [...Array.from({ length: 70 }, (_, n) => n + 1), 1_000_000, 4_294_967_294];
export const BASES = [0, 1, 7, 100, MAX];

/** Caps below, at and above the base. */
export const capsFor = (baseMs: number) =>
  [0, 1, baseMs - 1, baseMs, baseMs + 1, 10 * baseMs, 10_000, MAX - 1, MAX].filter(
    (cap) => cap >= 0 && cap <= MAX,
  );

/**
 * What is wrong with the ceilings of these copies: one is missing where it is needed, or gives
 * another value than exact arithmetic, and so than its fellows.
 */
export function ceilingFaults(copies: readonly Copy[]): string[] {
  return copies.flatMap((copy) => {
    const ceiling = copy.exports["ceiling"];
    if (typeof ceiling === "function") return valueFaults(copy.file, ceiling as Ceiling);
    return needsCeiling(copy) ? [`${copy.file} grows with the attempt but exports no ceiling`] : [];
  });
}

/** Whether the longest delay of a fresh object depends on the number of the attempt. */
export function needsCeiling(copy: Copy): boolean {
  const longest = [1, 2, 3, 4, 5].map((attempt) =>
    create(copy, { maxAttempts: Infinity }, highest).nextDelay(attempt, retryable),
  );
  return new Set(longest).size > 1;
}

function valueFaults(file: string, ceiling: Ceiling): string[] {
  const faults: string[] = [];
  for (const attempt of ATTEMPTS)
    for (const baseMs of BASES)
      for (const capMs of capsFor(baseMs)) {
        const [got, right] = [
          ceiling(attempt, baseMs, capMs),
          exactCeiling(attempt, baseMs, capMs),
        ];
        if (!Object.is(got, right))
          faults.push(`${file}: ceiling(${attempt}, ${baseMs}, ${capMs}) is ${got}, not ${right}`);
      }
  return faults;
}

/** The formula in whole numbers of any size. Past 2^64 a longer shift makes no difference below a cap. */
export function exactCeiling(attempt: number, baseMs: number, capMs: number): number {
  const uncapped = BigInt(baseMs) << BigInt(Math.min(attempt - 1, 64));
  return Number(uncapped < BigInt(capMs) ? uncapped : BigInt(capMs));
}
