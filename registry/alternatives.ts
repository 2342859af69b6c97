import type { Contender } from "../cli/bench/run.ts";

/**
 * The rules that `retry-after-jitter` was chosen from. Without a hint all of them are full jitter;
 * with one they wait low + [0, spread], cut off at the cap. They differ in the spread, and in low
 * where the hint is beyond the cap.
 */
export interface Given {
  readonly low: number;
  readonly baseMs: number;
  readonly capMs: number;
  /** What exponential backoff would wait at this attempt. */
  readonly ceiling: number;
  /** The delay before this one, or baseMs. */
  readonly previous: number;
}
type Spread = (given: Given) => number;
type Earliest = (capMs: number) => number;

const atLeastBase =
  (part: (low: number) => number): Spread =>
  ({ low, baseMs }) =>
    Math.max(Math.floor(part(low)), baseMs);
const below =
  (part: number): Earliest =>
  (capMs) =>
    capMs - Math.floor(capMs * part);

const chosen = { spread: atLeastBase((low) => low), earliest: below(1 / 8) };

const SPREADS: Readonly<Record<string, Spread>> = {
  "0: all at once": () => 0,
  baseMs: ({ baseMs }) => baseMs,
  ceiling: ({ ceiling }) => ceiling,
  "max(hint / 4, baseMs)": atLeastBase((low) => low / 4),
  "max(hint / 2, baseMs)": atLeastBase((low) => low / 2),
  "max(hint, baseMs): this policy": chosen.spread,
  "max(2 * hint, baseMs)": atLeastBase((low) => 2 * low),
  "max(hint, ceiling)": ({ low, ceiling }) => Math.max(low, ceiling),
  "hint / 2 + ceiling": ({ low, ceiling }) => Math.floor(low / 2) + ceiling,
  "3 * the delay before - hint": ({ low, previous, baseMs }) =>
    Math.max(3 * previous - low, baseMs),
  "capMs - hint: all the room": ({ low, capMs }) => capMs - low,
};

const EARLIEST: Readonly<Record<string, Earliest>> = {
  "capMs: all at once": below(0),
  "15/16 of capMs": below(1 / 16),
  "7/8 of capMs: this policy": chosen.earliest,
  "3/4 of capMs": below(1 / 4),
  "1/2 of capMs": below(1 / 2),
};

export const spreads: readonly Contender[] = Object.entries(SPREADS).map(([name, spread]) =>
  contender(name, spread, chosen.earliest),
);
export const beyondTheCap: readonly Contender[] = Object.entries(EARLIEST).map(([name, earliest]) =>
  contender(name, chosen.spread, earliest),
);

function contender(policy: string, spread: Spread, earliest: Earliest): Contender {
  return {
    policy,
    make({ baseMs = 100, capMs = 10_000, maxAttempts = 8 }, rng) {
      let previous = baseMs;
      return {
        nextDelay(attempt, { retryAfterMs }) {
          if (attempt >= maxAttempts) return null;
          const ceiling = Math.min(capMs, baseMs * 2 ** Math.min(attempt - 1, 31));
          if (retryAfterMs === undefined) return (previous = rng.nextInt(ceiling + 1));
          const low = retryAfterMs > capMs ? earliest(capMs) : retryAfterMs;
          const wanted = spread({ low, baseMs, capMs, ceiling, previous });
          return (previous = low + rng.nextInt(Math.min(wanted, capMs - low) + 1));
        },
      };
    },
  };
}
