import { describe, expect, it } from "vitest";
import { copiesOf, create, retryable } from "./support/copies.ts";
import { seeded } from "./support/sources.ts";

/** The numbers that every language must give, worked out by independent prototypes. */

interface Generator {
  nextU32(): number;
  nextFloat(): number;
  nextInt(bound: number): number;
}
interface RngExports {
  SeededRng: new (seed: number) => Generator;
  mix32: (x: number) => number;
}

const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);

describe.each(copiesOf("rng"))("$file", ({ exports }) => {
  const { SeededRng, mix32 } = exports as unknown as RngExports;

  it.each([
    [
      1,
      [
        393288148, 2174103013, 3814759091, 2092745082, 1865176206, 2179171167, 3207394750,
        2858353069,
      ],
    ],
    [42, [660444221, 3652823732, 77672526, 910233633]],
    [3735928559, [3842467093, 879304004]],
  ])("seed %i gives the known 32-bit numbers", (seed, expected) => {
    const rng = new SeededRng(seed);
    expect(times(expected.length, () => rng.nextU32())).toEqual(expected);
  });

  it.each([
    [1, 100, [48, 13, 91, 82, 6, 67, 50, 69]],
    [42, 7, [3, 5, 1, 1, 0, 2, 1, 2]],
  ])("seed %i gives the known numbers below %i", (seed, bound, expected) => {
    const rng = new SeededRng(seed);
    expect(times(expected.length, () => rng.nextInt(bound))).toEqual(expected);
  });

  it("gives fractions that are the 32-bit numbers over 2^32", () => {
    const rng = new SeededRng(1);
    expect(times(2, () => rng.nextFloat())).toEqual([393288148 / 2 ** 32, 2174103013 / 2 ** 32]);
  });

  it("mixes 1 and 42 into the known numbers", () => {
    expect([mix32(1), mix32(42)]).toEqual([2261973619, 671623878]);
  });
});

describe.each([
  ["constant", [100, 100, 100, 100, 100, 100, 100]],
  ["exponential", [100, 200, 400, 800, 1600, 3200, 6400]],
  ["full-jitter", [6, 181, 377, 417, 1600, 789, 873]],
  ["equal-jitter", [66, 141, 391, 667, 1247, 2036, 5553]],
  ["decorrelated-jitter", [191, 203, 501, 346]],
  ["retry-after-aware", [6, 181, 377, 417, 1600, 789, 873]],
  ["retry-after-jitter", [6, 181, 377, 417, 1600, 789, 873]],
])("%s, seed 1, base 100, cap 10,000", (name, expected) => {
  it.each(copiesOf(name))("$file gives the known delays", (copy) => {
    const policy = create(copy, { baseMs: 100, capMs: 10_000, maxAttempts: Infinity }, seeded(1));
    expect(expected.map((_, n) => policy.nextDelay(n + 1, retryable))).toEqual(expected);
  });
});
