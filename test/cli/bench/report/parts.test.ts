import { describe, expect, test } from "vitest";
import {
  linear,
  logarithmic,
  roundBelow,
  timeInWords,
} from "../../../../cli/bench/report/scale.ts";
import { Waits } from "../../../../cli/bench/report/waits.ts";

describe("a scale", () => {
  test("is linear between round ticks", () => {
    const { at, ticks } = linear(0, 835, 100, 0);
    expect(ticks).toEqual([0, 500, 1000]);
    expect([0, 500, 1000].map(at)).toEqual([100, 50, 0]);
  });

  test("is logarithmic, with more ticks where there are few powers of ten", () => {
    const wide = logarithmic(10, 100_000, 0, 400);
    expect(wide.ticks).toEqual([10, 100, 1000, 10_000, 100_000]);
    expect(wide.at(1000)).toBeCloseTo(200);
    expect(wide.at(0)).toBe(0);
    expect(logarithmic(5, 90, 0, 1).ticks).toEqual([5, 10, 20, 50]);
  });

  test.each([
    [5.7, 5],
    [20, 20],
    [0.011, 0.01],
  ])("the round number below %d is %d", (value, round) => {
    expect(roundBelow(value)).toBeCloseTo(round);
  });

  test.each([
    [10, "10 ms"],
    [1500, "1.5 s"],
    [1_000_000, "1,000 s"],
  ])("%d is %s", (ms, words) => {
    expect(timeInWords(ms)).toBe(words);
  });
});

describe("waits", () => {
  const listened = (delays: readonly (number | null)[]): Waits => {
    const waits = new Waits();
    const left = [...delays];
    const observed = waits.observed(() => ({ nextDelay: () => left.shift() ?? null }));
    const policy = observed({ nextInt: () => 0 });
    for (const delay of delays) expect(policy.nextDelay(1, { retryable: true })).toBe(delay);
    return waits;
  };

  test("are told by nearest rank, and giving up is none", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    const [first] = listened([...hundred, null]).distributions();
    expect(first).toEqual({ attempt: 1, waits: 100, quantiles: [1, 5, 25, 50, 75, 95, 100] });
  });

  test("are within a part in five hundred, however long", () => {
    for (const wait of [0, 0.5, 511, 1023, 65_537, 2_147_483_647]) {
      const [first] = listened([wait]).distributions();
      expect(Math.abs((first?.quantiles[3] ?? NaN) - wait)).toBeLessThanOrEqual(wait / 500 + 0.5);
    }
  });
});
