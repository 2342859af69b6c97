import type { Experiment } from "../experiment.ts";
import type { WorkloadName } from "../workloads.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { ABOUT } from "./page.ts";
import { type Origin, section, shell } from "./shell.ts";
import { simulated } from "./simulated.ts";
import { type Candidate, type Measures, triedCharts } from "./tried-charts.ts";

/** A recommendation in words, and what it was found among. */
export interface AdviceReport {
  readonly workload: WorkloadName;
  readonly params: Experiment["params"];
  /** What to pick, or that there is nothing, and why. */
  readonly said: readonly string[];
  /** A row for the best setting of each policy, the pick first. */
  readonly heads: readonly string[];
  readonly best: readonly (readonly string[])[];
  readonly candidates: readonly Candidate[];
  readonly measures: Measures;
  /** How it was searched for. */
  readonly method: string;
}

/** What `bench --recommend` says, with every setting that it tried. */
export function advicePage(report: AdviceReport, origin: Origin): string {
  const { workload, params, said, candidates, measures, method } = report;
  const head = { title: `${workload}: what to pick`, heading: workload, about: ABOUT[workload] };
  const named = report.best.length > 0 ? " The best of each policy is named." : "";
  const limited = measures.costs.some(({ limit }) => limit < Infinity)
    ? " What is above the limit was not considered."
    : "";
  return shell(head, origin, [
    section(
      "What to pick",
      markup`${said.map((text) => markup`<p>${text}</p>`)}${bestTable(report)}`,
    ),
    section(
      "What was tried",
      markup`<p>Each dot is a setting of a policy: what its clients get, and what it costs the service. The dashed line joins the front: the settings that no other beats at both.${named}${limited} Figures of settings that were tried under one seed only are less sure.</p>
${triedCharts(candidates, measures)}`,
    ),
    simulated(params, `${method} Made by ${origin.tool}.`),
  ]);
}

function bestTable({ heads, best, candidates }: AdviceReport): Markup | string {
  if (best.length === 0) return "";
  const policies = [...new Set(candidates.map(({ policy }) => policy))];
  const others = policies.filter((policy) => best.every(([name]) => name !== policy));
  const beyond = `Beyond the limits with every setting: ${others.join(", ")}.`;
  return markup`${dataTable("The best setting of each policy", heads, best)}${others.length === 0 ? "" : markup`<p>${beyond}</p>`}`;
}
