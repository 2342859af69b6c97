import { describe, expect, it } from "vitest";
import {
  type Ceiling,
  type Copy,
  copies,
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

/** Inputs that broke retry libraries in the wild, each with the right answer. */

const MAX = 2_147_483_647;
const unlimited = { maxAttempts: Infinity };
const hinted = policies.filter((copy) => copy.item.uses.includes("hint"));
const ceilings = copies.filter((copy) => "ceiling" in copy.exports);

describe.each(copiesOf("decorrelated-jitter"))("$file", (copy) => {
  it("P1: stays whole and in range over 100,000 calls on one object", () => {
    const policy = create(copy, { baseMs: 45_000, capMs: 900_000, ...unlimited }, seeded(1));
    const delays = Array.from({ length: 100_000 }, (_, n) => policy.nextDelay(n + 1, retryable));
    const wrong = delays.filter(
      (delay) => !(Number.isInteger(delay) && 45_000 <= Number(delay) && Number(delay) <= 900_000),
    );
    expect(wrong).toEqual([]);
  });
});

describe.each(copiesOf("exponential"))("$file", (copy) => {
  const delays = (params: object, attempts: readonly number[]) => {
    const policy = create(copy, { ...unlimited, ...params });
    return attempts.map((attempt) => policy.nextDelay(attempt, retryable));
  };

  it("P2: is the cap at attempts beyond counting", () => {
    const attempts = [1026, 1_000_000, 4_294_967_294];
    expect(delays({ baseMs: 2000, capMs: 30_000 }, attempts)).toEqual([30_000, 30_000, 30_000]);
  });

  it("P3: passes 2^31 without wrapping around", () => {
    expect(delays({ baseMs: 100, capMs: MAX }, [24, 25, 26, 33, 65])).toEqual([
      838_860_800,
      1_677_721_600,
      MAX,
      MAX,
      MAX,
    ]);
  });

  it("P4: is the cap from the first attempt where the base is above it", () => {
    expect(delays({ baseMs: 5000, capMs: 1000 }, [1, 2])).toEqual([1000, 1000]);
  });
});

describe.each(ceilings)("the ceiling of $file", ({ exports }) => {
  const ceiling = exports["ceiling"] as Ceiling;

  it.each([
    ["P2", "as often as the cap needs", 2000, 30_000, 4],
    ["P2", "31 times at most", 1, MAX, 31],
    ["P9", "not once from a base of 0", 0, 10_000, 0],
  ])("%s: doubles %s, whatever the attempt", (_row, _times, baseMs, capMs, doublings) => {
    const attempt = new CountedNumber(4_294_967_294);
    ceiling(attempt as unknown as number, baseMs, capMs);
    expect(attempt.reads).toBe(doublings + 1); // once a round, and once to end
  });
});

/** A number that counts how often it is read: a loop that compares with it shows its length. */
class CountedNumber {
  reads = 0;
  readonly #value: number;

  constructor(value: number) {
    this.#value = value;
  }

  valueOf(): number {
    this.reads += 1;
    if (this.reads > 1000) throw new Error("read too often: there is no end to this loop");
    return this.#value;
  }
}

describe.each([...copiesOf("full-jitter"), ...copiesOf("equal-jitter")])("$file", (copy) => {
  it("P5: is still jittered at the cap, and within it", () => {
    const policy = create(copy, { baseMs: 100, capMs: 10_000, ...unlimited }, seeded(1));
    const delays = Array.from({ length: 2000 }, () => Number(policy.nextDelay(50, retryable)));
    expect(new Set(delays).size).toBeGreaterThan(1500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(10_000);
  });

  it("P5: reaches both ends of the range at the cap", () => {
    const at50 = (rng: Rng) => create(copy, unlimited, rng).nextDelay(50, retryable);
    expect(at50(lowest)).toBe(copy.item.name === "full-jitter" ? 0 : 5000);
    expect(at50(highest)).toBe(10_000);
  });
});

describe.each(jittered.filter(hasParam("capMs")))("$file", (copy) => {
  it("P6: never waits longer than the cap, even at the end of every range", () => {
    for (const baseMs of [0, 1, 100, 9999, MAX])
      for (const capMs of [0, 1, 99, 10_000, 1_431_655_765])
        for (const rng of [highest, lowest, seeded(6)]) {
          const policy = create(copy, { baseMs, capMs, ...unlimited }, rng);
          const delays = [1, 2, 3, 31, 32, 33, 64, 1e6].map((n) => policy.nextDelay(n, retryable));
          expect(Math.max(...delays.map(Number)), `base ${baseMs}`).toBeLessThanOrEqual(capMs);
        }
  });
});

describe.each(jittered)("$file", (copy) => {
  it("P16: gives two clients different delays from the file's own random source", () => {
    const rng = copy.exports["systemRng"];
    const [one, other] = [1, 2].map(() => {
      const policy = create(copy, unlimited, rng);
      return Array.from({ length: 20 }, (_, n) => policy.nextDelay(n + 1, retryable));
    });
    expect(one).not.toEqual(other);
  });

  it("P19: draws after a refusal what a fresh stream draws first", () => {
    const refusals: readonly [number, Failure][] = [
      [1, { retryable: false }],
      [7, { retryable: true }],
      [8, { retryable: true }],
      [1, { retryable: false, retryAfterMs: 5 }],
    ];
    const policy = create(copy, { maxAttempts: 7 }, seeded(19));
    for (const [attempt, failure] of refusals)
      expect(policy.nextDelay(attempt, failure)).toBeNull();
    const fresh = create(copy, { maxAttempts: 7 }, seeded(19));
    expect(policy.nextDelay(5, retryable)).toBe(fresh.nextDelay(5, retryable));
  });

  it("P19: draws nothing in giving up", () => {
    const rng = new RecordingRng(seeded(19));
    const policy = create(copy, { maxAttempts: 3 }, rng);
    policy.nextDelay(1, { retryable: false });
    policy.nextDelay(3, retryable);
    policy.nextDelay(4_294_967_294, retryable);
    expect(rng.bounds).toEqual([]);
  });
});

describe.each(policies)("$file", (copy) => {
  const params = copy.item.params.map((param) => param.name);

  it.each(params)("P7: an undefined %s is one left out", (name) => {
    const run = (policy: ReturnType<typeof create>) =>
      Array.from({ length: 8 }, (_, n) => policy.nextDelay(n + 1, retryable));
    const left = run(create(copy, {}, seeded(7)));
    expect(run(create(copy, { [name]: undefined }, seeded(7)))).toEqual(left);
    expect(run(create(copy, undefined, seeded(7)))).toEqual(left);
  });

  const delayParams = params.filter((name) => name !== "maxAttempts");
  const wrongDelays = [NaN, Infinity, -1, 1.5, "100", 2_147_483_648];
  it.each(delayParams.flatMap((name) => wrongDelays.map((value) => [name, value] as const)))(
    "P8: %s %j is an error that names parameter, value and range",
    (name, value) => {
      const range = copy.item.params.find((param) => param.name === name);
      const got = typeof value === "string" ? `"${value}"` : String(value);
      expect(() => create(copy, { [name]: value }, seeded(8))).toThrow(
        new RangeError(`${name} must be a whole number in 0..${range?.max}; got ${got}`),
      );
    },
  );

  it.each([0, -1, 1.5, NaN])("P8: maxAttempts %d is an error of the same kind", (value) => {
    expect(() => create(copy, { maxAttempts: value }, seeded(8))).toThrow(
      new RangeError(`maxAttempts must be a whole number >= 1, or Infinity; got ${value}`),
    );
  });

  it("P11: allows maxAttempts calls, with a delay between each two", () => {
    const policy = create(copy, { maxAttempts: 5 }, seeded(11));
    const delays: number[] = [];
    let calls = 0;
    for (;;) {
      calls += 1;
      const delay = policy.nextDelay(calls, retryable);
      if (delay === null) break;
      delays.push(delay);
    }
    expect([calls, delays.length]).toEqual([5, 4]);
  });

  it.each([0, -1, 1.5, NaN])("P12: attempt %d is an error, retryable or not", (attempt) => {
    const policy = create(copy, { maxAttempts: 1 }, seeded(12));
    const error = new RangeError(
      `attempt must be a whole number >= 1, as attempts count from 1; got ${attempt}`,
    );
    expect(() => policy.nextDelay(attempt, { retryable: true })).toThrow(error);
    expect(() => policy.nextDelay(attempt, { retryable: false })).toThrow(error);
  });
});

describe.each(
  ["full-jitter", "equal-jitter", "retry-after-aware", "retry-after-jitter"].flatMap(copiesOf),
)("$file", (copy) => {
  it("P10: reaches the ceiling at the largest draw, and 0 or its floor at a draw of 0", () => {
    const floor = copy.item.name === "equal-jitter" ? 0.5 : 0;
    for (const [attempt, ceiling] of [
      [1, 100],
      [3, 400],
      [20, 10_000],
    ] as const) {
      const delay = (rng: Rng) => create(copy, unlimited, rng).nextDelay(attempt, retryable);
      expect([delay(lowest), delay(highest)]).toEqual([floor * ceiling, ceiling]);
    }
  });
});

it("the rows on server hints have a policy to hold for", () => {
  expect(hinted.map((copy) => copy.file)).toEqual(
    expect.arrayContaining(["retry-after-aware.ts", "retry-after-jitter.ts"]),
  );
});

/**
 * The least and the longest wait after a hint of 0, and after one beyond the cap. What another policy
 * makes of them, its vectors say.
 */
const WAITS: Readonly<Record<string, Readonly<Record<"zero" | "beyond", [number, number]>>>> = {
  "retry-after-aware": { zero: [0, 0], beyond: [10_000, 10_000] },
  "retry-after-jitter": { zero: [0, 100], beyond: [8750, 10_000] },
};

const delayFor = (copy: Copy, retryAfterMs: unknown, rng: Rng = seeded(13)) =>
  create(copy, {}, rng).nextDelay(3, { retryable: true, retryAfterMs } as Failure);

describe.each(
  hinted.flatMap((copy) => {
    const waits = WAITS[copy.item.name];
    return waits ? [{ file: copy.file, copy, ...waits }] : [];
  }),
)("$file", ({ copy, zero, beyond }) => {
  const ends = (hint: number) => [delayFor(copy, hint, lowest), delayFor(copy, hint, highest)];

  it("P13: takes 0 for a hint", () => {
    expect(ends(0)).toEqual(zero);
    expect(ends(-0)).toEqual(zero);
  });

  it.each([600_000, 10_001, 2 ** 53, 1e300])("P15: cuts a hint of %d to the cap", (hint) => {
    expect(ends(hint)).toEqual(beyond);
  });
});

describe.each(hinted)("$file", (copy) => {
  it.each([-1, NaN, Infinity, -Infinity, 1.5, "5", "", null, undefined, true, {}, [5], 5n])(
    "P14: takes a hint of %s for none",
    (hint) => {
      expect(delayFor(copy, hint)).toBe(create(copy, {}, seeded(13)).nextDelay(3, retryable));
    },
  );
});

describe.each(policies.filter(hasParam("baseMs")))("$file", (copy) => {
  it.each([1, 50, 4_294_967_294])("P9: a base of 0 gives 0 at attempt %d", (attempt) => {
    for (const rng of [lowest, highest, seeded(9)]) {
      const policy = create(copy, { baseMs: 0, capMs: 10_000, ...unlimited }, rng);
      expect(policy.nextDelay(attempt, retryable)).toBe(0);
    }
  });
});

describe.each(copiesOf("equal-jitter"))("$file", (copy) => {
  it.each([1, 2, 50, 1_000_000])("P17: base 1 and cap 1 give 0 at attempt %d", (attempt) => {
    for (const rng of [lowest, highest, seeded(17)]) {
      const policy = create(copy, { baseMs: 1, capMs: 1, ...unlimited }, rng);
      expect(policy.nextDelay(attempt, retryable)).toBe(0);
    }
  });
});

describe.each(copiesOf("decorrelated-jitter"))("$file", (copy) => {
  it("P18: puts about a third of its draws exactly on the cap, for base 10 and cap 1,000", () => {
    const policy = create(copy, { baseMs: 10, capMs: 1000, ...unlimited }, seeded(18));
    const draw = () => policy.nextDelay(1, retryable);
    for (let n = 0; n < 1000; n += 1) draw(); // forget the start
    const onCap = Array.from({ length: 200_000 }, draw).filter((delay) => delay === 1000).length;
    expect(onCap / 200_000).toBeGreaterThan(0.3);
    expect(onCap / 200_000).toBeLessThan(0.34);
  });
});
