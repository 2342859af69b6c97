import type { Summary } from "./summary.ts";
import type { WorkloadName } from "./workloads.ts";

/**
 * Best first, by what the client gets, and where that is equal by what the service pays. It is an
 * order to print in, not a verdict: the last of one list may be the best for a service in trouble.
 */
export function bestFirst<Result extends { readonly summary: Summary }>(
  workload: WorkloadName,
  results: readonly Result[],
): readonly Result[] {
  const keys = new Map(results.map((result) => [result, KEYS[workload](result.summary)]));
  return results.toSorted((a, b) => compared(keys.get(a) ?? [], keys.get(b) ?? []));
}

/** The lower, the better; the first that differs decides. */
const KEYS: Readonly<Record<WorkloadName, (summary: Summary) => readonly number[]>> = {
  "outage-30s": ({ successRate, peakRetryShare }) => [-successRate, peakRetryShare],
  "occ-contention": ({ successRate, measures }) => [
    -successRate,
    orNever(measures["completionMs"]),
  ],
  "shared-outage": ({ successRate, measures }) => [
    orNever(measures["t99Ms"]),
    -(measures["lateSuccessRate"] ?? 0),
    -successRate,
  ],
};

const orNever = (time: number | null | undefined): number => time ?? Infinity;

function compared(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}
