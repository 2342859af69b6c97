import type { Item, Param } from "../../../cli/registry/item.ts";
import type { Module } from "../../../vectors/run.js";
import { className } from "./documents.ts";

/**
 * Ports with one fault each, made by wrapping a sound one: what goes into the construction, what the
 * random source is asked, or what a call answers. They fit any policy, one written tomorrow included.
 */
export interface Mutant {
  readonly appliesTo?: (item: Item) => boolean;
  readonly params?: (params: Params) => Params;
  readonly rng?: (rng: Rng) => Rng;
  readonly answer?: (ask: Ask, attempt: number, failure: Failure, rng: Rng) => unknown;
}

interface Rng {
  nextInt(bound: number): number;
}
interface Failure {
  readonly retryable: boolean;
  readonly retryAfterMs?: unknown;
}
type Params = Record<string, unknown>;
type Ask = (attempt: number, failure: Failure) => number | null;

const jittered = (item: Item) => item.uses.includes("rng");
const hinted = (item: Item) => item.uses.includes("hint");
const unhinted = (item: Item) => !hinted(item);
const capped = (item: Item) => item.params.some(({ name }) => name === "capMs");

const isHint = (hint: unknown): hint is number => Number.isInteger(hint) && (hint as number) >= 0;
const isDelay = (value: unknown): value is number => isHint(value) && value <= 1_431_655_765;

export const mutants: Readonly<Record<string, Mutant>> = {
  // The draw.
  "asks for one value too few": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => rng.nextInt(Math.max(1, bound - 1)) }),
  },
  "asks for one value too many": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => rng.nextInt(Math.min(2 ** 32, bound + 1)) }),
  },
  "draws twice": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => (rng.nextInt(bound), rng.nextInt(bound)) }),
  },
  "draws only where there is a choice": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => (bound === 1 ? 0 : rng.nextInt(bound)) }),
  },
  "draws from a source of its own": {
    appliesTo: jittered,
    rng: () => ({ nextInt: (bound) => Math.floor(Math.random() * bound) }),
  },
  "draws the highest value for the lowest": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => bound - 1 - rng.nextInt(bound) }),
  },
  "draws before it refuses": {
    appliesTo: jittered,
    answer: (ask, attempt, failure, rng) => {
      const delay = ask(attempt, failure);
      if (delay === null) rng.nextInt(2);
      return delay;
    },
  },
  "adds its jitter after the cap": {
    appliesTo: jittered,
    answer: (ask, attempt, failure) => plus(ask(attempt, failure), 1),
  },
  "draws in 30 bits": {
    appliesTo: jittered,
    rng: (rng) => ({ nextInt: (bound) => rng.nextInt(Math.min(bound, 2 ** 30 - 1)) }),
  },

  // The cap and the delay.
  "ignores the cap": {
    appliesTo: capped,
    params: ({ capMs = 10_000, ...rest }) => ({
      ...rest,
      capMs: isDelay(capMs) ? 1_431_655_765 : capMs,
    }),
  },
  "lets the base win over the cap": {
    appliesTo: capped,
    params: ({ baseMs = 100, capMs = 10_000, ...rest }) =>
      isDelay(baseMs) && isDelay(capMs)
        ? { ...rest, baseMs, capMs: Math.max(baseMs, capMs) }
        : { ...rest, baseMs, capMs },
  },
  "waits at least a millisecond": {
    answer: (ask, attempt, failure) => {
      const delay = ask(attempt, failure);
      return delay === null ? null : Math.max(1, delay);
    },
  },
  "answers in seconds": {
    answer: (ask, attempt, failure) => {
      const delay = ask(attempt, failure);
      return delay === null ? null : delay / 1000;
    },
  },
  "answers text": { answer: (ask, attempt, failure) => text(ask(attempt, failure)) },
  "answers a promise": {
    answer: (ask, attempt, failure) => Promise.resolve(ask(attempt, failure)),
  },

  // The attempt.
  "counts attempts from 0": { answer: (ask, attempt, failure) => ask(attempt + 1, failure) },
  "takes attempt 0 for 1": { answer: (ask, attempt, failure) => ask(attempt || 1, failure) },
  "takes negative attempts for 1": {
    answer: (ask, attempt, failure) => ask(attempt < 0 ? 1 : attempt, failure),
  },
  "rounds attempts": {
    answer: (ask, attempt, failure) => ask(attempt === 1.5 ? 1 : attempt, failure),
  },
  "takes an attempt that is no number for 1": {
    answer: (ask, attempt, failure) => ask(Number.isNaN(attempt) ? 1 : attempt, failure),
  },
  "refuses before it checks the attempt": {
    answer: (ask, attempt, failure) => (failure.retryable ? ask(attempt, failure) : null),
  },
  "holds attempts in 32 bits": { answer: (ask, attempt, failure) => ask(attempt | 0, failure) },
  "holds attempts in 16 bits": {
    answer: (ask, attempt, failure) =>
      ask(attempt === 1_000_000 ? 1_000_000 % 65_536 : attempt, failure),
    params: (params) =>
      params["maxAttempts"] === Infinity ? { ...params, maxAttempts: 10_000 } : params,
  },

  // The refusals.
  "gives up an attempt late": { params: (params) => plusLimit(params, 1) },
  "gives up an attempt early": { params: (params) => plusLimit(params, -1) },
  "never gives up": { params: (params) => plusLimit(params, Infinity) },
  "retries what is not retryable": {
    answer: (ask, attempt, failure) => ask(attempt, { ...failure, retryable: true }),
  },
  "knows no unlimited attempts": {
    params: (params) =>
      params["maxAttempts"] === Infinity ? { ...params, maxAttempts: 1000 } : params,
  },
  "answers 0 for giving up": { answer: (ask, attempt, failure) => ask(attempt, failure) ?? 0 },
  "answers undefined for giving up": {
    answer: (ask, attempt, failure) => ask(attempt, failure) ?? undefined,
  },
  "throws for giving up": {
    answer: (ask, attempt, failure) => {
      const delay = ask(attempt, failure);
      if (delay === null) throw new RangeError("no attempt is left");
      return delay;
    },
  },

  // The hint.
  "follows hints": {
    appliesTo: unhinted,
    answer: (ask, attempt, failure) => {
      const delay = ask(attempt, failure);
      return delay !== null && isHint(failure.retryAfterMs) ? failure.retryAfterMs : delay;
    },
  },
  "reads no hints": {
    appliesTo: hinted,
    answer: (ask, attempt, { retryable }) => ask(attempt, { retryable }),
  },
  "takes hint 0 for none": {
    appliesTo: hinted,
    answer: (ask, attempt, failure) =>
      ask(attempt, { ...failure, retryAfterMs: failure.retryAfterMs || undefined }),
  },
  "follows a hint beyond the cap": {
    appliesTo: hinted,
    answer: (ask, attempt, failure) => {
      const delay = ask(attempt, failure);
      return delay !== null && isHint(failure.retryAfterMs) ? failure.retryAfterMs : delay;
    },
  },
  "draws under a hint": {
    appliesTo: hinted,
    answer: (ask, attempt, failure, rng) => {
      const delay = ask(attempt, failure);
      if (delay !== null && isHint(failure.retryAfterMs)) rng.nextInt(2);
      return delay;
    },
  },
  "follows a hint before it refuses": {
    appliesTo: hinted,
    answer: (ask, attempt, failure) =>
      isHint(failure.retryAfterMs) && failure.retryAfterMs > 0
        ? ask(1, { ...failure, retryable: true })
        : ask(attempt, failure),
  },
  "throws for an invalid hint": {
    appliesTo: hinted,
    answer: (ask, attempt, failure) => {
      const { retryAfterMs: hint } = failure;
      if (hint !== undefined && !isHint(hint)) throw new RangeError("retryAfterMs is invalid");
      return ask(attempt, failure);
    },
  },
  "gives up for an invalid hint": {
    appliesTo: hinted,
    answer: (ask, attempt, failure) => {
      const { retryAfterMs: hint } = failure;
      return hint !== undefined && !isHint(hint) ? null : ask(attempt, failure);
    },
  },
  "takes a negative hint for 0": hintAs((hint) =>
    typeof hint === "number" && hint < 0 ? 0 : hint,
  ),
  "takes NaN for hint 0": hintAs((hint) => (Number.isNaN(hint) ? 0 : hint)),
  "takes an infinite hint for a long one": hintAs((hint) => (hint === Infinity ? 600_000 : hint)),
  "rounds a hint": hintAs((hint) => (hint === 1.5 ? 1 : hint)),
  "reads a hint in text": hintAs((hint) => (typeof hint === "string" ? Number(hint) : hint)),
  "holds a hint in 32 bits": hintAs((hint) => (isHint(hint) ? Math.max(0, hint | 0) : hint)),

  // The parameters.
  "fails on a parameter given as undefined": {
    params: (params) => {
      const name = Object.keys(params).find((each) => params[each] === undefined);
      if (name !== undefined) throw new RangeError(`${name} must not be undefined`);
      return params;
    },
  },
  "takes a parameter given as undefined for 0": {
    params: (params) =>
      Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? 0])),
  },
  "fails without naming the parameter": {
    params: (params) => {
      if (Object.values(params).some((value) => Number.isNaN(value))) {
        throw new RangeError("a parameter is out of range");
      }
      return params;
    },
  },
};

function hintAs(read: (hint: unknown) => unknown): Mutant {
  return {
    appliesTo: hinted,
    answer: (ask, attempt, failure) =>
      ask(attempt, { ...failure, retryAfterMs: read(failure.retryAfterMs) }),
  };
}

/** For each parameter of a policy: takes what it must refuse, and has another default. */
export function parameterMutants({ params }: Item): [string, Mutant][] {
  return params.flatMap((param) => {
    const { name, default: standard = 0 } = param;
    const faults = Object.entries(leniences(param)).map(([fault, read]): [string, Mutant] => [
      `${name}: ${fault}`,
      { params: (given) => (name in given ? { ...given, [name]: read(given[name]) } : given) },
    ]);
    const otherDefault: Mutant = {
      params: (given) => ({ [name]: standard + 2, ...defined(given) }),
    };
    return [...faults, [`${name}: has another default`, otherDefault]];
  });
}

type Read = (value: unknown) => unknown;

function leniences({ min, max }: Param): Record<string, Read> {
  const anyway: Record<string, Read> = {
    "takes NaN": (value) => (Number.isNaN(value) ? undefined : value),
    "rounds a fraction": (value) => (value === 1.5 ? 1 : value),
    "reads text": (value) => (typeof value === "string" ? Number(value) : value),
    "takes a negative number": (value) => (Number(value) < 0 ? -Number(value) : value),
  };
  if (min > 0) anyway["takes 0"] = (value) => (value === 0 ? min : value);
  if (max === "unlimited") return anyway;
  return {
    ...anyway,
    "takes Infinity": (value) => (value === Infinity ? max : value),
    "takes a number too large": (value) =>
      Number.isFinite(value) ? Math.min(Number(value), max) : value,
  };
}

/** The port with the fault built in. */
export function mutate(port: Module, item: Item, mutant: Mutant): Module {
  const name = className(item.name);
  const Sound = port[name];
  class Mutated {
    private readonly inner;
    private readonly rng: Rng;
    constructor(params: Params, rng: Rng) {
      this.rng = mutant.rng?.(rng) ?? rng;
      this.inner = new Sound(mutant.params?.(params) ?? params, this.rng);
    }
    nextDelay(attempt: number, failure: Failure): unknown {
      const ask: Ask = (a, f) => this.inner.nextDelay(a, f);
      if (!mutant.answer) return ask(attempt, failure);
      return mutant.answer(ask, attempt, failure, this.rng);
    }
  }
  return { [name]: Mutated };
}

function defined(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}

function plus(delay: number | null, more: number): number | null {
  return delay === null ? null : delay + more;
}

function text(delay: number | null): string | null {
  return delay === null ? null : String(delay);
}

function plusLimit(params: Params, more: number): Params {
  const { maxAttempts = 8 } = params;
  const isSound = Number.isInteger(maxAttempts) && (maxAttempts as number) >= 1;
  if (!isSound) return params;
  return { ...params, maxAttempts: Math.max(1, (maxAttempts as number) + more) };
}
