import type { Call, Case, Document, Value } from "../../../vectors/run.js";

/**
 * A second opinion on every number in the vectors: the formulas again, in BigInt, in closed form
 * where there is one, sharing no code with the ports or the runner. What a port recorded and this
 * gives too is not one program's mistake.
 */

const TWO_32 = 2n ** 32n;

/** xoshiro128** over a splitmix32 state. */
export class Stream {
  private s: bigint[];
  draws = 0;

  constructor(seed: bigint) {
    this.s = [1n, 2n, 3n, 4n].map((n) => mix(seed + n * 0x9e3779b9n));
  }

  next(): bigint {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = this.s;
    const rotated = rotate((b * 5n) % TWO_32, 7n);
    this.s = [a ^ b ^ d, a ^ b ^ c, a ^ c ^ ((b << 9n) % TWO_32), rotate(b ^ d, 11n)];
    return (rotated * 9n) % TWO_32;
  }

  below(bound: bigint): bigint {
    this.draws += 1;
    const largestFairShare = TWO_32 - (TWO_32 % bound);
    // The values turned down are the lowest ones, which is what makes every port agree.
    for (;;) {
      const value = this.next();
      if (value >= TWO_32 - largestFairShare) return value % bound;
    }
  }
}

export function mix(x: bigint): bigint {
  const z1 = x % TWO_32;
  const z2 = ((z1 ^ (z1 >> 16n)) * 0x21f0aaadn) % TWO_32;
  const z3 = ((z2 ^ (z2 >> 15n)) * 0x735a2d97n) % TWO_32;
  return z3 ^ (z3 >> 15n);
}

function rotate(x: bigint, by: bigint): bigint {
  return ((x << by) % TWO_32) | (x >> (32n - by));
}

interface Params {
  readonly base: bigint;
  readonly cap: bigint;
}
type Draw = (bound: bigint) => bigint;
type Delay = (attempt: bigint, hint: bigint | undefined) => bigint;

const min = (a: bigint, b: bigint) => (a < b ? a : b);

/** With a base of 1 or more, 31 doublings pass any cap. */
const ceiling = ({ base, cap }: Params, attempt: bigint) =>
  min(cap, base << min(attempt - 1n, 31n));

const fullJitter = (params: Params, draw: Draw): Delay => {
  return (attempt) => draw(ceiling(params, attempt) + 1n);
};

/** The policies whose recorded numbers are checked. One without a formula here may record none. */
export const FORMULAS: Readonly<Record<string, (params: Params, draw: Draw) => Delay>> = {
  constant:
    ({ base }) =>
    () =>
      base,
  exponential: (params) => (attempt) => ceiling(params, attempt),
  "full-jitter": fullJitter,
  "equal-jitter": (params, draw) => (attempt) => {
    const half = ceiling(params, attempt) / 2n;
    return half + draw(half + 1n);
  },
  "decorrelated-jitter": ({ base, cap }, draw) => {
    const floor = min(base, cap);
    let previous = floor;
    return () => (previous = min(cap, floor + draw(3n * previous - floor + 1n)));
  },
  "retry-after-aware": (params, draw) => {
    const fallback = fullJitter(params, draw);
    return (attempt, hint) =>
      hint === undefined ? fallback(attempt, hint) : min(params.cap, hint);
  },
  "retry-after-jitter": (params, draw) => {
    const { base, cap } = params;
    const fallback = fullJitter(params, draw);
    return (attempt, hint) => {
      if (hint === undefined) return fallback(attempt, hint);
      const low = hint > cap ? (7n * cap + 7n) / 8n : hint;
      const high = min(cap, low + (low > base ? low : base));
      return low + draw(high - low + 1n);
    };
  },
};

/** What the calls of a case answer, and the state of the random source after them. */
export interface Opinion {
  readonly calls: (readonly (number | null | undefined)[])[];
  readonly end: Readonly<Record<string, number>>;
}

/** Undefined stands for an answer that is not a number: an error, which only people expect. */
export function opinionOn(document: Document, testCase: Case): Opinion {
  return document.policy === undefined
    ? onGenerator(testCase)
    : onPolicy(document.policy, testCase);
}

function onPolicy(policy: string, { params = {}, random, calls = [] }: Case): Opinion {
  const whole = (value: Value | undefined, otherwise: bigint) =>
    typeof value === "number" ? BigInt(value) : otherwise;
  const stream = new Stream(random && "seed" in random ? BigInt(random.seed) : 0n);
  let scripted = 0;
  const draw: Draw = (bound) => {
    if (!random || "seed" in random) return stream.below(bound);
    scripted += 1;
    return random.always === "lowest" ? 0n : bound - 1n;
  };
  const given = { base: whole(params["baseMs"], 100n), cap: whole(params["capMs"], 10_000n) };
  const delay = FORMULAS[policy]?.(given, draw);
  if (!delay) throw new Error(`the oracle has no formula for ${policy}`);
  const unlimited = params["maxAttempts"] === "unlimited";
  const limit = unlimited ? 2n ** 64n : whole(params["maxAttempts"], 8n);

  const answer = ({ attempt, failure }: Call) => {
    if (!isWhole(attempt) || attempt < 1) return undefined;
    if (failure?.retryable === false || BigInt(attempt) >= limit) return null;
    const hint = failure?.retryAfterMs;
    return Number(delay(BigInt(attempt), isWhole(hint) && hint >= 0 ? BigInt(hint) : undefined));
  };
  const answers = calls.map((call) => repeated(call, () => answer(call)));
  const seeded = random && "seed" in random;
  const end = seeded
    ? { draws: stream.draws, nextU32: Number(stream.next()) }
    : { draws: scripted };
  return { calls: answers, end: random ? end : {} };
}

function onGenerator({ seed, calls = [] }: Case): Opinion {
  const stream = new Stream(BigInt(isWhole(seed) ? seed : 0));
  const answer = ({ method, args: [arg] = [] }: Call) => {
    if (method === "nextU32") return Number(stream.next());
    if (method === "nextFloat") return Number(stream.next()) / 2 ** 32;
    if (!isWhole(arg)) return undefined;
    if (method === "mix32") return Number(mix(BigInt(arg)));
    return arg < 1 || arg > 2 ** 32 ? undefined : Number(stream.below(BigInt(arg)));
  };
  return { calls: calls.map((call) => repeated(call, () => answer(call))), end: {} };
}

function repeated<T>({ times = 1 }: Call, answer: () => T): T[] {
  return Array.from({ length: times }, answer);
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}
