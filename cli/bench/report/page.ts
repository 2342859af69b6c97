import type { Experiment } from "../experiment.ts";
import type { WorkloadName } from "../workloads.ts";
import { cellOf, type Column, layoutOf } from "./columns.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { type Outage, retriesCharts } from "./retries-chart.ts";
import { type Origin, section, shell } from "./shell.ts";
import { simulated } from "./simulated.ts";
import { tradeChart } from "./trade-chart.ts";
import { waitsCharts } from "./waits-chart.ts";

export interface Report {
  readonly workload: WorkloadName;
  readonly params: Experiment["params"];
  /** Best first. */
  readonly entries: readonly Entry[];
}

/** What came of each policy. */
export function reportPage(report: Report, origin: Origin): string {
  const { workload, params, entries } = report;
  const title = `${workload}: ${entries.map(({ label }) => label).join(", ")}`;
  const from = "outageStartMs" in params ? " and begins with the outage, which is shaded" : "";
  return shell({ title, heading: workload, about: ABOUT[workload] }, origin, [
    section("Figures", markup`<p>${layoutOf(workload, []).order}</p>${figures(report)}`),
    section(
      "Retries over time",
      markup`<p>The retries that reach the service in each 10 ms. Time is logarithmic${from}; all policies have the same scale. A spike is a herd.</p>
${retriesCharts(entries, outageOf(params))}`,
    ),
    section(
      "The wait after each attempt",
      markup`<p>What the policies chose in this run. Dark: the middle half of the waits. Light: nine of ten. The thin line goes from the shortest to the longest, the bar across is the median. Time is logarithmic, from 1 ms.</p>
${waitsCharts(entries)}`,
    ),
    section("What the client gets, and what the service pays", tradeChart(workload, entries)),
    simulated(
      params,
      `The same parameters and the same seed give the same figures. Charts are of the first repetition, figures of all. Made by ${origin.tool}.`,
    ),
  ]);
}

export const ABOUT: Readonly<Record<WorkloadName, string>> = {
  "outage-30s": "Clients meet an outage at their first call, each one of its own length.",
  "occ-contention": "Clients update one row at the same time, and begin again when they collide.",
  "shared-outage": "A fleet, one outage, and a server with limits.",
};

/** Every figure, in words and, for programs, in full. */
function figures({ workload, entries }: Report): Markup {
  const { client, service } = layoutOf(
    workload,
    entries.map(({ summary }) => summary),
  );
  const columns = [...client, ...service];
  const rows = entries.map(({ label, version, summary }) => [
    label,
    version,
    ...columns.map((column) => figure(cellOf(summary, column), column.of(summary))),
  ]);
  const heads = columns.map(({ head }) => head.toLowerCase());
  return markup`${dataTable("What each policy gains and costs", ["policy", "version", ...heads], rows)}
<dl>${columns.map(meaning)}</dl>`;
}

const figure = (shown: string, value: number | null): Markup =>
  value === null ? markup`${shown}` : markup`<data value="${value}">${shown}</data>`;

const meaning = ({ head, means }: Column): Markup | string =>
  means === undefined ? "" : markup`<div><dt>${head.toLowerCase()}</dt><dd>${means}</dd></div>`;

/** Where all clients share one outage, and when it is known to be. */
function outageOf(params: Experiment["params"]): Outage | undefined {
  const { outageStartMs: startMs, outageMs: lengthMs } = params;
  return typeof startMs === "number" && typeof lengthMs === "number"
    ? { startMs, lengthMs }
    : undefined;
}
