import { describe, expect, it } from "vitest";
import { jittered, type Rng } from "./support/copies.ts";

describe.each(jittered.map((copy) => [copy.file, copy] as const))("systemRng of %s", (_, copy) => {
  const rng = copy.exports["systemRng"] as Rng;

  it("answers every whole number below a bound, and no other", () => {
    for (const bound of [1, 2, 3, 7]) {
      const drawn = Array.from({ length: 1000 }, () => rng.nextInt(bound));
      const all = Array.from({ length: bound }, (__, value) => value);
      expect([...new Set(drawn)].toSorted((a, b) => a - b)).toEqual(all);
    }
  });

  it("reaches far up, and stays below, with the largest bounds", () => {
    for (const bound of [2 ** 31, 2 ** 32]) {
      const drawn = Array.from({ length: 1000 }, () => rng.nextInt(bound));
      expect(drawn.every((value) => Number.isInteger(value) && value >= 0 && value < bound)).toBe(
        true,
      );
      expect(Math.max(...drawn)).toBeGreaterThan(0.9 * bound);
      expect(Math.min(...drawn)).toBeLessThan(0.1 * bound);
      expect(new Set(drawn).size).toBeGreaterThan(990);
    }
  });
});
