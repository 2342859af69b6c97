import { describe, expect, test } from "vitest";
import { sharedScenario } from "../../../cli/bench/shared-scenarios.ts";
import { attemptsPerSuccess, meanOf, meanT99, shared } from "./support/fleet.ts";

const short = sharedScenario("A-short");
const long = sharedScenario("A-long");
const b = sharedScenario("B");
const PURE = ["constant", "exponential", "full", "equal", "decorrelated"] as const;

test.each([
  ["full", 10_148_098, 17, 7315, 5863, 452],
  ["exponential", 81_205_596, 541, 10_223, 5000, 4223],
  ["equal", 9_385_174, 26, 6895, 5052, 843],
] as const)(
  "%s: repetition 0 of A-short is exact",
  (name, t99Us, peakArrivals, arrivals, refused, turnedAway) => {
    const [outcome] = shared(name, short);
    expect(outcome).toMatchObject({ t99Us, peakArrivals, arrivals, refused, turnedAway });
    expect(outcome).toMatchObject({ timedOut: 0, lateSuccess: null });
    expect(outcome?.tally).toMatchObject({ clients: 1000, successes: 1000 });
  },
);

describe("what the pages claim", () => {
  const t99 = (name: (typeof PURE)[number], scenario = short) => {
    const mean = meanT99(shared(name, scenario, 5));
    return mean === "never" ? Infinity : mean;
  };
  const jittered = ["full", "equal", "decorrelated"] as const;

  test("after the short outage decorrelated jitter is the fastest of the pure policies", () => {
    for (const name of PURE)
      if (name !== "decorrelated") expect(t99("decorrelated")).toBeLessThan(t99(name));
  });

  test("after the long outage it is the slowest but constant", () => {
    for (const name of ["exponential", "full", "equal"] as const)
      expect(t99("decorrelated", long)).toBeGreaterThan(t99(name, long));
  });

  test("following the hint is faster than full jitter where the queue is short", () => {
    const aware = meanT99(shared("aware", short, 5));
    expect(aware).toBeLessThan(t99("decorrelated"));
  });

  test("constant is the hardest on a service in trouble, and does not get through", () => {
    for (const scenario of [short, long]) {
      const cost = (name: (typeof PURE)[number]) =>
        meanOf(shared(name, scenario, 3), attemptsPerSuccess);
      expect(t99("constant", scenario)).toBe(Infinity);
      for (const name of PURE)
        if (name !== "constant") expect(cost("constant")).toBeGreaterThan(5 * cost(name));
    }
  });

  test("without jitter the fleet comes back in a spike", () => {
    for (const name of jittered) {
      const peak = shared(name, short)[0]?.peakArrivals;
      expect(peak).toBeLessThan(30);
    }
    expect(shared("exponential", short)[0]?.peakArrivals).toBeGreaterThan(500);
  });

  test("jitter is no cure for overload, a retry budget is", () => {
    for (const name of [...PURE, "aware"] as const) {
      const without = shared(name, b, 2);
      expect(meanOf(without, ({ lateSuccess }) => lateSuccess ?? NaN)).toBeLessThan(0.25);
      expect(meanOf(without, attemptsPerSuccess)).toBeGreaterThan(60);
    }
    const budget = { ...b, budgetHosts: 10 };
    const withBudget = shared("full", budget, 2);
    expect(meanOf(withBudget, ({ lateSuccess }) => lateSuccess ?? NaN)).toBe(1);
    expect(meanOf(withBudget, attemptsPerSuccess)).toBeCloseTo(1.2, 1);
  });
});

test("every part of the scenario counts", () => {
  const run = (change: object) => shared("full", { ...short, ...change })[0];
  const plain = run({});
  for (const change of [
    { clients: 500 },
    { spreadUs: 1_000_000 },
    { outageStartUs: 10_000 },
    { outageUs: 1_000_000 },
    { serviceUs: 2500 },
    { queueUs: 2_000_000 },
    { seed: 1 },
  ])
    expect(run(change)?.tally.timeToSuccessMs).not.toBe(plain?.tally.timeToSuccessMs);
  expect(run({ timeoutUs: 20_000 })?.timedOut).toBeGreaterThan(0);
  expect(run({ maxAttempts: 3 })?.tally.endings.length).toBe(4);
});

test("the server keeps its size relative to the fleet", () => {
  expect(sharedScenario("A-short", 1_000_000).serviceUs).toBe(5);
  expect(sharedScenario("B", 100).serviceUs).toBe(420_000);
  expect(sharedScenario("A-long", 100_000_000).serviceUs).toBe(1);
});
