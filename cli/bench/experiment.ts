import type { PolicyFactory } from "./policy.ts";
import type { Simulation } from "./simulation.ts";
import type { Tally } from "./tally.ts";

/** What can be said of a run. What is left out takes the workload's own value. */
export interface Settings {
  readonly baseMs?: number | undefined;
  readonly capMs?: number | undefined;
  readonly maxAttempts?: number | undefined;
  readonly clients?: number | undefined;
  readonly outageMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
  readonly seed?: number | undefined;
  readonly repetitions?: number | undefined;
  readonly scenario?: string | undefined;
  readonly spreadMs?: number | undefined;
  readonly outageStartMs?: number | undefined;
  /** Requests that the server can answer in a second. */
  readonly capacity?: number | undefined;
  readonly queueMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly budgetHosts?: number | undefined;
}

/** What policies are made with. What is undefined is left to each policy's own default. */
export interface PolicyParams {
  readonly baseMs: number | undefined;
  readonly capMs: number | undefined;
  readonly maxAttempts: number | undefined;
}

/** A workload with everything about it decided. */
export interface Experiment {
  /** The scenario in full, for whoever wants to run it again. */
  readonly params: Readonly<Record<string, number | string | null>>;
  readonly repetitions: number;
  paramsOf(policy: string): PolicyParams;
  simulate(make: PolicyFactory, repetition: number): Simulation<Repetition>;
}

/** What came of one repetition: what every workload tells, and what only this one does. */
export interface Repetition {
  readonly tally: Tally;
  readonly measures: Measures;
}

/** null is "never", or "there is none". */
export type Measures = Readonly<Record<string, number | null>>;
