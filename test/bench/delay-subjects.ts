import {
  ConstantBackoff,
  decorrelatedJitterGenerator,
  ExponentialBackoff,
  fullJitterGenerator,
  type GeneratorFn,
  halfJitterGenerator,
  type IBackoff,
  type IBackoffFactory,
  noJitterGenerator,
} from "cockatiel";
import type { Delay } from "exponential-backoff/dist/delay/delay.base.js";
import { DelayFactory } from "exponential-backoff/dist/delay/delay.factory.js";
import { getSanitizedOptions, type JitterType } from "exponential-backoff/dist/options.js";
import { Constant } from "../../registry/constant/constant.ts";
import * as decorrelated from "../../registry/decorrelated-jitter/decorrelated-jitter.ts";
import * as equal from "../../registry/equal-jitter/equal-jitter.ts";
import { Exponential } from "../../registry/exponential/exponential.ts";
import * as full from "../../registry/full-jitter/full-jitter.ts";
import * as aware from "../../registry/retry-after-aware/retry-after-aware.ts";
import * as jittered from "../../registry/retry-after-jitter/retry-after-jitter.ts";

interface Failure {
  readonly retryable: boolean;
  readonly status: number;
}

/** The delay after a failed attempt, counting from 1, of one operation after another. */
export type NextDelay = (attempt: number, failure: Failure) => number;

/**
 * How an operation fails: eight times, as often as the policies allow by default; the last delay is
 * at the cap. Different objects, so that the compiler cannot take their fields for constants.
 */
export const failures: readonly Failure[] = [500, 502, 503, 504, 429, 408, 503, 500].map(
  (status) => ({ retryable: status >= 408, status }),
);

const BASE_MS = 100;
const CAP_MS = 10_000;
const PARAMS = { baseMs: BASE_MS, capMs: CAP_MS, maxAttempts: Infinity };

/**
 * What can be timed, by name. Everybody gets the same base, cap and attempts; what the loop around a
 * policy makes, such as the failure, is made beforehand.
 */
export const subjects = {
  "bare draw": () => (attempt) => Math.floor(Math.random() * (BASE_MS << attempt)),

  constant: () => ours(new Constant({ baseMs: BASE_MS, maxAttempts: Infinity })),
  exponential: () => ours(new Exponential(PARAMS)),
  "full-jitter": () => ours(new full.FullJitter(PARAMS, full.systemRng)),
  "equal-jitter": () => ours(new equal.EqualJitter(PARAMS, equal.systemRng)),
  "decorrelated-jitter": () => ours(walk()),
  "decorrelated-jitter, made anew": () => oursEachOperation(walk),
  "retry-after-aware": () => ours(new aware.RetryAfterAware(PARAMS, aware.systemRng)),
  "retry-after-jitter": () => ours(new jittered.RetryAfterJitter(PARAMS, jittered.systemRng)),

  "cockatiel ConstantBackoff": () => cockatiel(new ConstantBackoff(BASE_MS)),
  "cockatiel noJitter": () => cockatiel(exponential(noJitterGenerator)),
  "cockatiel fullJitter": () => cockatiel(exponential(fullJitterGenerator)),
  "cockatiel halfJitter": () => cockatiel(exponential(halfJitterGenerator)),
  "cockatiel decorrelatedJitter": () => cockatiel(exponential(decorrelatedJitterGenerator)),

  "exponential-backoff none": () => exponentialBackoff("none"),
  "exponential-backoff full": () => exponentialBackoff("full"),
} as const satisfies Readonly<Record<string, () => NextDelay>>;

export type Subject = keyof typeof subjects;

type Policy = Pick<full.FullJitter, "nextDelay">;

function ours(policy: Policy): NextDelay {
  return (attempt, failure) => policy.nextDelay(attempt, failure) ?? -1;
}

/** A policy that remembers serves one operation: this counts the making of it in. */
function oursEachOperation(make: () => Policy): NextDelay {
  let policy = make();
  return (attempt, failure) => {
    if (attempt === 1) policy = make();
    return policy.nextDelay(attempt, failure) ?? -1;
  };
}

const walk = () => new decorrelated.DecorrelatedJitter(PARAMS, decorrelated.systemRng);

/** The chain of immutable steps that cockatiel's own retry loop follows: one more at each failure. */
function cockatiel(factory: IBackoffFactory<undefined>): NextDelay {
  let backoff: IBackoff<undefined>;
  return (attempt) => {
    backoff = attempt === 1 ? factory.next(undefined) : backoff.next(undefined);
    return backoff.duration;
  };
}

function exponential<State>(generator: GeneratorFn<State>): IBackoffFactory<unknown> {
  return new ExponentialBackoff({ generator, initialDelay: BASE_MS, maxDelay: CAP_MS });
}

/**
 * What exponential-backoff's loop does to find a delay. Its public function also waits and calls
 * back; those promises and timers are left out, which is in its favour.
 */
function exponentialBackoff(jitter: JitterType): NextDelay {
  const options = getSanitizedOptions({ jitter, startingDelay: BASE_MS, maxDelay: CAP_MS });
  return (attempt) => (DelayFactory(options, attempt) as Delay)["jitteredDelay"];
}
