import type { Settings } from "../cli/bench/experiment.ts";
import { percent } from "../cli/bench/report/columns.ts";
import { type Contender, measured } from "../cli/bench/run.ts";
import { type WorkloadName, workloads } from "../cli/bench/workloads.ts";
import { beyondTheCap, spreads } from "./alternatives.ts";
import {
  attempts,
  cost,
  herd,
  late,
  type Measure,
  success,
  t99,
  time,
  titled,
} from "./measures.ts";
import { table } from "../cli/registry/markdown-table.ts";

/** Rules side by side, in the scenarios that tell them apart: how a policy was chosen. */
interface Comparison {
  readonly rule: string;
  readonly contenders: readonly Contender[];
  readonly columns: readonly (readonly [Scenario, Measure])[];
}

/** The herd of a hundred thousand clients, since that of a thousand is half chance. */
const CROWD = { clients: 100_000 };
const SCENARIOS = {
  outage: { workload: "outage-30s", settings: {} },
  "outage, crowd": { workload: "outage-30s", settings: CROWD },
  "outage, cap 4 s": { workload: "outage-30s", settings: { capMs: 4000 } },
  "outage, cap 4 s, crowd": { workload: "outage-30s", settings: { capMs: 4000, ...CROWD } },
  "A-short": { workload: "shared-outage", settings: { scenario: "A-short" } },
  "A-long": { workload: "shared-outage", settings: { scenario: "A-long" } },
  B: { workload: "shared-outage", settings: { scenario: "B" } },
} as const satisfies Readonly<Record<string, { workload: WorkloadName; settings: Settings }>>;
type Scenario = keyof typeof SCENARIOS;

const crowdHerd = { ...herd, title: "herd", shown: percent(2) };

/** By the name of their section on the page of `retry-after-jitter`. */
export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  spread: {
    rule: "spread after the hint",
    contenders: spreads,
    columns: [
      ["outage", success],
      ["outage", titled("mean time", time)],
      ["outage", titled("attempts", attempts)],
      ["outage, crowd", crowdHerd],
      ["A-short", titled("A-short", t99)],
      ["A-long", titled("A-long", t99)],
      ["B", titled("B: attempts", cost)],
      ["B", titled("B: late success", late)],
    ],
  },
  "beyond the cap": {
    rule: "earliest, if the hint is beyond the cap",
    contenders: beyondTheCap,
    columns: [
      ["outage, cap 4 s", success],
      ["outage, cap 4 s", titled("attempts", attempts)],
      ["outage, cap 4 s, crowd", crowdHerd],
    ],
  },
};

/** A figure for each column of each rule of each comparison, in full precision. */
export type Compared = Readonly<
  Record<string, Readonly<Record<string, readonly (number | null)[]>>>
>;

export function compareAll(): Compared {
  return Object.fromEntries(
    Object.entries(COMPARISONS).map(([name, comparison]) => [name, compared(comparison)]),
  );
}

function compared({ contenders, columns }: Comparison): Compared[string] {
  const names = [...new Set(columns.map(([scenario]) => scenario))];
  return Object.fromEntries(
    contenders.map((contender) => {
      const summaries = new Map(
        names.map((name) => {
          const { workload, settings } = SCENARIOS[name];
          return [name, measured(contender, workloads[workload].prepare(settings))];
        }),
      );
      const figures = columns.map(([scenario, { of }]) => {
        const summary = summaries.get(scenario);
        return summary === undefined ? null : of(summary);
      });
      return [contender.policy, figures];
    }),
  );
}

export function comparisonTable({ rule, columns }: Comparison, figures: Compared[string]): string {
  return table(
    [rule, ...columns.map(([, { title }]) => title)],
    Object.entries(figures).map(([name, values]) => [
      `\`${name.replace(/:.*/, "")}\`${name.replace(/^[^:]*/, "")}`,
      ...columns.map(([, { shown }], index) => {
        const value = values[index] ?? null;
        return value === null ? "never" : shown(value);
      }),
    ]),
  );
}
