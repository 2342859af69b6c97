import type { Repetition } from "../experiment.ts";
import { meanAttempts } from "../tally.ts";
import type { WorkloadName } from "../workloads.ts";
import type { Trial } from "./trial.ts";

/** One thing that a recommendation looks at, in the order in which it matters. */
export interface Criterion {
  readonly name: string;
  readonly of: (repetition: Repetition) => number;
  readonly best: "highest" | "lowest";
  /** Differences below this are none. */
  readonly resolution: number;
  readonly shown: (value: number) => string;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
const seconds = (ms: number): string => (isKnown(ms) ? `${(ms / 1000).toFixed(2)} s` : "never");

/** More than any time, in the mean over a thousand seeds too. */
const NEVER_MS = 1e9;
const measure =
  (name: string, otherwise: number) =>
  ({ measures }: Repetition): number =>
    measures[name] ?? otherwise;

const success: Criterion = {
  name: "success",
  of: ({ tally }) => tally.successes / tally.clients,
  best: "highest",
  resolution: 0.001,
  shown: percent,
};
export const late: Criterion = {
  name: "success after the outage",
  of: measure("lateSuccessRate", 1),
  best: "highest",
  resolution: 0.001,
  shown: percent,
};
const t99: Criterion = {
  name: "until 99% are served",
  of: measure("t99Ms", 1000 * NEVER_MS),
  best: "lowest",
  resolution: 100,
  shown: seconds,
};
const completion: Criterion = {
  name: "until all are done",
  of: measure("completionMs", 1000 * NEVER_MS),
  best: "lowest",
  resolution: 10,
  shown: seconds,
};
const retryPeak: Criterion = {
  name: "peak: retries in 10 ms",
  of: ({ tally: { retries } }) => Math.round(retries.peakShare * retries.total),
  best: "lowest",
  resolution: 1,
  shown: (value) => value.toFixed(1),
};
const arrivalPeak: Criterion = {
  ...retryPeak,
  name: "peak: arrivals in 10 ms",
  of: measure("peakArrivals", 0),
};
export const load: Criterion = {
  name: "attempts per client",
  of: ({ tally }) => meanAttempts([tally]),
  best: "lowest",
  resolution: 0.01,
  shown: (value) => value.toFixed(2),
};

/** What the client gets comes before what the service pays. */
export const GOALS: Readonly<Record<WorkloadName, readonly Criterion[]>> = {
  "outage-30s": [success, retryPeak, load],
  "occ-contention": [success, completion, retryPeak, load],
  "shared-outage": [late, success, t99, arrivalPeak, load],
};

export const peakOf = (workload: WorkloadName): Criterion =>
  workload === "shared-outage" ? arrivalPeak : retryPeak;

/** What the client gets, in the one figure that tells most of it. */
export function gainOf(workload: WorkloadName, trials: readonly Trial[]): Criterion {
  if (workload === "outage-30s") return success;
  if (workload === "occ-contention") return completion;
  if (isTold(late, trials)) return late;
  return trials.some((trial) => isKnown(trial.mean(t99))) ? t99 : success;
}

/** Success among those who come late says nothing where nobody does. */
export const isTold = (criterion: Criterion, trials: readonly Trial[]): boolean =>
  criterion !== late ||
  trials.some(({ repetitions }) =>
    repetitions.some((one) => one.measures["lateSuccessRate"] !== null),
  );

/** Is this a figure, and not "never"? */
export const isKnown = (value: number): boolean => value < NEVER_MS;
