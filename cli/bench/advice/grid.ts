import type { Contender } from "../run.ts";
import { ENDLESS_MS, longestWaits, type Setting } from "./setting.ts";

/** What a recommendation has to keep to. */
export interface Bounds {
  /** The time that matters in the scenario: the grid's waits are parts of it. */
  readonly horizonMs: number;
  /** The longest that an operation may go on retrying; Infinity if nobody said. */
  readonly deadlineMs: number;
  readonly maxAttempts: number;
  /** Set by the user, and so not searched. */
  readonly baseMs?: number | undefined;
  readonly capMs?: number | undefined;
}

/**
 * The settings to try: bases and caps about half a power of ten apart, each with the attempts that
 * fit. The gentler come first, since of equals the first is picked.
 */
export function grid(contenders: readonly Contender[], bounds: Bounds): readonly Setting[] {
  const { horizonMs, baseMs, capMs } = bounds;
  const bases = baseMs === undefined ? series(horizonMs / 2000, 5).toReversed() : [baseMs];
  const caps = capMs === undefined ? series(horizonMs / 200, 5) : [capMs];
  const pairs = bases.flatMap((base) =>
    caps.filter((cap) => cap >= base || capMs !== undefined).map((cap) => ({ base, cap })),
  );
  return contenders.flatMap((contender) => {
    const settings = pairs.flatMap(({ base, cap }) => {
      const unlimited = { baseMs: base, capMs: cap, maxAttempts: Infinity };
      const fit = fitting({ contender, params: unlimited }, bounds);
      return attemptsToTry(fit).map((maxAttempts) => ({
        contender,
        params: { ...unlimited, maxAttempts },
      }));
    });
    return distinct(settings);
  });
}

/** 1, 3, 10, 30 … times the power of ten at or below the least. */
function series(least: number, count: number): readonly number[] {
  const power = Math.max(0, Math.floor(Math.log10(least) + 1e-9));
  const from = least >= 3 * 10 ** power ? 1 : 0;
  return Array.from({ length: count }, (_, index) => {
    const place = index + from;
    return (place % 2 === 0 ? 1 : 3) * 10 ** (power + Math.floor(place / 2));
  });
}

/** The most attempts whose waits, at their longest, end before the deadline. */
function fitting(setting: Setting, { deadlineMs, maxAttempts }: Bounds): number {
  if (deadlineMs === Infinity) return maxAttempts;
  const most = Math.min(maxAttempts, MOST_ATTEMPTS);
  const fits = [undefined, ENDLESS_MS].map((hint) => {
    let left = deadlineMs;
    const late = longestWaits(setting, most, hint).findIndex((wait) => (left -= wait) < 0);
    return late < 0 ? most : late + 1;
  });
  return Math.min(...fits);
}

/** Nobody who retries more often than this asks for advice. */
const MOST_ATTEMPTS = 1000;

/** The most, half and a quarter of it: giving up earlier can be what saves a service. */
const attemptsToTry = (most: number): readonly number[] =>
  most === Infinity
    ? [most]
    : [...new Set([most, Math.ceil(most / 2), Math.ceil(most / 4)])].filter((n) => n > 1);

/** Without those that behave like one before: a cap that is never reached, or a policy that has none. */
function distinct(settings: readonly Setting[]): readonly Setting[] {
  const seen = new Set<string>();
  return settings.filter((setting) => {
    const attempts = Math.min(setting.params.maxAttempts, 40);
    const waits = [undefined, 1000, ENDLESS_MS].map((hint) =>
      longestWaits(setting, attempts, hint),
    );
    const conduct = `${setting.params.maxAttempts} ${waits.join(";")}`;
    return !seen.has(conduct) && seen.add(conduct);
  });
}
