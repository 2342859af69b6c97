import { describe, expect, it } from "vitest";
import { CEILING_GRID, ceilingFaults, exactCeiling, needsCeiling } from "./support/ceilings.ts";
import { type Copy, policies } from "./support/copies.ts";

describe("the ceilings that the policy files restate", () => {
  it("are there wherever a delay grows with the attempt, and agree everywhere", () => {
    expect(ceilingFaults(policies)).toEqual([]);
  });

  it("are found in every language that runs here", () => {
    const files = policies.filter(needsCeiling).map((copy) => copy.file);
    expect(files).toEqual(
      [
        "equal-jitter",
        "exponential",
        "full-jitter",
        "retry-after-aware",
        "retry-after-jitter",
      ].flatMap((name) => [`${name}.ts`, `${name}.js`]),
    );
  });

  it("are compared over a grid with every kind of cap", () => {
    const attempts = CEILING_GRID.map(([attempt]) => attempt);
    expect(attempts).toEqual(expect.arrayContaining([1, 2, 70, 1_000_000, 4_294_967_294]));
    for (const base of [0, 1, 7, 100, 2_147_483_647]) {
      const caps = CEILING_GRID.filter(([, each]) => each === base).map(([, , cap]) => cap);
      expect([
        caps.some((cap) => cap < base),
        caps.includes(base),
        caps.some((cap) => cap > base),
      ]).toEqual([base > 0, true, base < 2_147_483_647]);
    }
  });
});

describe("the check of the ceilings", () => {
  it("passes a policy that restates the ceiling, and one that does not grow", () => {
    expect(
      ceilingFaults([fake((attempt) => exactCeiling(attempt, 100, 10_000), exactCeiling)]),
    ).toEqual([]);
    expect(ceilingFaults([fake(() => 100)])).toEqual([]);
  });

  it("finds a policy that grows and exports no ceiling", () => {
    expect(ceilingFaults([fake((attempt) => 100 * attempt)])).toEqual([
      "fake.ts grows with the attempt but exports no ceiling",
    ]);
  });

  it.each<[string, typeof exactCeiling]>([
    ["shifts 32 bits", (attempt, base, cap) => Math.min(base << (attempt - 1), cap)],
    [
      "ignores the cap at attempt 1",
      (attempt, base, cap) => (attempt === 1 ? base : exactCeiling(attempt, base, cap)),
    ],
    ["counts attempts from 0", (attempt, base, cap) => exactCeiling(attempt + 1, base, cap)],
    [
      "multiplies infinity by zero",
      (attempt, base, cap) => Math.min(base * 2 ** (attempt - 1), cap),
    ],
  ])("finds a ceiling that %s", (_, ceiling) => {
    expect(ceilingFaults([fake(() => 0, ceiling)])).not.toEqual([]);
  });
});

/** A copy whose delay is a function of the attempt, with or without a ceiling. */
function fake(delay: (attempt: number) => number, ceiling?: typeof exactCeiling): Copy {
  class Fake {
    nextDelay(attempt: number): number {
      return delay(attempt);
    }
  }
  const [model] = policies;
  if (!model) throw new Error("the registry is empty");
  return { ...model, file: "fake.ts", exports: ceiling ? { Fake, ceiling } : { Fake } };
}
