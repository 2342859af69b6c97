import { setImmediate } from "node:timers/promises";
import type { Experiment, Repetition } from "../bench/experiment.ts";
import { bestFirst } from "../bench/ranking.ts";
import { factoryOf } from "../bench/run.ts";
import type { Simulation } from "../bench/simulation.ts";
import { type Summary, summarised } from "../bench/summary.ts";
import { type WorkloadName, workloads } from "../bench/workloads.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { Progress } from "../ui/bench-progress.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { isTerminal, note, print, printJson } from "../ui/output.ts";
import { type Benched, benchedPolicies, tryOut, withoutPolicy } from "./bench-policies.ts";
import { type BenchFlags, settingsOf, workloadNamed } from "./bench-settings.ts";

export interface BenchOptions extends BenchFlags {
  readonly cwd: string;
  readonly csv?: boolean;
  readonly json?: boolean;
}

/** What came of one policy, as far as it was run. */
export interface Result {
  readonly benched: Benched;
  readonly summary: Summary;
  /** The first repetition, for a picture of its retries. */
  readonly first: Repetition;
}

/** Simulates a workload with each policy, and prints what the client gets and the service pays. */
export async function bench(targets: readonly string[], options: BenchOptions): Promise<ExitCode> {
  if (options.csv && options.json) throw oneOutput();
  const workload = workloadNamed(options.workload ?? "outage-30s");
  const experiment = workloads[workload].prepare(settingsOf(workload, options));
  const policies = await policiesFor(workload, targets, options.cwd);
  for (const policy of policies) tryOut(policy, experiment.paramsOf(policy.policy));
  const { results, interrupted } = await runAll(policies, experiment);
  await show(workload, experiment, bestFirst(workload, results), { ...options, interrupted });
  if (interrupted && !options.json) note(partial(results, policies, experiment));
  return interrupted ? Exit.interrupted : Exit.ok;
}

async function policiesFor(workload: WorkloadName, targets: readonly string[], cwd: string) {
  const place = { registry: builtinRegistry(), root: new Project(cwd).root };
  const policies = await benchedPolicies(targets, place);
  const isWhole = targets.length === 0 && workload === "occ-contention";
  return isWhole ? [...policies, withoutPolicy] : policies;
}

interface Outcome {
  readonly results: readonly Result[];
  readonly interrupted: boolean;
}

/** Runs one policy after the other, until all are done or the user presses Ctrl-C. */
async function runAll(policies: readonly Benched[], experiment: Experiment): Promise<Outcome> {
  const results: Result[] = [];
  const progress = new Progress(policies.length);
  let interrupted = false;
  const stop = (): void => void (interrupted = true);
  process.once("SIGINT", stop);
  try {
    for (const benched of policies) {
      const repetitions = await repeat(benched, experiment, async (part) => {
        progress.show(benched.file ?? benched.policy, results.length + part);
        await setImmediate(); // lets Ctrl-C through
        return !interrupted;
      });
      const [first] = repetitions;
      if (first !== undefined) results.push({ benched, summary: summarised(repetitions), first });
      if (interrupted) break;
    }
  } finally {
    progress.clear();
    process.removeListener("SIGINT", stop);
  }
  return { results, interrupted };
}

/** Says how far it has come, and is told whether to go on. */
type Pause = (part: number) => Promise<boolean>;

async function repeat(benched: Benched, experiment: Experiment, pause: Pause) {
  const make = factoryOf(benched, experiment);
  const done: Repetition[] = [];
  while (done.length < experiment.repetitions) {
    const simulation = experiment.simulate(make, done.length);
    const outcome = await watched(simulation, (part) =>
      pause((done.length + part) / experiment.repetitions),
    );
    if (outcome === undefined) break;
    if (done.length > 0) outcome.tally.retries.forget(); // only the first is drawn
    done.push(outcome);
  }
  return done;
}

/** The simulation's result, or undefined if it was not to go on. */
async function watched<T>(simulation: Simulation<T>, pause: Pause): Promise<T | undefined> {
  let paused = performance.now();
  if (!(await pause(0))) return undefined;
  for (;;) {
    const { done, value } = simulation.next();
    if (done) return value;
    if (performance.now() - paused < PAUSE_EVERY_MS) continue;
    if (!(await pause(value))) return undefined;
    paused = performance.now();
  }
}

const PAUSE_EVERY_MS = 50;

interface Output {
  readonly csv?: boolean;
  readonly json?: boolean;
  readonly interrupted: boolean;
}

async function show(
  workload: WorkloadName,
  { params }: Experiment,
  results: readonly Result[],
  { csv, json, interrupted }: Output,
): Promise<void> {
  if (json) {
    const how = interrupted ? { interrupted } : {};
    return printJson({ workload, params, ...how, results: results.map(told) });
  }
  if (csv) return print(csvOf(results.map(told)));
  if (results.length === 0) return;
  const { printTable } = await import("../ui/bench-table.ts");
  printTable(workload, params, results);
  if (!isTerminal()) return;
  const { printPlot } = await import("../ui/bench-plot.ts");
  printPlot(results);
}

/** Everything known of a policy, in full precision. */
function told({ benched: { policy, version, file, edited }, summary }: Result): Told {
  const { measures, ...common } = summary;
  return { policy, version, file, edited, ...common, ...measures };
}

type Told = Readonly<Record<string, Field>>;
type Field = string | number | boolean | null | undefined;

function csvOf(rows: readonly Told[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => csvField(row[name])).join(","));
  return [names.join(","), ...lines].join("\n");
}

function csvField(value: Field): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function partial(
  results: readonly Result[],
  policies: readonly Benched[],
  { repetitions }: Experiment,
): string {
  const last = results.at(-1)?.summary.repetitions ?? repetitions;
  const cut = last < repetitions ? `, the last with ${last} of ${repetitions} repetitions` : "";
  return `interrupted: ${results.length} of ${policies.length} policies were run${cut}`;
}

function oneOutput(): PolicybookError {
  return new PolicybookError(
    "usage",
    "--csv and --json cannot both be printed.",
    "Leave one of them out.",
  );
}
