import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Param } from "../../cli/registry/item.ts";
import { type Copy, copiesOf, create, jittered, policies, retryable } from "./support/copies.ts";
import { highest, seeded } from "./support/sources.ts";

/** What policy.json says of the parameters is what the code does. */

const cases = policies.flatMap((copy) => copy.item.params.map((param) => ({ copy, param })));
const title = ({ copy, param }: { copy: Copy; param: Param }) => ({
  copy,
  param,
  file: copy.file,
  name: param.name,
});

describe.each(cases.map(title))("$name of $file", ({ copy, param }) => {
  const creating = (value: unknown) => () => create(copy, { [param.name]: value }, seeded(1));
  const max = param.max === "unlimited" ? Infinity : param.max;

  it("may be anything from its minimum to its maximum", () => {
    for (const value of [param.min, param.min + 1, param.default, max])
      expect(creating(value)).not.toThrow();
  });

  it("may not be one less, nor one more", () => {
    expect(creating(param.min - 1)).toThrow(RangeError);
    if (max !== Infinity) expect(creating(max + 1)).toThrow(RangeError);
  });

  it("may not be of another kind, whatever it is", () => {
    const isAllowed = (value: unknown) =>
      value === undefined ||
      (Number.isInteger(value) && Number(value) >= param.min && Number(value) <= max) ||
      (value === Infinity && max === Infinity);
    const anything = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true }),
      fc.constantFrom(null, "", "8", Symbol("8"), 8n, [8], () => 8, new Number(8)),
    );
    fc.assert(
      fc.property(
        anything.filter((value) => !isAllowed(value)),
        (value) => {
          expect(creating(value)).toThrow(RangeError);
          expect(creating(value)).toThrow(
            new RegExp(`^${param.name} must be a whole number .*; got`),
          );
        },
      ),
      { seed: 1 },
    );
  });

  it("takes the default that policy.json names when it is left out", () => {
    expect(trace(copy, { [param.name]: param.default })).toEqual(trace(copy, {}));
  });

  it.each([-2, 2])("would be another policy with a default changed by %d", (change) => {
    const others = param.name === "maxAttempts" ? {} : { maxAttempts: Infinity };
    const changed = { ...others, [param.name]: Number(param.default) + change };
    expect(trace(copy, changed)).not.toEqual(trace(copy, others));
  });
});

/** Twenty attempts, and one at which also what grows slowly has reached its cap. */
const TRACED = [...Array.from({ length: 20 }, (_, n) => n + 1), 1_000_000];

/** What a policy answers at these attempts, at the longest draws and at some random ones. */
function trace(copy: Copy, params: object) {
  return [highest, seeded(2)].map((rng) => {
    const policy = create(copy, params, rng);
    return TRACED.map((attempt) => policy.nextDelay(attempt, retryable));
  });
}

describe.each(policies)("$file", (copy) => {
  it("takes -0 for 0 and never answers -0", () => {
    for (const params of [{ baseMs: -0 }, { capMs: -0 }, { baseMs: -0, capMs: -0 }]) {
      if (!copy.item.params.some((param) => param.name in params)) continue;
      const policy = create(copy, params, highest);
      const delay = policy.nextDelay(1, { ...retryable, retryAfterMs: 3 });
      expect(Object.is(delay, -0)).toBe(false);
    }
  });
});

describe.each(jittered)("$file", (copy) => {
  it.each([undefined, null, 5, {}, { nextInt: 5 }])("refuses %j for a random source", (rng) => {
    expect(() => create(copy, {}, rng)).toThrow(TypeError);
    expect(() => create(copy, {}, rng)).toThrow("rng is required");
  });

  it("refuses a random source in the place of the parameters", () => {
    expect(() => create(copy, seeded(1))).toThrow(TypeError);
  });
});

describe.each(copiesOf("rng"))("$file", ({ item, exports }) => {
  const SeededRng = exports["SeededRng"] as new (seed: unknown) => {
    nextInt(bound: unknown): number;
  };
  const [seed] = item.params;

  it("takes the seeds that policy.json names", () => {
    expect(item.params.map((param) => param.name)).toEqual(["seed"]);
    for (const value of [seed?.min, seed?.max]) expect(() => new SeededRng(value)).not.toThrow();
  });

  it.each([undefined, null, NaN, -1, 1.5, "1", 4_294_967_296, Infinity, {}, 1n])(
    "refuses %s for a seed",
    (value) => {
      expect(() => new SeededRng(value)).toThrow(RangeError);
      expect(() => new SeededRng(value)).toThrow(
        "seed must be a whole number in 0..4294967295; got",
      );
    },
  );

  it("takes bounds from 1 to 2^32", () => {
    expect(new SeededRng(1).nextInt(1)).toBe(0);
    expect(new SeededRng(1).nextInt(2 ** 32)).toBe(393288148);
  });

  it.each([undefined, null, NaN, 0, -1, 1.5, "1", 4_294_967_297, Infinity, {}])(
    "refuses %s for a bound",
    (bound) => {
      expect(() => new SeededRng(1).nextInt(bound)).toThrow(RangeError);
      expect(() => new SeededRng(1).nextInt(bound)).toThrow(
        "bound must be a whole number in 1..4294967296; got",
      );
    },
  );
});
