import {
  ALL_DONE,
  ATTEMPTS,
  CALLS,
  type Column,
  HERD_SHARE,
  LATE,
  P99,
  PEAK,
  PER_SUCCESS,
  SUCCESS,
  T99,
  TIME,
} from "../cli/bench/report/columns.ts";
import type { Summary } from "../cli/bench/summary.ts";

/** A column of `bench` as the pages have it: with a title that says what it is. */
export interface Measure extends Pick<Column, "of" | "shown" | "best"> {
  readonly title: string;
}

export const titled = (title: string, measure: Pick<Column, "of" | "shown" | "best">): Measure => ({
  ...measure,
  title,
});

export const success = titled("success", SUCCESS);
export const time = titled("mean time to success", TIME);
export const attempts = titled("attempts per client", ATTEMPTS);
export const p99 = titled("p99 attempts", P99);
export const herd = titled("herd: the fullest 10 ms' part of all retries", HERD_SHARE);
export const completion = titled("until the last is done", ALL_DONE);
export const calls = titled("calls", CALLS);
export const t99 = titled("until 99 of 100 are served", T99);
export const peak = titled("most arrivals in 10 ms", PEAK);
export const cost = titled("attempts per success", PER_SUCCESS);
export const late = titled("success of those who come after the outage", LATE);

/** The figure as the pages have it. */
export function written(summary: Summary | undefined, { of, shown }: Measure): string {
  const figure = summary === undefined ? null : of(summary);
  return figure === null ? "never" : shown(figure);
}
