import type { Item } from "../../../cli/registry/item.ts";
import type { Module } from "../../../vectors/run.js";
import { className } from "./documents.ts";

/**
 * Ports written around one formula, so that a fault can sit inside the arithmetic. Everything else
 * about them is sound, and the sound formula proves it by passing all vectors.
 */
interface Setting {
  readonly base: number;
  readonly cap: number;
  readonly draw: (bound: number) => number;
}
type Delay = (attempt: number, hint: unknown) => number;
type Ceiling = (attempt: number, base: number, cap: number) => number;

export interface Formula {
  readonly of: (setting: Setting) => Delay;
  /** Starts afresh after a refusal. */
  readonly forgets?: boolean;
}

const { min, floor, ceil } = Math;
const ceiling: Ceiling = (attempt, base, cap) => min(cap, base * 2 ** min(attempt - 1, 31));

const brokenCeilings: Record<string, Ceiling> = {
  "doubles once too often": (attempt, base, cap) => min(cap, base * 2 ** min(attempt, 31)),
  "doubles once too rarely": (attempt, base, cap) =>
    min(cap, base * 2 ** min(max0(attempt - 2), 31)),
  "doubles at most 30 times": (attempt, base, cap) => min(cap, base * 2 ** min(attempt - 1, 30)),
  triples: (attempt, base, cap) => min(cap, base * 3 ** min(attempt - 1, 31)),
  "grows by addition": (attempt, base, cap) => min(cap, base * attempt),
  "shifts in 32 bits": (attempt, base, cap) => max0(min(cap, base << (attempt - 1))),
  "shifts in 32 bits, unsigned": (attempt, base, cap) => min(cap, (base << (attempt - 1)) >>> 0),
  "multiplies 0 by infinity": (attempt, base, cap) => min(cap, base * 2 ** (attempt - 1)),
  "ignores the cap at first": (attempt, base, cap) =>
    attempt === 1 ? base : ceiling(attempt, base, cap),
  "doubles past the cap": (attempt, base, cap) => {
    const delay = base * 2 ** min(attempt - 1, 31);
    return delay >= 2 * cap ? cap : delay;
  },
  "stops below the cap": (attempt, base, cap) => {
    const delay = base * 2 ** min(attempt - 1, 31);
    return delay <= cap || base === 0 ? delay : base * 2 ** floor(Math.log2(cap / base));
  },
  "stops one below the cap": (attempt, base, cap) =>
    min(max0(cap - 1), ceiling(attempt, base, cap)),
};

function max0(value: number): number {
  return Math.max(0, value);
}

const onCeiling: Record<string, (ceiling: Ceiling, setting: Setting) => Delay> = {
  exponential:
    (ceilingOf, { base, cap }) =>
    (attempt) =>
      ceilingOf(attempt, base, cap),
  "full-jitter":
    (ceilingOf, { base, cap, draw }) =>
    (attempt) =>
      draw(ceilingOf(attempt, base, cap) + 1),
  "equal-jitter":
    (ceilingOf, { base, cap, draw }) =>
    (attempt) => {
      const half = floor(ceilingOf(attempt, base, cap) / 2);
      return half + draw(half + 1);
    },
  "retry-after-aware":
    (ceilingOf, { base, cap, draw }) =>
    (attempt, hint) => {
      if (Number.isInteger(hint) && Number(hint) >= 0) return min(cap, Number(hint));
      return draw(ceilingOf(attempt, base, cap) + 1);
    },
  "retry-after-jitter": (ceilingOf, setting) => {
    const after = spreadAfter({})(setting);
    return (attempt, hint) =>
      Number.isInteger(hint) && Number(hint) >= 0
        ? after(Number(hint))
        : setting.draw(ceilingOf(attempt, setting.base, setting.cap) + 1);
  },
};

/** The wait after a hint of retry-after-jitter, in parts that a fault can replace. */
function spreadAfter(change: {
  low?: (hint: number, cap: number) => number;
  spread?: (low: number, base: number) => number;
  wait?: (low: number, spread: number, setting: Setting) => number;
}): (setting: Setting) => (hint: number) => number {
  return (setting) => (hint) => {
    const { base, cap, draw } = setting;
    const low = change.low?.(hint, cap) ?? (hint > cap ? cap - floor(cap / 8) : hint);
    const spread = change.spread?.(low, base) ?? Math.max(low, base);
    return change.wait?.(low, spread, setting) ?? low + draw(min(spread, cap - low) + 1);
  };
}

const afterHint = (change: Parameters<typeof spreadAfter>[0]): Formula => ({
  of: (setting) => {
    const [after, sound] = [spreadAfter(change)(setting), onCeiling["retry-after-jitter"]];
    return (attempt, hint) =>
      Number.isInteger(hint) && Number(hint) >= 0
        ? after(Number(hint))
        : (sound?.(ceiling, setting)(attempt, hint) ?? NaN);
  },
});

/** The walk of decorrelated jitter, in parts that a fault can replace. */
function walk(change: {
  start?: (base: number, cap: number) => number;
  base?: (base: number, cap: number) => number;
  bound?: (prev: number, base: number, attempt: number) => number;
  low?: (base: number) => number;
  keep?: (drawn: number, delay: number) => number;
}): Formula["of"] {
  return ({ base: given, cap, draw }) => {
    const base = change.base?.(given, cap) ?? min(given, cap);
    let prev = change.start?.(base, cap) ?? base;
    return (attempt) => {
      const bound = change.bound?.(prev, base, attempt) ?? 3 * prev - base + 1;
      const drawn = (change.low?.(base) ?? base) + draw(bound);
      const delay = min(cap, drawn);
      prev = change.keep?.(drawn, delay) ?? delay;
      return delay;
    };
  };
}

const halves = (of: (setting: Setting, ceiling: number) => number): Formula => ({
  of: (setting) => (attempt) => of(setting, ceiling(attempt, setting.base, setting.cap)),
});

export const soundFormulas: Readonly<Record<string, Formula>> = {
  "decorrelated-jitter": { of: walk({}) },
  ...Object.fromEntries(
    Object.entries(onCeiling).map(([name, of]) => [name, { of: (s: Setting) => of(ceiling, s) }]),
  ),
};

export const brokenFormulas: Readonly<Record<string, Readonly<Record<string, Formula>>>> = {
  ...Object.fromEntries(Object.keys(onCeiling).map((name) => [name, withBrokenCeilings(name)])),
  "full-jitter": {
    ...withBrokenCeilings("full-jitter"),
    "converges at the cap": halves(({ cap, draw }, top) => (draw(top + 1), top === cap ? cap : 0)),
    "draws first and caps then": {
      of:
        ({ base, cap, draw }) =>
        (attempt) =>
          min(cap, draw(base * 2 ** min(attempt - 1, 31) + 1)),
    },
    "never waits 0": halves(({ draw }, top) => min(top, 1 + draw(top + 1))),
  },
  "equal-jitter": {
    ...withBrokenCeilings("equal-jitter"),
    "rounds half up": halves(({ draw }, top) => ceil(top / 2) + draw(ceil(top / 2) + 1)),
    "reaches an odd ceiling": halves(({ draw }, top) => floor(top / 2) + draw(ceil(top / 2) + 1)),
    "never reaches the upper end": halves(
      ({ draw }, top) => floor(top / 2) + draw(max1(floor(top / 2))),
    ),
    "draws from the top down": halves(
      ({ draw }, top) => 2 * floor(top / 2) - draw(floor(top / 2) + 1),
    ),
    "is full jitter": halves(({ draw }, top) => draw(top + 1)),
    "jitters around the ceiling": halves(({ draw }, top) => top + draw(floor(top / 2) + 1)),
    "waits at least 1 at a ceiling of 1": halves(({ draw }, top) => {
      const half = floor(top / 2);
      return top === 1 ? 1 + draw(1) : half + draw(half + 1);
    }),
  },
  "retry-after-jitter": {
    ...withBrokenCeilings("retry-after-jitter"),
    "waits exactly the hint": afterHint({ spread: () => 0 }),
    "spreads over the base only": afterHint({ spread: (_, base) => base }),
    "spreads over the hint only": afterHint({ spread: (low) => low }),
    "spreads over the hint and the base": afterHint({ spread: (low, base) => low + base }),
    "spreads over half of the hint": afterHint({
      spread: (low, base) => Math.max(floor(low / 2), base),
    }),
    "draws from 0 to twice the hint": afterHint({
      wait: (low, spread, { cap, draw }) => draw(min(low + spread, cap) + 1),
    }),
    "adds and caps then": afterHint({
      wait: (low, spread, { cap, draw }) => min(cap, low + draw(spread + 1)),
    }),
    "adds in 31 bits": afterHint({
      wait: (low, spread, { cap, draw }) =>
        low + draw(max1(min((low + spread) | 0, cap) - low + 1)),
    }),
    "never reaches twice the hint": afterHint({
      wait: (low, spread, { cap, draw }) => low + draw(max1(min(spread, cap - low))),
    }),
    "waits the cap beyond it": afterHint({ low: min }),
    "is early at the cap": afterHint({
      low: (hint, cap) => (hint >= cap ? cap - floor(cap / 8) : hint),
    }),
    "rounds the eighth up": afterHint({
      low: (hint, cap) => (hint > cap ? cap - ceil(cap / 8) : hint),
    }),
    "spreads over a quarter of the cap": afterHint({
      low: (hint, cap) => (hint > cap ? cap - floor(cap / 4) : hint),
    }),
    "never waits less than the base": afterHint({
      wait: (low, spread, { base, cap, draw }) =>
        min(cap, Math.max(low, base)) + draw(min(spread, cap - min(cap, Math.max(low, base))) + 1),
    }),
  },
  "decorrelated-jitter": {
    "goes on from above the cap": { of: walk({ keep: (drawn) => min(drawn, 1_431_655_765) }) },
    "starts at 0": {
      of: walk({ start: () => 0, bound: (prev, base) => max1(3 * prev - base + 1) }),
    },
    "starts at the cap": { of: walk({ start: (_, cap) => cap }) },
    "starts at three times the base": { of: walk({ start: (base, cap) => min(cap, 3 * base) }) },
    "keeps a base above the cap": { of: walk({ base: (base) => base }) },
    "draws from 0": { of: walk({ low: () => 0, bound: (prev) => 3 * prev + 1 }) },
    "climbs twofold": { of: walk({ bound: (prev, base) => 2 * prev - base + 1 }) },
    "grows with the attempt": {
      of: walk({ bound: (_, base, n) => 3 * base * min(n, 9) - base + 1 }),
    },
    "forgets its last delay": { of: walk({ bound: (_, base) => 2 * base + 1 }) },
    "multiplies in 31 bits": { of: walk({ bound: (prev, base) => ((3 * prev) | 0) - base + 1 }) },
    "starts afresh after a refusal": { of: walk({}), forgets: true },
  },
};

function max1(value: number): number {
  return Math.max(1, value);
}

function withBrokenCeilings(name: string): Record<string, Formula> {
  return Object.fromEntries(
    Object.entries(brokenCeilings).map(([fault, broken]) => [
      fault,
      { of: (setting: Setting) => onCeiling[name]?.(broken, setting) ?? (() => NaN) },
    ]),
  );
}

/** A port of the policy with this formula in it. */
export function portOf({ name, params }: Item, { of, forgets = false }: Formula): Module {
  class Port {
    private readonly limit: number;
    private readonly renew: () => Delay;
    private delay: Delay;

    constructor(given: Record<string, unknown>, rng?: { nextInt(bound: number): number }) {
      const value = Object.fromEntries(params.map((param) => [param.name, checked(param, given)]));
      const { baseMs: base = NaN, capMs: cap = NaN, maxAttempts = NaN } = value;
      this.limit = maxAttempts;
      this.renew = () => of({ base, cap, draw: (bound) => rng?.nextInt(bound) ?? NaN });
      this.delay = this.renew();
    }

    nextDelay(
      attempt: number,
      failure: { retryable: boolean; retryAfterMs?: unknown },
    ): number | null {
      if (!Number.isInteger(attempt) || attempt < 1) throw new RangeError("attempt counts from 1");
      if (failure.retryable && attempt < this.limit)
        return this.delay(attempt, failure.retryAfterMs);
      if (forgets) this.delay = this.renew();
      return null;
    }
  }
  return { [className(name)]: Port };
}

function checked(param: Item["params"][number], given: Record<string, unknown>): number {
  const value = given[param.name] ?? param.default;
  if (value === Infinity && param.max === "unlimited") return Infinity;
  const max = param.max === "unlimited" ? Infinity : param.max;
  if (Number.isInteger(value) && param.min <= Number(value) && Number(value) <= max)
    return Number(value);
  throw new RangeError(`${param.name} is out of range`);
}
