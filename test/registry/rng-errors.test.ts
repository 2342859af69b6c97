import { describe, expect, it } from "vitest";
import { copiesOf } from "./support/copies.ts";

interface SeededRng {
  nextInt(bound: unknown): number;
}

describe.each(copiesOf("rng").map((copy) => [copy.file, copy] as const))("%s", (_, { exports }) => {
  const seeded = (seed: unknown): SeededRng =>
    Reflect.construct(exports["SeededRng"] as () => void, [seed]) as SeededRng;

  it.each([
    ["1", '"1"'],
    [1.5, "1.5"],
    [undefined, "undefined"],
    [null, "null"],
    [7n, "7"],
    [Symbol("s"), "Symbol(s)"],
    [Object.create(null), "object"],
    [[1], "object"],
    [() => 1, "function"],
  ])("its errors show what was given: %o", (value, shown) => {
    expect(() => seeded(value)).toThrow(
      new RangeError(`seed must be a whole number in 0..4294967295; got ${shown}`),
    );
    expect(() => seeded(1).nextInt(value)).toThrow(
      new RangeError(`bound must be a whole number in 1..4294967296; got ${shown}`),
    );
  });
});
