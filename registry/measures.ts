import type { Summary } from "../cli/bench/summary.ts";

/** A figure of a summary: what it is, how it is written, and which is the better. */
export interface Measure {
  readonly title: string;
  readonly of: (summary: Summary) => number | null;
  readonly shown: (value: number) => string;
  readonly best: "highest" | "lowest";
}

const own =
  (name: string) =>
  ({ measures }: Summary): number | null =>
    measures[name] ?? null;
export const percent =
  (digits: number) =>
  (value: number): string =>
    `${(100 * value).toFixed(digits)}%`;
const fixed =
  (digits: number) =>
  (value: number): string =>
    value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const seconds =
  (digits: number) =>
  (ms: number): string =>
    `${fixed(digits)(ms / 1000)} s`;

export const success: Measure = {
  title: "success",
  of: ({ successRate }) => successRate,
  shown: percent(1),
  best: "highest",
};
export const time: Measure = {
  title: "mean time to success",
  of: ({ meanTimeToSuccessMs }) => meanTimeToSuccessMs,
  shown: seconds(2),
  best: "lowest",
};
export const attempts: Measure = {
  title: "attempts per client",
  of: ({ meanAttempts }) => meanAttempts,
  shown: fixed(2),
  best: "lowest",
};
export const p99: Measure = {
  title: "p99 attempts",
  of: ({ p99Attempts }) => p99Attempts,
  shown: fixed(0),
  best: "lowest",
};
export const herd: Measure = {
  title: "herd: the fullest 10 ms' part of all retries",
  of: ({ peakRetryShare }) => peakRetryShare,
  shown: percent(1),
  best: "lowest",
};
export const completion: Measure = {
  title: "until the last is done",
  of: own("completionMs"),
  shown: seconds(2),
  best: "lowest",
};
export const calls: Measure = { title: "calls", of: own("calls"), shown: fixed(1), best: "lowest" };
export const t99: Measure = {
  title: "until 99 of 100 are served",
  of: own("t99Ms"),
  shown: seconds(2),
  best: "lowest",
};
export const peak: Measure = {
  title: "most arrivals in 10 ms",
  of: own("peakArrivals"),
  shown: fixed(0),
  best: "lowest",
};
export const cost: Measure = {
  title: "attempts per success",
  of: own("attemptsPerSuccess"),
  shown: fixed(2),
  best: "lowest",
};
export const late: Measure = {
  title: "success of those who come after the outage",
  of: own("lateSuccessRate"),
  shown: percent(1),
  best: "highest",
};

/** The figure as the pages have it. */
export function written(summary: Summary | undefined, { of, shown }: Measure): string {
  const figure = summary === undefined ? null : of(summary);
  return figure === null ? "never" : shown(figure);
}
