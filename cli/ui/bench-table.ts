import type { Experiment } from "../bench/experiment.ts";
import { cellOf, type Column, layoutOf } from "../bench/report/columns.ts";
import type { WorkloadName } from "../bench/workloads.ts";
import type { Result } from "../commands/bench-run.ts";
import { colour, columns, print } from "./output.ts";
import { wrap } from "./table.ts";
import { visible } from "./visible.ts";

/** What the client gets and what the service pays, best first. */
export function printTable(
  workload: WorkloadName,
  params: Experiment["params"],
  results: readonly Result[],
): void {
  const layout = layoutOf(
    workload,
    results.map(({ summary }) => summary),
  );
  const [client, service] = [block(layout.client, results), block(layout.service, results)];
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
  const legend = [...layout.client, ...layout.service].flatMap(({ head, means }) =>
    means === undefined ? [] : `${head}: ${means}.`,
  );
  for (const line of wrap([layout.order, ...legend].join(" "), columns())) print(colour.dim(line));
}

/** A line for the heads, then one for each result. */
type Block = readonly [heads: string, ...rows: string[]];

const GAPS = "  ".length + "   ".length;
const SHORTEST_LABEL = 12;

/** The columns side by side: a line for the heads, and one for each result. */
function block(side: readonly Column[], results: readonly Result[]): Block {
  const cells = side.map((column) =>
    aligned([column.head, ...results.map(({ summary }) => cellOf(summary, column))], "right"),
  );
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
export const labelOf = ({ benched: { policy, file } }: Result, room: number): string =>
  shortened(file ?? policy, room);

export function shortened(text: string, room: number): string {
  const label = visible(text);
  return label.length <= room ? label : `…${label.slice(1 - room)}`;
}

/** The scenario in a line, without what is each policy's own. */
export function described(params: Experiment["params"]): string {
  return Object.entries(params)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
