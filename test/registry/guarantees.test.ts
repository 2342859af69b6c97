import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactCeiling } from "./support/ceilings.ts";
import {
  type Copy,
  copiesOf,
  create,
  type Failure,
  hasParam,
  jittered,
  policies,
  retryable,
  type Rng,
} from "./support/copies.ts";
import { highest, lowest, RecordingRng, seeded } from "./support/sources.ts";
import { unevenness } from "./support/statistics.ts";

/** What the head of each file and its page promise, for any parameters. */

const MAX = 2_147_483_647;
const DECORRELATED_MAX_CAP = 1_431_655_765;

/** Whole numbers of every size, small ones and the ends more often than chance would. */
const upTo = (max: number) =>
  fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max }), fc.constantFrom(0, max));
const delays = upTo(MAX);
const hints = fc.oneof(delays, fc.maxSafeNat());
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const attempts = fc.oneof(
  fc.integer({ min: 1, max: 70 }),
  fc.integer({ min: 1, max: 4_294_967_294 }),
);
const failures: fc.Arbitrary<Failure> = fc.record(
  {
    retryable: fc.boolean(),
    status: fc.integer({ min: 100, max: 599 }),
    retryAfterMs: fc.oneof(delays, fc.double(), fc.integer()),
  },
  { requiredKeys: ["retryable"] },
);
const capOf = (copy: Copy) =>
  upTo(copy.item.name === "decorrelated-jitter" ? DECORRELATED_MAX_CAP : MAX);
const paramsOf = (copy: Copy) =>
  fc.record({
    baseMs: delays,
    capMs: capOf(copy),
    maxAttempts: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(Infinity)),
  });
const sources: fc.Arbitrary<Rng> = fc.oneof(
  fc.constantFrom(lowest, highest),
  seeds.map((seed) => seeded(seed)),
);
const callLists = fc.array(fc.tuple(attempts, failures), { maxLength: 15 });
const check = { seed: 1, numRuns: 120 };

describe.each(policies)("$file", (copy) => {
  it("answers null or whole milliseconds, never above the cap", () => {
    fc.assert(
      fc.property(paramsOf(copy), sources, callLists, (params, rng, calls) => {
        const policy = create(copy, params, rng);
        const longest = hasParam("capMs")(copy) ? params.capMs : Infinity;
        for (const [attempt, failure] of calls) {
          const delay = policy.nextDelay(attempt, failure);
          if (delay === null) continue;
          const isWhole = Number.isInteger(delay) && !Object.is(delay, -0);
          expect(isWhole && 0 <= delay && delay <= longest, `${delay}`).toBe(true);
        }
      }),
      check,
    );
  });

  it("gives up if and only if the failure is final or the attempts are used up", () => {
    fc.assert(
      fc.property(paramsOf(copy), attempts, failures, (params, attempt, failure) => {
        const givesUp = create(copy, params, highest).nextDelay(attempt, failure) === null;
        expect(givesUp).toBe(!failure.retryable || attempt >= params.maxAttempts);
      }),
      check,
    );
  });

  it("changes nothing by giving up: neither its draws nor its state", () => {
    fc.assert(
      fc.property(paramsOf(copy), seeds, callLists, (params, seed, calls) => {
        const disturbed = create(copy, params, seeded(seed));
        const calm = create(copy, params, seeded(seed));
        const disturbedDelays = calls.map(([attempt, failure]) => {
          disturbed.nextDelay(attempt, { ...failure, retryable: false });
          if (params.maxAttempts !== Infinity) disturbed.nextDelay(params.maxAttempts, retryable);
          return disturbed.nextDelay(attempt, failure);
        });
        expect(disturbedDelays).toEqual(calls.map((call) => calm.nextDelay(...call)));
      }),
      check,
    );
  });

  it("repeats itself from the same seed, whatever happens beside it", () => {
    fc.assert(
      fc.property(paramsOf(copy), seeds, callLists, (params, seed, calls) => {
        const alone = create(copy, params, seeded(seed));
        const expected = calls.map((call) => alone.nextDelay(...call));
        const [one, two] = [create(copy, params, seeded(seed)), create(copy, params, seeded(seed))];
        const sideBySide = calls.map((call) => [one.nextDelay(...call), two.nextDelay(...call)]);
        expect(sideBySide).toEqual(expected.map((delay) => [delay, delay]));
      }),
      check,
    );
  });

  const shared = copy.item.uses.includes("state") ? "keeps" : "does not keep";
  it(`${shared} anything between calls but its random source`, () => {
    const used = create(copy, {}, highest);
    const before = used.nextDelay(2, retryable);
    for (const attempt of [1, 7, 3, 5]) used.nextDelay(attempt, retryable);
    expect(used.nextDelay(2, retryable) === before).toBe(shared === "does not keep");
  });

  it("draws once for a delay if it is jittered, never otherwise, within its bounds", () => {
    fc.assert(
      fc.property(paramsOf(copy), attempts, sources, (params, attempt, source) => {
        const rng = new RecordingRng(source);
        const delay = create(copy, params, rng).nextDelay(attempt, retryable);
        const draws = delay !== null && copy.item.uses.includes("rng") ? 1 : 0;
        expect(rng.bounds.length).toBe(draws);
        for (const bound of rng.bounds) {
          expect(bound).toBeGreaterThanOrEqual(1);
          expect(bound).toBeLessThanOrEqual(statedBound(copy));
        }
      }),
      check,
    );
  });
});

describe.each(jittered)("$file", (copy) => {
  it("asks its source for just the bounds that its text names, the largest included", () => {
    const rng = new RecordingRng(highest);
    const capMs = Number(copy.item.params.find((param) => param.name === "capMs")?.max);
    for (const baseMs of [1, MAX]) {
      const policy = create(copy, { baseMs, capMs, maxAttempts: Infinity }, rng);
      for (let attempt = 1; attempt <= 40; attempt += 1) policy.nextDelay(attempt, retryable);
    }
    // Decorrelated: 3 * cap - base + 1, which is 2^32 - 1 for the smallest base that grows.
    const largest = statedBound(copy) - (copy.item.uses.includes("state") ? 1 : 0);
    expect(Math.max(...rng.bounds)).toBe(largest);
  });
});

/** The largest bound that the file says its random source must take: "a bound in 1..2^31". */
function statedBound({ text }: Copy): number {
  const exponent = /for a bound in 1\.\.2\^(\d+)\./.exec(text)?.[1];
  return exponent === undefined ? 0 : 2 ** Number(exponent);
}

describe.each(copiesOf("exponential"))("$file", (copy) => {
  it("waits exactly the ceiling, which never shrinks with the attempt", () => {
    fc.assert(
      fc.property(delays, delays, attempts, (baseMs, capMs, attempt) => {
        const policy = create(copy, { baseMs, capMs, maxAttempts: Infinity });
        const delay = policy.nextDelay(attempt, retryable);
        expect(delay).toBe(exactCeiling(attempt, baseMs, capMs));
        expect(policy.nextDelay(attempt + 1, retryable)).toBeGreaterThanOrEqual(Number(delay));
      }),
      check,
    );
  });
});

describe.each(copiesOf("constant"))("$file", (copy) => {
  it("waits exactly baseMs", () => {
    fc.assert(
      fc.property(delays, attempts, failures, (baseMs, attempt, failure) => {
        const policy = create(copy, { baseMs, maxAttempts: Infinity });
        expect(policy.nextDelay(attempt, { ...failure, retryable: true })).toBe(baseMs);
      }),
      check,
    );
  });
});

type Range = (ceiling: number) => readonly [low: number, high: number];
const full: Range = (ceiling) => [0, ceiling];
const equal: Range = (ceiling) => [Math.floor(ceiling / 2), 2 * Math.floor(ceiling / 2)];

describe.each([
  ...copiesOf("full-jitter").map((copy) => ({ file: copy.file, copy, range: full })),
  ...copiesOf("equal-jitter").map((copy) => ({ file: copy.file, copy, range: equal })),
  ...["retry-after-aware", "retry-after-jitter"]
    .flatMap(copiesOf)
    .map((copy) => ({ file: copy.file, copy, range: full })),
])("$file", ({ copy, range }) => {
  it("draws from its range under the ceiling, whose ends it reaches and does not pass", () => {
    fc.assert(
      fc.property(delays, delays, attempts, seeds, (baseMs, capMs, attempt, seed) => {
        const delay = (rng: Rng) =>
          create(copy, { baseMs, capMs, maxAttempts: Infinity }, rng).nextDelay(attempt, retryable);
        const [low, high] = range(exactCeiling(attempt, baseMs, capMs));
        expect([delay(lowest), delay(highest)]).toEqual([low, high]);
        expect(delay(seeded(seed))).toBeGreaterThanOrEqual(low);
        expect(delay(seeded(seed))).toBeLessThanOrEqual(high);
      }),
      check,
    );
  });

  it.each([1, 3, 50])("is uniform over its range at attempt %d", (attempt) => {
    const policy = create(copy, { baseMs: 50, capMs: 300, maxAttempts: Infinity }, seeded(attempt));
    const [low, high] = range(exactCeiling(attempt, 50, 300));
    const draws = Array.from(
      { length: 60_000 },
      () => Number(policy.nextDelay(attempt, retryable)) - low,
    );
    expect(new Set(draws).size).toBe(high - low + 1);
    expect(Math.abs(unevenness(draws, high - low + 1))).toBeLessThan(4);
  });
});

describe.each(copiesOf("decorrelated-jitter"))("$file", (copy) => {
  const params = fc.tuple(delays, upTo(DECORRELATED_MAX_CAP));

  it("stays between its base and three times the delay before it, and reaches both", () => {
    fc.assert(
      fc.property(params, seeds, ([baseMs, capMs], seed) => {
        const next: { rng: Rng } = { rng: seeded(seed) };
        const switched: Rng = { nextInt: (bound) => next.rng.nextInt(bound) };
        const policy = create(copy, { baseMs, capMs, maxAttempts: Infinity }, switched);
        const base = Math.min(baseMs, capMs);
        let prev = base;
        for (const rng of [
          highest,
          seeded(seed),
          highest,
          highest,
          seeded(seed),
          lowest,
          highest,
        ]) {
          next.rng = rng;
          const top = Math.min(capMs, 3 * prev);
          const delay = Number(policy.nextDelay(1, retryable));
          if (rng === lowest) expect(delay).toBe(base);
          if (rng === highest) expect(delay).toBe(top);
          expect(delay).toBeGreaterThanOrEqual(base);
          expect(delay).toBeLessThanOrEqual(top);
          prev = delay;
        }
      }),
      check,
    );
  });

  it("draws its first delay uniformly from [base, 3 * base]", () => {
    const rng = seeded(1);
    const draws = Array.from(
      { length: 60_000 },
      () => Number(create(copy, { baseMs: 50 }, rng).nextDelay(1, retryable)) - 50,
    );
    expect(new Set(draws).size).toBe(101);
    expect(Math.abs(unevenness(draws, 101))).toBeLessThan(4);
  });

  it("pays no attention to the number of the attempt", () => {
    fc.assert(
      fc.property(seeds, fc.array(attempts), (seed, numbers) => {
        const [one, other] = [1, 2].map(() =>
          create(copy, { maxAttempts: Infinity }, seeded(seed)),
        );
        for (const attempt of numbers)
          expect(one?.nextDelay(attempt, retryable)).toBe(other?.nextDelay(1, retryable));
      }),
      check,
    );
  });
});

describe.each(["retry-after-aware", "retry-after-jitter"].flatMap(copiesOf))("$file", (copy) => {
  const fullJitter = copiesOf("full-jitter").find(({ file }) => file.endsWith(copy.file.slice(-3)));

  it("is exactly full jitter without a hint", () => {
    fc.assert(
      fc.property(paramsOf(copy), seeds, fc.array(attempts), (params, seed, numbers) => {
        if (!fullJitter) throw new Error("no full jitter to compare with");
        const [one, other] = [copy, fullJitter].map((each) => create(each, params, seeded(seed)));
        for (const attempt of numbers)
          expect(one?.nextDelay(attempt, retryable)).toBe(other?.nextDelay(attempt, retryable));
      }),
      check,
    );
  });
});

describe.each(copiesOf("retry-after-aware"))("$file", (copy) => {
  it("follows a hint up to the cap, without a draw", () => {
    fc.assert(
      fc.property(delays, hints, (capMs, retryAfterMs) => {
        const rng = new RecordingRng(highest);
        const policy = create(copy, { capMs }, rng);
        const delay = policy.nextDelay(1, { retryable: true, retryAfterMs });
        expect([delay, rng.bounds.length]).toEqual([Math.min(capMs, retryAfterMs), 0]);
      }),
      check,
    );
  });

  it("never throws because of a hint, and takes for none what is no whole number >= 0", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        seeds,
        (hint, seed) => {
          const failure = { retryable: true, retryAfterMs: hint } as Failure;
          const isHint = Number.isInteger(hint) && Number(hint) >= 0;
          const delay = create(copy, {}, seeded(seed)).nextDelay(2, failure);
          const expected = isHint
            ? Math.min(10_000, Math.abs(Number(hint)))
            : create(copy, {}, seeded(seed)).nextDelay(2, retryable);
          expect(delay).toBe(expected);
        },
      ),
      check,
    );
  });
});

describe.each(copiesOf("retry-after-jitter"))("$file", (copy) => {
  it("waits from the hint to twice the hint, the base at least, and never beyond the cap", () => {
    fc.assert(
      fc.property(delays, delays, attempts, hints, seeds, (baseMs, capMs, attempt, hint, seed) => {
        const delay = (rng: Rng) =>
          create(copy, { baseMs, capMs, maxAttempts: Infinity }, rng).nextDelay(attempt, {
            retryable: true,
            retryAfterMs: hint,
          });
        const low = hint > capMs ? Math.ceil((7 * capMs) / 8) : hint;
        const high = Math.min(capMs, low + Math.max(low, baseMs));
        expect([delay(lowest), delay(highest)]).toEqual([low, high]);
        expect(delay(seeded(seed))).toBeGreaterThanOrEqual(low);
        expect(delay(seeded(seed))).toBeLessThanOrEqual(high);
      }),
      check,
    );
  });

  it("draws once for a delay, below 2^31, whatever the hint", () => {
    fc.assert(
      fc.property(delays, delays, hints, (baseMs, capMs, retryAfterMs) => {
        const rng = new RecordingRng(highest);
        create(copy, { baseMs, capMs }, rng).nextDelay(1, { retryable: true, retryAfterMs });
        expect(rng.bounds).toHaveLength(1);
        expect(rng.bounds[0]).toBeLessThanOrEqual(2 ** 31);
      }),
      check,
    );
  });

  it.each([30, 100, 250])("is uniform over its range after a hint of %d", (retryAfterMs) => {
    const policy = create(copy, { baseMs: 50, capMs: 300 }, seeded(retryAfterMs));
    const size = Math.min(300 - retryAfterMs, Math.max(retryAfterMs, 50)) + 1;
    const draws = Array.from(
      { length: 60_000 },
      () => Number(policy.nextDelay(1, { retryable: true, retryAfterMs })) - retryAfterMs,
    );
    expect(new Set(draws).size).toBe(size);
    expect(Math.abs(unevenness(draws, size))).toBeLessThan(4);
  });

  it("never throws because of a hint, and takes for none what is no whole number >= 0", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true }),
        seeds,
        (hint, seed) => {
          const failure = { retryable: true, retryAfterMs: hint } as Failure;
          const isHint = Number.isInteger(hint) && Number(hint) >= 0;
          const delay = Number(create(copy, {}, seeded(seed)).nextDelay(2, failure));
          if (isHint) expect(delay).toBeGreaterThanOrEqual(Math.min(8750, Number(hint)));
          else expect(delay).toBe(create(copy, {}, seeded(seed)).nextDelay(2, retryable));
        },
      ),
      check,
    );
  });
});

describe.each(copiesOf("rng"))("$file", ({ exports }) => {
  interface Generator extends Rng {
    nextU32(): number;
    nextFloat(): number;
  }
  const SeededRng = exports["SeededRng"] as new (seed: number) => Generator;
  const mix32 = exports["mix32"] as (x: number) => number;

  it("gives whole numbers below any bound", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const value = new SeededRng(seed).nextInt(bound);
        expect(Number.isInteger(value) && 0 <= value && value < bound).toBe(true);
      }),
      check,
    );
  });

  it.each([2, 7, 100, 1000])("is uniform below %d", (bound) => {
    const rng = new SeededRng(bound);
    const draws = Array.from({ length: 100_000 }, () => rng.nextInt(bound));
    expect(Math.abs(unevenness(draws, bound))).toBeLessThan(4);
  });

  it("is uniform where a plain remainder would be plainly not", () => {
    const bound = 3 * 2 ** 30; // a remainder gives the lowest third twice as often
    const rng = new SeededRng(3);
    const thirds = Array.from({ length: 30_000 }, () => Math.floor(rng.nextInt(bound) / 2 ** 30));
    expect(Math.abs(unevenness(thirds, 3))).toBeLessThan(4);
  });

  it("draws again below the surplus, and only there", () => {
    const bound = 3 * 2 ** 30;
    for (let seed = 0; seed < 200; seed += 1) {
      const [rng, raw] = [new SeededRng(seed), new SeededRng(seed)];
      const values = Array.from({ length: 20 }, () => raw.nextU32());
      const kept = values.filter((value) => value >= 2 ** 30).map((value) => value % bound);
      expect(kept.map(() => rng.nextInt(bound))).toEqual(kept);
    }
  });

  it("keeps a draw that equals the surplus, and drops the one below it", () => {
    const [first, second] = [393288148, 2174103013]; // what seed 1 gives
    const withSurplus = (surplus: number) => 2 ** 32 - surplus;
    expect(new SeededRng(1).nextInt(withSurplus(first))).toBe(first);
    expect(new SeededRng(1).nextInt(withSurplus(first + 1))).toBe(second);
  });

  it("draws for a bound of 1 too", () => {
    const [rng, other] = [new SeededRng(5), new SeededRng(5)];
    expect(rng.nextInt(1)).toBe(0);
    other.nextU32();
    expect(rng.nextU32()).toBe(other.nextU32());
  });

  it("mixes one to one, so that no seed gives the all-zero state", () => {
    fc.assert(
      fc.property(seeds, (x) => {
        expect(unmix32(mix32(x))).toBe(x);
      }),
      check,
    );
  });
});

/** mix32 backwards: each of its steps has an inverse. */
function unmix32(x: number): number {
  const unshift = (z: number, by: number) => {
    let y = z;
    for (let n = by; n < 32; n += by) y = z ^ (y >>> by);
    return y;
  };
  let z = Math.imul(unshift(x, 15), inverse(0x735a2d97));
  z = Math.imul(unshift(z, 15), inverse(0x21f0aaad));
  return unshift(z, 16) >>> 0;
}

/** The inverse of an odd number modulo 2^32, by Newton's method. */
function inverse(odd: number): number {
  let guess = odd;
  for (let n = 0; n < 5; n += 1) guess = Math.imul(guess, 2 - Math.imul(odd, guess));
  return guess;
}

describe("the measure of evenness", () => {
  it("passes even draws and finds draws that miss a value or prefer some", () => {
    const rng = seeded(1);
    const measure = (draw: () => number) => unevenness(Array.from({ length: 60_000 }, draw), 101);
    expect(Math.abs(measure(() => rng.nextInt(101)))).toBeLessThan(4);
    expect(measure(() => rng.nextInt(100))).toBeGreaterThan(4);
    expect(measure(() => rng.nextInt(256) % 101)).toBeGreaterThan(4);
  });
});
