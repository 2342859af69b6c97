import { setImmediate } from "node:timers/promises";
import type { Experiment, Repetition } from "../bench/experiment.ts";
import { Waits } from "../bench/report/waits.ts";
import { factoryOf } from "../bench/run.ts";
import type { Simulation } from "../bench/simulation.ts";
import { type Summary, summarised } from "../bench/summary.ts";
import { Progress } from "../ui/bench-progress.ts";
import type { Benched } from "./bench-policies.ts";

/** What came of one policy, as far as it was run. */
export interface Result {
  readonly benched: Benched;
  readonly summary: Summary;
  /** The first repetition, for a picture of its retries. */
  readonly first: Repetition;
  /** What the policy chose in it. */
  readonly waits: Waits;
}

export interface Outcome {
  readonly results: readonly Result[];
  readonly interrupted: boolean;
}

/** Runs one policy after the other, until all are done or the user presses Ctrl-C. */
export async function runAll(
  policies: readonly Benched[],
  experiment: Experiment,
): Promise<Outcome> {
  const results: Result[] = [];
  const interrupted = await interruptible(policies.length, async (pause) => {
    for (const benched of policies) {
      const result = await repeat(benched, experiment, (part) =>
        pause(benched.file ?? benched.policy, results.length + part),
      );
      if (result !== undefined) results.push(result);
      if (result?.summary.repetitions !== experiment.repetitions) return;
    }
  });
  return { results, interrupted };
}

/** Says how far the work has come, and is told whether to go on. */
export type Pause = (label: string, done: number) => Promise<boolean>;

/** Does the work, with a bar where a person waits; @returns whether the user pressed Ctrl-C. */
export async function interruptible(
  total: number,
  work: (pause: Pause) => Promise<void>,
): Promise<boolean> {
  const progress = new Progress(total);
  let interrupted = false;
  const stop = (): void => void (interrupted = true);
  process.once("SIGINT", stop);
  try {
    await work(async (label, done) => {
      progress.show(label, done);
      await setImmediate(); // lets Ctrl-C through
      return !interrupted;
    });
  } finally {
    progress.clear();
    process.removeListener("SIGINT", stop);
  }
  return interrupted;
}

type PausePart = (part: number) => Promise<boolean>;

async function repeat(benched: Benched, experiment: Experiment, pause: PausePart) {
  const make = factoryOf(benched, experiment);
  const waits = new Waits();
  const done: Repetition[] = [];
  while (done.length < experiment.repetitions) {
    const policy = done.length === 0 ? waits.observed(make) : make;
    const simulation = experiment.simulate(policy, done.length);
    const outcome = await watched(simulation, (part) =>
      pause((done.length + part) / experiment.repetitions),
    );
    if (outcome === undefined) break;
    if (done.length > 0) outcome.tally.retries.forget(); // only the first is drawn
    done.push(outcome);
  }
  const [first] = done;
  return first && { benched, summary: summarised(done), first, waits };
}

/** The simulation's result, or undefined if it was not to go on. */
export async function watched<T>(
  simulation: Simulation<T>,
  pause: PausePart,
): Promise<T | undefined> {
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
