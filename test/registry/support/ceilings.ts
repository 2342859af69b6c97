import type { Item } from "../../../cli/registry/item.ts";
import { type Ceiling, type Copy, create, retryable } from "./copies.ts";
import { highest } from "./sources.ts";

const MAX = 2_147_483_647;
const ATTEMPTS = [...Array.from({ length: 70 }, (_, n) => n + 1), 1_000_000, 4_294_967_294];
const SIZES = [0, 1, 2, 3, 7, 100, 10_000, 2 ** 30 - 1, 2 ** 30, 2 ** 30 + 1, MAX - 1, MAX];

/** Every size, and what is just below, just above and far above the base. */
const capsFor = (baseMs: number): readonly number[] =>
  [...new Set([...SIZES, baseMs - 1, baseMs + 1, 10 * baseMs])].filter(
    (cap) => cap >= 0 && cap <= MAX,
  );

/** Attempts, bases and caps with all the edges among them. */
export const CEILING_GRID: readonly (readonly [attempt: number, baseMs: number, capMs: number])[] =
  ATTEMPTS.flatMap((attempt) =>
    SIZES.flatMap((baseMs) => capsFor(baseMs).map((capMs) => [attempt, baseMs, capMs] as const)),
  );

/**
 * What is wrong with the ceilings of these copies: the tag "exponential", what a policy does and what
 * it restates contradict each other, or a ceiling gives another value than exact arithmetic, and so
 * than its fellows.
 */
export function ceilingFaults(copies: readonly Copy[]): string[] {
  return copies.flatMap((copy) => {
    const { file, exports } = copy;
    const ceiling = exports["ceiling"];
    const restates = typeof ceiling === "function";
    const tagged = isExponential(copy.item);
    if (tagged && !restates) return [`${file} has the tag exponential, but exports no ceiling`];
    if (restates && !tagged)
      return [`${file} exports a ceiling, the exponential one's name, but has no tag exponential`];
    if (restates) return valueFaults(file, ceiling as Ceiling);
    return doubles(copy) ? [`${file} doubles with the attempt, but has no tag exponential`] : [];
  });
}

/** What grows exponentially says so, and restates the ceiling. */
export const isExponential = ({ tags }: Item): boolean => tags.includes("exponential");

/**
 * Whether the longest delay of a fresh object doubles with most attempts, but for rounding: the first
 * ones may be another matter, such as a retry at once, and the last ones may have reached the cap.
 */
function doubles(copy: Copy): boolean {
  const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) =>
    Number(create(copy, { maxAttempts: Infinity }, highest).nextDelay(attempt, retryable)),
  );
  const doublings = longest.slice(1).filter((delay, n) => {
    const before = longest[n] ?? 0;
    return delay > before && Math.abs(delay - 2 * before) <= 2;
  });
  return doublings.length >= 4;
}

function valueFaults(file: string, ceiling: Ceiling): string[] {
  return CEILING_GRID.flatMap((values) => {
    const [got, right] = [ceiling(...values), exactCeiling(...values)];
    if (Object.is(got, right)) return [];
    return [`${file}: ceiling(${values.join(", ")}) is ${got}, not ${right}`];
  });
}

/** The formula in whole numbers of any size. Past 2^64 a longer shift makes no difference below a cap. */
export function exactCeiling(attempt: number, baseMs: number, capMs: number): number {
  const uncapped = BigInt(baseMs) << BigInt(Math.min(attempt - 1, 64));
  return Number(uncapped < BigInt(capMs) ? uncapped : BigInt(capMs));
}
