import type { Summary } from "../cli/bench/summary.ts";
import type { Item } from "../cli/registry/item.ts";
import type { Figures, ScenarioName } from "./measurements.ts";
import {
  attempts,
  calls,
  completion,
  cost,
  herd,
  late,
  type Measure,
  p99,
  peak,
  success,
  t99,
  time,
  written,
} from "./measures.ts";
import { table } from "../cli/registry/markdown-table.ts";

/** The tables of docs/workloads.md, by the name of their section. */
export const TABLES: Readonly<Record<string, readonly (readonly [ScenarioName, Measure])[]>> = {
  "outage-30s": [success, time, attempts, p99, herd].map((measure) => ["outage-30s", measure]),
  "occ-contention calls": ([50, 100, 200] as const).map((n) => [
    `occ-contention ${n}`,
    { ...calls, title: `${calls.title}, N = ${n}` },
  ]),
  "occ-contention completion": ([50, 100, 200] as const).map((n) => [
    `occ-contention ${n}`,
    { ...completion, title: `${completion.title}, N = ${n}` },
  ]),
  "shared-outage A-short": [success, t99, peak, cost].map((m) => ["shared-outage A-short", m]),
  "shared-outage A-long": [success, t99, peak, cost].map((m) => ["shared-outage A-long", m]),
  "shared-outage B": [
    ["shared-outage B", late],
    ["shared-outage B", cost],
    ["shared-outage B, budget", { ...late, title: "the same, with a budget of 10 hosts" }],
    ["shared-outage B, budget", { ...cost, title: "attempts per success, with the budget" }],
  ],
};

/** One row for each policy, one column for each measure. */
export function numbersTable(columns: (typeof TABLES)[string], figures: Figures): string {
  const [scenario = "outage-30s"] = columns[0] ?? [];
  return table(
    ["policy", ...columns.map(([, { title }]) => title)],
    Object.keys(figures[scenario]).map((policy) => [
      policy === "none" ? "none: retry at once" : `\`${policy}\``,
      ...columns.map(([name, measure]) => written(figures[name][policy], measure)),
    ]),
  );
}

/** What a policy's page tells: each scenario's gain for the client and cost for the service. */
const ROWS: readonly (readonly [ScenarioName, ...Measure[]])[] = [
  ["outage-30s", success, attempts, herd],
  ["occ-contention 100", completion, calls],
  ["shared-outage A-short", t99, peak, cost],
  ["shared-outage A-long", t99, cost],
  ["shared-outage B", late, cost],
];

/** The Numbers section of a policy's page. */
export function numbersSection({ name }: Item, figures: Figures): string {
  const rows = ROWS.flatMap(([scenario, ...measures]) =>
    measures.map((measure, index) => [
      index === 0 ? WORDS[scenario] : "",
      measure.title,
      written(figures[scenario][name], measure),
      bestOf(figures[scenario], measure, name),
    ]),
  );
  return [
    table(["workload", "measure", `\`${name}\``, "the best here"], rows),
    "```sh\n" + COMMANDS.map((flags) => `policybook bench ${name} ${flags}`).join("\n") + "\n```",
  ].join("\n\n");
}

const WORDS: Readonly<Record<ScenarioName, string>> = {
  "outage-30s": "`outage-30s`",
  "occ-contention 50": "`occ-contention`, 50 clients",
  "occ-contention 100": "`occ-contention`",
  "occ-contention 200": "`occ-contention`, 200 clients",
  "shared-outage A-short": "`shared-outage` A-short",
  "shared-outage A-long": "`shared-outage` A-long",
  "shared-outage B": "`shared-outage` B",
  "shared-outage B, budget": "`shared-outage` B, with a budget",
};

const COMMANDS = [
  "--workload outage-30s",
  "--workload occ-contention",
  "--workload shared-outage --scenario A-short",
  "--workload shared-outage --scenario A-long",
  "--workload shared-outage --scenario B",
];

/** The best of the registry's policies, as far as the figure is written. */
function bestOf(
  summaries: Readonly<Record<string, Summary>>,
  measure: Measure,
  self: string,
): string {
  const known = Object.entries(summaries).flatMap(([policy, summary]) => {
    const figure = measure.of(summary);
    return figure === null || policy === "none" ? [] : [{ policy, figure }];
  });
  const sign = measure.best === "highest" ? -1 : 1;
  const [best] = known.toSorted((a, b) => sign * (a.figure - b.figure));
  if (best === undefined) return "never";
  const shown = measure.shown(best.figure);
  const equals = known.filter(({ figure }) => measure.shown(figure) === shown);
  if (equals.some(({ policy }) => policy === self)) return "this one";
  return `${shown} (${equals.map(({ policy }) => `\`${policy}\``).join(", ")})`;
}
