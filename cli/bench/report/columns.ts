import type { Summary } from "../summary.ts";
import type { WorkloadName } from "../workloads.ts";

/** One figure of a policy, on the client's side of the trade or on the service's. */
export interface Column {
  readonly head: string;
  readonly of: (summary: Summary) => number | null;
  readonly shown: (value: number) => string;
  readonly best: "highest" | "lowest";
  /** What to say where there is no figure; "never", if nothing else. */
  readonly lacking?: string;
  /** What the head stands for, where it does not say so itself. */
  readonly means?: string;
}

/** What a workload tells of its policies: what the client gets, and what the service pays. */
export interface Layout {
  readonly client: readonly Column[];
  readonly service: readonly Column[];
  readonly order: string;
}

/** The columns that have something to say of these summaries. */
export function layoutOf(workload: WorkloadName, summaries: readonly Summary[]): Layout {
  const { client, service, order } = LAYOUTS[workload];
  const saying = (side: readonly Column[]): readonly Column[] =>
    side.filter((column) => says(column, workload, summaries));
  return { client: saying(client), service: saying(service), order };
}

/** LATE says nothing where nobody comes late, and contention is left by nobody who may go on. */
function says({ head, of }: Column, workload: WorkloadName, summaries: readonly Summary[]) {
  const values = summaries.map(of);
  if (head === LATE.head) return values.some((value) => value !== null);
  return (
    workload !== "occ-contention" || head !== SUCCESS.head || values.some((value) => value !== 1)
  );
}

/** The two figures that a policy trades against each other: the client's first, then the service's. */
export function tradeOf(
  workload: WorkloadName,
  summaries: readonly Summary[],
): readonly [client: Column, service: Column] {
  if (workload === "outage-30s") return [SUCCESS, HERD_SHARE];
  if (workload === "occ-contention") return [ALL_DONE, CALLS];
  const has = ({ of }: Column): boolean => summaries.some((summary) => of(summary) !== null);
  if (has(LATE)) return [LATE, PER_SUCCESS];
  return [has(T99) ? T99 : SUCCESS, PEAK];
}

export const cellOf = (summary: Summary, { of, shown, lacking = "never" }: Column): string => {
  const value = of(summary);
  return value === null ? lacking : shown(value);
};

export const percent =
  (digits: number) =>
  (value: number): string =>
    `${(100 * value).toFixed(digits)}%`;
const fixed =
  (digits: number) =>
  (value: number): string =>
    value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const seconds = (ms: number): string => `${fixed(2)(ms / 1000)} s`;
const own =
  (name: string) =>
  ({ measures }: Summary): number | null =>
    measures[name] ?? null;

export const SUCCESS: Column = {
  head: "SUCCESS",
  of: (s) => s.successRate,
  shown: percent(1),
  best: "highest",
};
export const TIME: Column = {
  head: "MEAN TIME",
  of: (s) => s.meanTimeToSuccessMs,
  shown: seconds,
  best: "lowest",
  means: "until success, of those who succeeded",
};
export const ATTEMPTS: Column = {
  head: "ATTEMPTS",
  of: (s) => s.meanAttempts,
  shown: fixed(2),
  best: "lowest",
};
export const P99: Column = {
  head: "P99",
  of: (s) => s.p99Attempts,
  shown: fixed(0),
  best: "lowest",
};
export const HERD_SHARE: Column = {
  head: "HERD",
  of: (s) => s.peakRetryShare,
  shown: percent(1),
  best: "lowest",
  means: "the fullest 10 ms' part of all retries",
};
export const ALL_DONE: Column = {
  head: "ALL DONE",
  of: own("completionMs"),
  shown: seconds,
  best: "lowest",
};
export const CALLS: Column = { head: "CALLS", of: own("calls"), shown: fixed(1), best: "lowest" };
export const T99: Column = {
  head: "T99",
  of: own("t99Ms"),
  shown: seconds,
  best: "lowest",
  means: "from the end of the outage until 99 of 100 were served",
};
export const LATE: Column = {
  head: "LATE",
  of: own("lateSuccessRate"),
  shown: percent(1),
  best: "highest",
  means: "success of those who came after the outage",
};
export const PER_SUCCESS: Column = {
  head: "PER SUCCESS",
  of: own("attemptsPerSuccess"),
  shown: fixed(2),
  best: "lowest",
  lacking: "none",
  means: "attempts by all for each that succeeded",
};
export const PEAK: Column = {
  head: "PEAK",
  of: own("peakArrivals"),
  shown: fixed(0),
  best: "lowest",
  means: "most arrivals in 10 ms after the outage",
};

const LAYOUTS: Readonly<Record<WorkloadName, Layout>> = {
  "outage-30s": {
    client: [SUCCESS, TIME],
    service: [ATTEMPTS, P99, HERD_SHARE],
    order: "Best first, by success.",
  },
  "occ-contention": {
    client: [SUCCESS, ALL_DONE, TIME],
    service: [CALLS, ATTEMPTS, P99, HERD_SHARE],
    order: "Best first, by when the last is done. A conflict costs this server nothing.",
  },
  "shared-outage": {
    client: [SUCCESS, T99, LATE],
    service: [PER_SUCCESS, PEAK, P99, HERD_SHARE],
    order: "Best first, by T99.",
  },
};
