import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sharedScenario } from "../../cli/bench/shared-scenarios.ts";
import { readItems } from "../../registry/derived.ts";
import { measureAll, MEASUREMENTS, type Measurements } from "../../registry/measurements.ts";
import {
  attemptsPerSuccess,
  contention,
  meanOf,
  meanT99,
  type Name,
  shared,
} from "../cli/bench/support/fleet.ts";

/** The tables of docs/workloads.md as independent prototypes have them. */
describe("occ-contention, 100 repetitions", () => {
  test.each<[number, Name, calls: number, completionMs: number, digits: number]>([
    [100, "none", 2418.7, 2028, 1],
    [100, "exponential", 1843.8, 63_208, 1],
    [100, "full", 796, 4954, 1],
    [100, "equal", 809.3, 6505, 1],
    [100, "decorrelated", 1003.7, 4537, 1],
    [200, "none", 8825, 3701, 0],
    [200, "exponential", 5600, 104_988, 0],
    [200, "full", 1889.3, 7661, 1],
    [200, "equal", 1868, 9705, 1],
    [200, "decorrelated", 2622, 8123, 0],
  ])("%i clients, %s", (clients, name, calls, completionMs, digits) => {
    const outcomes = contention(name, clients, 100);
    expect(meanOf(outcomes, (outcome) => outcome.calls)).toBeCloseTo(calls, digits);
    const completion = meanOf(outcomes, ({ completionUs }) => completionUs / 1000);
    expect(Math.abs(completion - completionMs)).toBeLessThan(1);
  });
});

describe("shared-outage, 20 repetitions", () => {
  test.each<[Name, string, number, number]>([
    ["constant", "never", 338, 67.2],
    ["exponential", "81.19", 555, 10.21],
    ["full", "9.29", 17, 7.28],
    ["equal", "9.42", 24, 6.9],
    ["decorrelated", "7.49", 22, 7.1],
    ["aware", "5.74", 18, 7.68],
  ])("A-short, %s", (name, t99, peak, cost) => {
    const outcomes = shared(name, sharedScenario("A-short"), 20);
    expect(fixed(meanT99(outcomes), 2)).toBe(t99);
    expect(Math.round(meanOf(outcomes, ({ peakArrivals }) => peakArrivals))).toBe(peak);
    expect(meanOf(outcomes, attemptsPerSuccess)).toBeCloseTo(cost, 1);
  });

  test.each<[Name, string, number]>([
    ["constant", "never", 92.4],
    ["exponential", "23.9", 7.45],
    ["full", "16.2", 8.11],
    ["equal", "11.6", 7.38],
    ["decorrelated", "30.6", 11.2],
    ["aware", "16.6", 8.18],
  ])("A-long, %s", (name, t99, cost) => {
    const outcomes = shared(name, sharedScenario("A-long"), 20);
    expect(fixed(meanT99(outcomes), 1)).toBe(t99);
    expect(Math.abs(meanOf(outcomes, attemptsPerSuccess) - cost)).toBeLessThan(0.06);
  });

  test("B: no pure policy recovers; with a budget the late ones all get through", () => {
    const late = (name: Name, change = {}) => {
      const outcomes = shared(name, { ...sharedScenario("B"), ...change }, 20);
      return [
        meanOf(outcomes, ({ lateSuccess }) => lateSuccess ?? NaN).toFixed(2),
        meanOf(outcomes, attemptsPerSuccess).toFixed(0),
      ];
    };
    expect(late("constant")).toEqual(["0.02", "121"]);
    expect(late("decorrelated")).toEqual(["0.18", "73"]);
    expect(late("full", { budgetHosts: 10 })).toEqual(["1.00", "1"]);
  });
});

const fixed = (value: number | "never", digits: number): string =>
  value === "never" ? value : value.toFixed(digits);

test("all figures of the documentation come out again", async () => {
  const stored = JSON.parse(readFileSync(MEASUREMENTS, "utf8")) as Measurements;
  const policies = readItems("registry").filter(({ kind }) => kind === "policy");
  expect(await measureAll(process.cwd(), policies)).toEqual(stored.figures);
});
