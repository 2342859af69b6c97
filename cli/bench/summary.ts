import type { Measures, Repetition } from "./experiment.ts";
import { attemptsAt, meanAttempts } from "./tally.ts";

/** A policy's figures, over all repetitions that were run. */
export interface Summary {
  readonly repetitions: number;
  readonly successRate: number;
  /** Of those that succeeded; null if none did. */
  readonly meanTimeToSuccessMs: number | null;
  readonly meanAttempts: number;
  readonly p99Attempts: number;
  /** The herd: the fullest 10 ms' part of all retries, the mean over the repetitions. */
  readonly peakRetryShare: number;
  /** What only this workload tells: means over the repetitions, null if any has none. */
  readonly measures: Measures;
}

export function summarised(repetitions: readonly Repetition[]): Summary {
  const tallies = repetitions.map(({ tally }) => tally);
  const total = (value: (tally: (typeof tallies)[number]) => number): number =>
    tallies.reduce((sum, tally) => sum + value(tally), 0);
  const successes = total((tally) => tally.successes);
  return {
    repetitions: repetitions.length,
    successRate: successes / total((tally) => tally.clients),
    meanTimeToSuccessMs: successes === 0 ? null : total((t) => t.timeToSuccessMs) / successes,
    meanAttempts: meanAttempts(tallies),
    p99Attempts: attemptsAt(0.99, tallies),
    peakRetryShare: total(({ retries }) => retries.peakShare) / tallies.length,
    measures: means(repetitions.map(({ measures }) => measures)),
  };
}

function means(all: readonly Measures[]): Measures {
  const names = Object.keys(all[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, mean(all.map((one) => one[name] ?? null))]));
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
