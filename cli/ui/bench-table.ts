import type { Experiment } from "../bench/experiment.ts";
import type { Summary } from "../bench/summary.ts";
import type { WorkloadName } from "../bench/workloads.ts";
import type { Result } from "../commands/bench.ts";
import { colour, columns, print } from "./output.ts";
import { wrap } from "./table.ts";
import { visible } from "./visible.ts";

/** One figure of a policy, on the client's side of the trade or on the service's. */
interface Column {
  readonly head: string;
  readonly of: (summary: Summary) => number | null;
  readonly shown: (value: number) => string;
  /** What to say where there is no figure; "never", if nothing else. */
  readonly lacking?: string;
  /** What the head stands for, where it does not say so itself. */
  readonly means?: string;
}

interface Layout {
  readonly client: readonly Column[];
  readonly service: readonly Column[];
  readonly order: string;
}

/** What the client gets and what the service pays, best first. */
export function printTable(
  workload: WorkloadName,
  params: Experiment["params"],
  results: readonly Result[],
): void {
  const layout = LAYOUTS[workload];
  const columnsOf = (side: readonly Column[]): readonly Column[] =>
    side.filter((column) => says(column, workload, results));
  const [shownToClient, shownToService] = [columnsOf(layout.client), columnsOf(layout.service)];
  const [client, service] = [block(shownToClient, results), block(shownToService, results)];
  const room = Math.max(SHORTEST_LABEL, columns() - (client[0] + service[0]).length - GAPS);
  const labels = aligned(["POLICY", ...results.map((result) => labelOf(result, room))], "left");
  const gap = " ".repeat(labels[0]?.length ?? 0);
  for (const line of wrap(`${workload}: ${described(params)}`, columns())) print(colour.dim(line));
  const over = `${gap}  ${centred("client gets", client[0])}   ${centred("service pays", service[0])}`;
  print(`\n${colour.dim(over.trimEnd())}`);
  labels.forEach((label, row) => {
    const line = `${label}  ${client[row]}   ${service[row]}`;
    print(row === 0 ? colour.bold(line) : line);
  });
  print("");
  const legend = [...shownToClient, ...shownToService].flatMap(({ head, means }) =>
    means === undefined ? [] : `${head}: ${means}.`,
  );
  for (const line of wrap([layout.order, ...legend].join(" "), columns())) print(colour.dim(line));
}

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const fixed =
  (digits: number) =>
  (value: number): string =>
    value.toFixed(digits);
const own =
  (name: string) =>
  ({ measures }: Summary): number | null =>
    measures[name] ?? null;

const SUCCESS: Column = { head: "SUCCESS", of: (s) => s.successRate, shown: percent };
const TIME: Column = {
  head: "MEAN TIME",
  of: (s) => s.meanTimeToSuccessMs,
  shown: seconds,
  means: "until success, of those who succeeded",
};
const ATTEMPTS: Column = { head: "ATTEMPTS", of: (s) => s.meanAttempts, shown: fixed(2) };
const P99: Column = { head: "P99", of: (s) => s.p99Attempts, shown: fixed(0) };
const HERD_SHARE: Column = {
  head: "HERD",
  of: (s) => s.peakRetryShare,
  shown: percent,
  means: "the fullest 10 ms' part of all retries",
};

const LAYOUTS: Readonly<Record<WorkloadName, Layout>> = {
  "outage-30s": {
    client: [SUCCESS, TIME],
    service: [ATTEMPTS, P99, HERD_SHARE],
    order: "Best first, by success.",
  },
  "occ-contention": {
    client: [SUCCESS, { head: "ALL DONE", of: own("completionMs"), shown: seconds }, TIME],
    service: [{ head: "CALLS", of: own("calls"), shown: fixed(1) }, ATTEMPTS, P99, HERD_SHARE],
    order: "Best first, by when the last is done. A conflict costs this server nothing.",
  },
  "shared-outage": {
    client: [
      SUCCESS,
      {
        head: "T99",
        of: own("t99Ms"),
        shown: seconds,
        means: "from the end of the outage until 99 of 100 were served",
      },
      {
        head: "LATE",
        of: own("lateSuccessRate"),
        shown: percent,
        means: "success of those who came after the outage",
      },
    ],
    service: [
      {
        head: "PER SUCCESS",
        of: own("attemptsPerSuccess"),
        shown: fixed(2),
        lacking: "none",
        means: "attempts by all for each that succeeded",
      },
      {
        head: "PEAK",
        of: own("peakArrivals"),
        shown: fixed(0),
        means: "most arrivals in 10 ms after the outage",
      },
      P99,
      HERD_SHARE,
    ],
    order: "Best first, by T99.",
  },
};

/** LATE says nothing where nobody comes late, and contention is left by nobody who may go on. */
function says({ head, of }: Column, workload: WorkloadName, results: readonly Result[]): boolean {
  const values = results.map(({ summary }) => of(summary));
  if (head === "LATE") return values.some((value) => value !== null);
  return workload !== "occ-contention" || head !== "SUCCESS" || values.some((value) => value !== 1);
}

/** A line for the heads, then one for each result. */
type Block = readonly [heads: string, ...rows: string[]];

const GAPS = "  ".length + "   ".length;
const SHORTEST_LABEL = 12;

/** The columns side by side: a line for the heads, and one for each result. */
function block(side: readonly Column[], results: readonly Result[]): Block {
  const cells = side.map(({ head, of, shown, lacking = "never" }) => {
    const values = results.map(({ summary }) => of(summary));
    return aligned(
      [head, ...values.map((value) => (value === null ? lacking : shown(value)))],
      "right",
    );
  });
  const line = (row: number): string => cells.map((column) => column[row]).join("  ");
  return [line(0), ...results.map((_, index) => line(index + 1))];
}

function aligned(cells: readonly string[], side: "left" | "right"): readonly string[] {
  const width = Math.max(...cells.map((cell) => cell.length));
  return cells.map((cell) => (side === "left" ? cell.padEnd(width) : cell.padStart(width)));
}

function centred(text: string, over = ""): string {
  const left = Math.max(0, Math.floor((over.length - text.length) / 2));
  return (" ".repeat(left) + text).padEnd(over.length);
}

/** A policy's name, or a file's path; of one too long for its room the end. */
export function labelOf({ benched: { policy, file } }: Result, room: number): string {
  const label = visible(file ?? policy);
  return label.length <= room ? label : `…${label.slice(1 - room)}`;
}

/** The scenario in a line, without what is each policy's own. */
function described(params: Experiment["params"]): string {
  return Object.entries(params)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
