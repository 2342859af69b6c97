import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Settings } from "../cli/bench/experiment.ts";
import { type Contender, measured, none } from "../cli/bench/run.ts";
import type { Summary } from "../cli/bench/summary.ts";
import { type WorkloadName, workloads } from "../cli/bench/workloads.ts";
import type { Item } from "../cli/registry/item.ts";
import { type Compared, compareAll } from "./comparisons.ts";
import { contenderOfItem } from "./contenders.ts";

/** What is measured for the pages and the documentation: a workload, with these settings. */
export const SCENARIOS = {
  "outage-30s": { workload: "outage-30s", settings: {} },
  "occ-contention 50": { workload: "occ-contention", settings: { clients: 50 } },
  "occ-contention 100": { workload: "occ-contention", settings: {} },
  "occ-contention 200": { workload: "occ-contention", settings: { clients: 200 } },
  "shared-outage A-short": { workload: "shared-outage", settings: { scenario: "A-short" } },
  "shared-outage A-long": { workload: "shared-outage", settings: { scenario: "A-long" } },
  "shared-outage B": { workload: "shared-outage", settings: { scenario: "B" } },
  "shared-outage B, budget": {
    workload: "shared-outage",
    settings: { scenario: "B", budgetHosts: 10 },
  },
} as const satisfies Readonly<Record<string, { workload: WorkloadName; settings: Settings }>>;

export type ScenarioName = keyof typeof SCENARIOS;
export type Figures = Readonly<Record<ScenarioName, Readonly<Record<string, Summary>>>>;

/** Figures, and what they were measured of. */
export interface Measurements {
  /** A hash of all code that the figures follow from: while it is the same, so are they. */
  readonly of: string;
  readonly figures: Figures;
  readonly compared: Compared;
}

export const MEASUREMENTS = "docs/workloads.json";

/** The figures on the disk if nothing that they follow from has changed; else measured anew. */
export async function measurements(root: string, policies: readonly Item[]): Promise<Measurements> {
  const of = hashOfCode(root, policies);
  const file = path.join(root, MEASUREMENTS);
  const known = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Measurements)
    : undefined;
  if (known?.of === of) return known;
  return { of, figures: await measureAll(root, policies), compared: compareAll() };
}

export async function measureAll(root: string, policies: readonly Item[]): Promise<Figures> {
  const contenders = await Promise.all(policies.map((item) => contenderOfItem(root, item)));
  const entries = Object.entries(SCENARIOS).map(([name, { workload, settings }]) => [
    name,
    measureEach(workload === "occ-contention" ? [none, ...contenders] : contenders, {
      workload,
      settings,
    }),
  ]);
  return Object.fromEntries(entries) as Figures;
}

/** The summary of each contender, by the policy's name. */
export function measureEach(
  contenders: readonly Contender[],
  { workload, settings }: { readonly workload: WorkloadName; readonly settings: Settings },
): Readonly<Record<string, Summary>> {
  const experiment = workloads[workload].prepare(settings);
  return Object.fromEntries(
    contenders.map((contender) => [contender.policy, measured(contender, experiment)]),
  );
}

function hashOfCode(root: string, policies: readonly Item[]): string {
  const bench = readdirSync(path.join(root, "cli/bench"), { withFileTypes: true })
    .filter((entry) => entry.isFile()) // what is in its folders only shows figures
    .map(({ name }) => `cli/bench/${name}`);
  const ports = [...policies.map(({ name }) => name), "rng"].map(
    (name) => `registry/${name}/${name}.ts`,
  );
  const measuring = ["alternatives", "comparisons", "measurements"].map(
    (name) => `registry/${name}.ts`,
  );
  const hash = createHash("sha256");
  for (const file of [...bench, ...ports, ...measuring].toSorted())
    hash.update(`${file}\n${readFileSync(path.join(root, file), "utf8")}\n`);
  return hash.digest("hex");
}
