import type { Criterion } from "./goal.ts";
import type { Trial } from "./trial.ts";

export interface Step {
  readonly criterion: Criterion;
  readonly best: Trial;
  /** Those that are as good, or whose difference may be chance. */
  readonly left: readonly Trial[];
}

/**
 * Lets one criterion after the other leave only the best and those that it cannot tell from the
 * best. Of what is left in the end the first wins: trials come in the order of preference.
 */
export function sieve(trials: readonly Trial[], criteria: readonly Criterion[]): readonly Step[] {
  let left = trials;
  return criteria.flatMap((criterion) => {
    const [first, ...rest] = left;
    if (first === undefined) return [];
    const best = rest.reduce((a, b) => (gain(b, a, criterion) > 0 ? b : a), first);
    left = left.filter((trial) => trial === best || isTied(trial, best, criterion));
    return [{ criterion, best, left }];
  });
}

export const winner = (trials: readonly Trial[], criteria: readonly Criterion[]) =>
  sieve(trials, criteria).at(-1)?.left[0];

/** By how much the first is the better in the mean. */
const gain = (a: Trial, b: Trial, criterion: Criterion): number =>
  (criterion.best === "highest" ? 1 : -1) * (a.mean(criterion) - b.mean(criterion));

/**
 * Seeds are the same for all, so differences are compared seed by seed: two standard errors of
 * their mean may be chance. That excuses at most five times the resolution, so that a setting that
 * goes wrong under few seeds is not taken for an equal; where there is one seed, it excuses that.
 */
export function isTied(a: Trial, b: Trial, criterion: Criterion): boolean {
  const { resolution } = criterion;
  const [left, right] = [a.values(criterion), b.values(criterion)];
  const count = Math.min(left.length, right.length);
  const differences = Array.from({ length: count }, (_, at) => (left[at] ?? 0) - (right[at] ?? 0));
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const noise = count < 2 ? Infinity : 2 * Math.sqrt(squares / (count - 1) / count);
  return Math.abs(mean) <= Math.max(resolution, Math.min(noise, 5 * resolution)) + 1e-12;
}
