import type { Experiment } from "../experiment.ts";
import type { WorkloadName } from "../workloads.ts";
import { cellOf, type Column, layoutOf } from "./columns.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, Markup } from "./markup.ts";
import { type Outage, retriesCharts } from "./retries-chart.ts";
import { STYLE } from "./style.ts";
import { tradeChart } from "./trade-chart.ts";
import { waitsCharts } from "./waits-chart.ts";

export interface Report {
  readonly workload: WorkloadName;
  readonly params: Experiment["params"];
  /** Best first. */
  readonly entries: readonly Entry[];
  /** What was typed to make it. */
  readonly command: string;
  /** The tool and its version. */
  readonly tool: string;
}

/** By which a page is known as one of these. */
export const MARK = '<meta name="generator" content="policybook bench';

/** One page that needs nothing else: no script, no other file, no network. */
export function reportPage(report: Report): string {
  const { workload, params, entries, command, tool } = report;
  const { order } = layoutOf(workload, []);
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
${new Markup(MARK)}, ${tool}">
<title>${workload}: ${entries.map(({ label }) => label).join(", ")}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body><main>
<header><h1>${workload}</h1><p>${ABOUT[workload]}</p>
<pre tabindex="0" aria-label="the command that made this page">$ ${command}</pre></header>
<section><h2>Figures</h2><p>${order}</p>${figures(report)}</section>
<section><h2>Retries over time</h2>
<p>The retries that reach the service in each 10 ms. Time is logarithmic${"outageStartMs" in params ? " and begins with the outage, which is shaded" : ""}; all policies have the same scale. A spike is a herd.</p>
${retriesCharts(entries, outageOf(params))}</section>
<section><h2>The wait after each attempt</h2>
<p>What the policies chose in this run. Dark: the middle half of the waits. Light: nine of ten. The thin line goes from the shortest to the longest, the bar across is the median. Time is logarithmic, from 1 ms.</p>
${waitsCharts(entries)}</section>
<section><h2>What the client gets, and what the service pays</h2>${tradeChart(workload, entries)}</section>
<section><h2>What was simulated</h2>${dataTable("Parameters", ["parameter", "value"], parameters(params))}
<p>The same parameters and the same seed give the same figures. Charts are of the first repetition, figures of all. Made by ${tool}.</p></section>
</main></body>
</html>
`.text;
}

const ABOUT: Readonly<Record<WorkloadName, string>> = {
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

const parameters = (params: Experiment["params"]) =>
  Object.entries(params).map(([name, value]) => [
    name,
    value ?? (name === "budgetHosts" ? "none" : "each policy's own"),
  ]);

/** Where all clients share one outage, and when it is known to be. */
function outageOf(params: Experiment["params"]): Outage | undefined {
  const { outageStartMs: startMs, outageMs: lengthMs } = params;
  return typeof startMs === "number" && typeof lengthMs === "number"
    ? { startMs, lengthMs }
    : undefined;
}
