import {
  type Contention,
  OCC_CONTENTION,
  occContention,
} from "../../../../cli/bench/occ-contention.ts";
import type { PolicyFactory } from "../../../../cli/bench/policy.ts";
import {
  type SharedOutage,
  sharedOutage,
  type SharedScenario,
} from "../../../../cli/bench/shared-outage.ts";
import { finished } from "../../../../cli/bench/simulation.ts";
import { Constant } from "../../../../registry/constant/constant.ts";
import { DecorrelatedJitter } from "../../../../registry/decorrelated-jitter/decorrelated-jitter.ts";
import { EqualJitter } from "../../../../registry/equal-jitter/equal-jitter.ts";
import { Exponential } from "../../../../registry/exponential/exponential.ts";
import { FullJitter } from "../../../../registry/full-jitter/full-jitter.ts";
import { RetryAfterAware } from "../../../../registry/retry-after-aware/retry-after-aware.ts";
import { RetryAfterJitter } from "../../../../registry/retry-after-jitter/retry-after-jitter.ts";

interface Params {
  readonly baseMs?: number;
  readonly capMs?: number;
  readonly maxAttempts?: number;
}

/** Each policy with these parameters, and `none`, which retries at once. */
const factories = {
  none: () => () => ({ nextDelay: () => 0 }),
  constant: (params: Params) => () => new Constant(params),
  exponential: (params: Params) => () => new Exponential(params),
  full: (params: Params) => (stream) => new FullJitter(params, stream),
  equal: (params: Params) => (stream) => new EqualJitter(params, stream),
  decorrelated: (params: Params) => (stream) => new DecorrelatedJitter(params, stream),
  jittered: (params: Params) => (stream) => new RetryAfterJitter(params, stream),
  aware: (params: Params) => (stream) => new RetryAfterAware(params, stream),
} as const satisfies Readonly<Record<string, (params: Params) => PolicyFactory>>;

export type Name = keyof typeof factories;

export const factory = (name: Name, params: Params = {}): PolicyFactory => factories[name](params);

/** `occ-contention` with the published parameters: one outcome for each repetition. */
export function contention(name: Name, clients: number, repetitions: number): Contention[] {
  const baseMs = name === "decorrelated" ? 5 : 10;
  const make = factory(name, { baseMs, capMs: 2000, maxAttempts: Infinity });
  return Array.from({ length: repetitions }, (_, repetition) =>
    finished(occContention({ ...OCC_CONTENTION, clients }, make, repetition)),
  );
}

/** `shared-outage`: one outcome for each repetition. */
export function shared(name: Name, scenario: SharedScenario, repetitions = 1): SharedOutage[] {
  const make = factory(name, { maxAttempts: 30 });
  return Array.from({ length: repetitions }, (_, repetition) =>
    finished(sharedOutage(scenario, make, repetition)),
  );
}

export function meanOf<T>(outcomes: readonly T[], value: (outcome: T) => number): number {
  return outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length;
}

/** Mean t99 in seconds, or "never". */
export function meanT99(outcomes: readonly SharedOutage[]): number | "never" {
  const times = outcomes.flatMap(({ t99Us }) => t99Us ?? []);
  return times.length < outcomes.length ? "never" : meanOf(times, (time) => time / 1e6);
}
export const attemptsPerSuccess = ({ arrivals, tally }: SharedOutage): number =>
  arrivals / tally.successes;
