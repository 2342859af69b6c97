import path from "node:path";
import { fileURLToPath } from "node:url";
import { OCC_CONTENTION, occContention } from "../cli/bench/occ-contention.ts";
import { OUTAGE_30S, outage30s } from "../cli/bench/outage-30s.ts";
import type { PolicyFactory } from "../cli/bench/policy.ts";
import { type Contender, none } from "../cli/bench/run.ts";
import { sharedOutage, type SharedScenario } from "../cli/bench/shared-outage.ts";
import { sharedScenario } from "../cli/bench/shared-scenarios.ts";
import { finished } from "../cli/bench/simulation.ts";
import { attemptsAt, type Tally } from "../cli/bench/tally.ts";
import { contenderOfItem } from "../registry/contenders.ts";
import { formatted, readItems } from "../registry/derived.ts";
import { generate } from "../registry/generate.ts";

/**
 * npm run generate: vectors/workloads/<workload>.json, the exact results of single repetitions, for
 * whoever builds a workload in another language. With --check it writes nothing, and fails if a
 * file is not what it would write. docs/workloads.md explains what is counted.
 */
type Numbers = Readonly<Record<string, number | string | null>>;

/** A policy to run, and what it is to be made with, by the names of its own parameters. */
interface Entrant {
  readonly contender: Contender;
  readonly takes: readonly string[];
}

interface Run {
  readonly scenario: Numbers;
  readonly repetition: number;
  readonly results: readonly Result[];
}

interface Result {
  readonly policy: string;
  readonly params: Numbers;
  readonly result: Numbers;
}

const NONE: Entrant = { contender: none, takes: ["maxAttempts"] };

export async function goldenTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const items = readItems(path.join(root, "registry")).filter(({ kind }) => kind === "policy");
  const entrants = await Promise.all(
    items.map(async (item) => ({
      contender: await contenderOfItem(root, item),
      takes: item.params.map(({ name }) => name),
    })),
  );
  const documents = {
    "outage-30s": outageRuns(entrants),
    "occ-contention": contentionRuns([NONE, ...entrants]),
    "shared-outage": sharedRuns(entrants),
  };
  const texts = Object.entries(documents).map(async ([workload, runs]) => {
    const text = JSON.stringify({ $schema: "./workloads.schema.json", format: 1, workload, runs });
    return [`vectors/workloads/${workload}.json`, await formatted("json", text)] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** A few clients first: where a workload goes wrong, it shows there in a handful of numbers. */
function outageRuns(entrants: readonly Entrant[]): Run[] {
  return [10, OUTAGE_30S.clients].map((clients) => {
    const scenario = { ...OUTAGE_30S, clients };
    const params = { baseMs: 100, capMs: 10_000, maxAttempts: 8 };
    const results = entrants.map((entrant) =>
      resultOf(entrant, params, (make) => {
        const tally = finished(outage30s(scenario, make));
        return { ...counted(tally), timeToSuccessMs: tally.timeToSuccessMs };
      }),
    );
    return { scenario: { ...scenario }, repetition: 0, results };
  });
}

function contentionRuns(entrants: readonly Entrant[]): Run[] {
  const sizes = [
    [10, 0],
    [10, 1],
    [OCC_CONTENTION.clients, 0],
  ] as const;
  return sizes.map(([clients, repetition]) => {
    const scenario = { ...OCC_CONTENTION, clients };
    const results = entrants.map((entrant) => {
      const baseMs = entrant.contender.policy === "decorrelated-jitter" ? 5 : 10;
      const params = { baseMs, capMs: 2000, maxAttempts: Infinity };
      return resultOf(entrant, params, (make) => {
        const { tally, calls, completionUs } = finished(occContention(scenario, make, repetition));
        return { ...counted(tally), calls, completionUs };
      });
    });
    return { scenario: { ...scenario }, repetition, results };
  });
}

function sharedRuns(entrants: readonly Entrant[]): Run[] {
  const fleets = [
    sharedScenario("A-short", 50),
    ...(["A-short", "A-long", "B"] as const).map((name) => sharedScenario(name)),
    { ...sharedScenario("B"), budgetHosts: 10 },
  ];
  return fleets.map((scenario) => ({
    scenario: { ...scenario, budgetHosts: scenario.budgetHosts ?? null },
    repetition: 0,
    results: entrants.map((entrant) => sharedResult(entrant, scenario)),
  }));
}

function sharedResult(entrant: Entrant, scenario: SharedScenario): Result {
  const params = { baseMs: 100, capMs: 10_000, maxAttempts: scenario.maxAttempts };
  return resultOf(entrant, params, (make) => {
    const { tally, ...rest } = finished(sharedOutage(scenario, make));
    return { ...counted(tally), ...rest };
  });
}

function resultOf(
  { contender, takes }: Entrant,
  params: Readonly<Record<"baseMs" | "capMs" | "maxAttempts", number>>,
  outcome: (make: PolicyFactory) => Numbers,
): Result {
  const given = Object.entries(params).filter(([name]) => takes.includes(name));
  const told = given.map(([name, value]) => [name, value === Infinity ? "unlimited" : value]);
  return {
    policy: contender.policy,
    params: Object.fromEntries(told),
    result: outcome((stream) => contender.make(params, stream)),
  };
}

/** What every workload counts. */
function counted(tally: Tally): Numbers {
  const { successes, retries, endings } = tally;
  const attempts = endings.reduce((sum, clients, attempt) => sum + attempt * clients, 0);
  const fullest = Math.max(0, ...Array.from(retries.entries(), ([, count]) => count));
  const p99Attempts = attemptsAt(0.99, [tally]);
  return { successes, attempts, p99Attempts, retries: retries.total, fullestWindow: fullest };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await generate(
    process.cwd(),
    process.argv.includes("--check"),
    console.log,
    goldenTexts,
  );
