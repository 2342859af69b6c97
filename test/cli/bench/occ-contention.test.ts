import { describe, expect, test } from "vitest";
import { OCC_CONTENTION, occContention } from "../../../cli/bench/occ-contention.ts";
import { finished } from "../../../cli/bench/simulation.ts";
import { contention, factory, meanOf, type Name } from "./support/fleet.ts";

test.each([
  ["none", 2428, 2_054_522],
  ["exponential", 1811, 60_053_264],
  ["full", 800, 4_219_332],
  ["equal", 796, 5_880_068],
  ["decorrelated", 995, 4_036_006],
] as const)("%s: repetition 0 of 100 clients is exact", (name, calls, completionUs) => {
  const [outcome] = contention(name, 100, 1);
  expect(outcome).toMatchObject({ calls, completionUs });
  expect(outcome?.tally).toMatchObject({ clients: 100, successes: 100 });
  expect(outcome?.tally.retries.total).toBe(calls - 100);
});

test.each([
  ["none", 687, 1138],
  ["exponential", 620.6, 35_993],
  ["full", 331.6, 2838],
  ["equal", 344.9, 4204],
  ["decorrelated", 373.1, 2238],
] as const)("%s: the means of 50 clients", (name, calls, completionMs) => {
  const outcomes = contention(name, 50, 100);
  expect(meanOf(outcomes, (outcome) => outcome.calls)).toBeCloseTo(calls, 1);
  expect(meanOf(outcomes, (outcome) => outcome.completionUs / 1000)).toBeCloseTo(completionMs, -0.4); // prettier-ignore
});

describe("what the pages claim", () => {
  const means = (clients: number) => (name: Name) => {
    const outcomes = contention(name, clients, 10);
    return {
      calls: meanOf(outcomes, (outcome) => outcome.calls),
      time: meanOf(outcomes, (outcome) => outcome.completionUs),
    };
  };

  test("ten clients: decorrelated jitter is ahead of full jitter on both", () => {
    const of = means(10);
    expect(of("decorrelated").time).toBeLessThan(of("full").time);
    expect(of("decorrelated").calls).toBeLessThan(of("full").calls);
  });

  test("some dozens: decorrelated jitter is done before full jitter, with more calls", () => {
    const of = means(50);
    expect(of("decorrelated").time).toBeLessThan(of("full").time);
    expect(of("decorrelated").calls).toBeGreaterThan(of("full").calls);
  });

  test("two hundred: full jitter is ahead on both; equal jitter calls less still", () => {
    const of = means(200);
    expect(of("full").time).toBeLessThan(of("decorrelated").time);
    expect(of("full").calls).toBeLessThan(of("decorrelated").calls);
    expect(of("equal").calls).toBeLessThan(of("full").calls);
  });

  test("without jitter those that collided collide again", () => {
    const of = means(50);
    for (const jittered of ["full", "equal", "decorrelated"] as const)
      for (const name of ["constant", "exponential"] as const)
        expect(of(name).calls).toBeGreaterThan(1.5 * of(jittered).calls);
    expect(of("exponential").time).toBeGreaterThan(5 * of("equal").time);
  });

  test("a conflict costs this server nothing: without backoff all is done first, with most calls", () => {
    const of = means(100);
    for (const name of ["full", "equal", "decorrelated"] as const) {
      expect(of("none").time).toBeLessThan(of(name).time);
      expect(of("none").calls).toBeGreaterThan(2 * of(name).calls);
    }
  });

  test("without a hint, Retry-After aware is full jitter", () => {
    expect(contention("aware", 50, 2)).toEqual(contention("full", 50, 2));
  });
});

test("a client may give up, and the seed counts", () => {
  const make = factory("full", { maxAttempts: 2 });
  const { tally, calls } = finished(occContention(OCC_CONTENTION, make));
  expect(tally.clients).toBe(100);
  expect(tally.successes).toBeLessThan(50);
  expect(calls).toBeLessThanOrEqual(200);
  const other = finished(occContention({ ...OCC_CONTENTION, seed: 1 }, make));
  expect(other.completionUs).not.toBe(finished(occContention(OCC_CONTENTION, make)).completionUs);
});
