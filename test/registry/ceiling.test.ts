import { describe, expect, it } from "vitest";
import { CEILING_GRID, ceilingFaults, exactCeiling, isExponential } from "./support/ceilings.ts";
import { type Copy, policies } from "./support/copies.ts";

describe("the ceilings that the policy files restate", () => {
  it("are there wherever a delay grows exponentially, and agree everywhere", () => {
    expect(ceilingFaults(policies)).toEqual([]);
  });

  it("are found in every language that runs here", () => {
    const files = policies.filter(({ item }) => isExponential(item)).map((copy) => copy.file);
    expect(files).toEqual(
      expect.arrayContaining(
        [
          "equal-jitter",
          "exponential",
          "full-jitter",
          "retry-after-aware",
          "retry-after-jitter",
        ].flatMap((name) => [`${name}.ts`, `${name}.js`]),
      ),
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
  it("passes a policy that restates the ceiling, and one that grows otherwise or not at all", () => {
    expect(
      ceilingFaults([fake((attempt) => exactCeiling(attempt, 100, 10_000), exactCeiling)]),
    ).toEqual([]);
    for (const delay of [
      () => 100,
      () => 0,
      () => 2,
      (attempt: number) => 100 * attempt,
      (attempt: number) => attempt,
      (attempt: number) => 100 * attempt ** 2,
      (attempt: number) => 100 * 3 ** attempt,
    ])
      expect(ceilingFaults([fake(delay)])).toEqual([]);
  });

  it("finds a tag that is left out, and a ceiling that is", () => {
    const grows = (attempt: number) => exactCeiling(attempt, 100, 10_000);
    const atOnceFirst = (attempt: number) => (attempt === 1 ? 0 : grows(attempt - 1));
    for (const delay of [grows, atOnceFirst, (attempt: number) => 1.5 * grows(attempt)])
      expect(ceilingFaults([fake(delay)])).toEqual([
        "fake.ts doubles with the attempt, but has no tag exponential",
      ]);
    expect(ceilingFaults([fake(grows, exactCeiling, [])])).toEqual([
      "fake.ts exports a ceiling, the exponential one's name, but has no tag exponential",
    ]);
    expect(ceilingFaults([fake(grows, undefined, ["exponential"])])).toEqual([
      "fake.ts has the tag exponential, but exports no ceiling",
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

/** A copy whose delay is a function of the attempt, with or without a ceiling, and with its tag. */
function fake(
  delay: (attempt: number) => number,
  ceiling?: typeof exactCeiling,
  tags: readonly string[] = ceiling ? ["exponential"] : [],
): Copy {
  class Fake {
    nextDelay(attempt: number): number {
      return delay(attempt);
    }
  }
  const [model] = policies;
  if (!model) throw new Error("the registry is empty");
  const item = { ...model.item, tags };
  return { ...model, item, file: "fake.ts", exports: ceiling ? { Fake, ceiling } : { Fake } };
}
