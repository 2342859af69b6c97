import { describe, expect, test } from "vitest";
import { OUTAGE_30S, outage30s } from "../../../cli/bench/outage-30s.ts";
import { finished } from "../../../cli/bench/simulation.ts";
import { factory, type Name } from "./support/fleet.ts";

const NAMES = ["constant", "exponential", "full", "equal", "decorrelated", "aware"] as const;
const run = (name: Name, scenario = {}, repetition = 0) =>
  finished(outage30s({ ...OUTAGE_30S, ...scenario }, factory(name), repetition));
const outcomes = new Map(NAMES.map((name) => [name, run(name)]));
const of = (name: (typeof NAMES)[number]) => outcomes.get(name) ?? expect.fail(name);

test.each([
  ["constant", 18, "0.1442"],
  ["exponential", 400, "0.1508"],
  ["equal", 302, "0.0311"],
  ["full", 199, "0.0255"],
  ["decorrelated", 258, "0.0106"],
  ["aware", 996, "0.2335"],
] as const)("%s: the known successes and herd", (name, successes, herd) => {
  expect([of(name).clients, of(name).successes]).toEqual([1000, successes]);
  expect(of(name).retries.peakShare.toFixed(4)).toBe(herd);
});

describe("what the pages claim", () => {
  const best = (measure: (name: (typeof NAMES)[number]) => number) =>
    NAMES.toSorted((a, b) => measure(b) - measure(a))[0];

  test("following the hint succeeds most and herds most; the walk herds least", () => {
    expect(best((name) => of(name).successes)).toBe("aware");
    expect(best((name) => of(name).retries.peakShare)).toBe("aware");
    expect(best((name) => -of(name).retries.peakShare)).toBe("decorrelated");
  });

  test("of the jittered ones without a hint, equal jitter outlives most outages", () => {
    expect(best((name) => (name === "aware" || name === "exponential" ? 0 : of(name).successes))).toBe("equal"); // prettier-ignore
  });

  test("more attempts help full jitter", () => {
    const more = finished(outage30s(OUTAGE_30S, factory("full", { maxAttempts: 12 })));
    expect(more.successes).toBeGreaterThan(2 * of("full").successes);
  });
});

test("every part of the scenario counts", () => {
  expect(run("exponential", { clients: 7 }).clients).toBe(7);
  expect(run("exponential", { outageMs: 1000 }).successes).toBeGreaterThan(990);
  expect(run("exponential", { deadlineMs: 1000 }).successes).toBeLessThan(100);
  expect(run("exponential", { successChance: 1, outageMs: 0 }).endings).toEqual([, 1000]); // oxlint-disable-line no-sparse-arrays -- nobody ends at attempt 0
  expect(run("exponential", { seed: 60_000 }).timeToSuccessMs).not.toBe(of("exponential").timeToSuccessMs); // prettier-ignore
  expect(run("aware", { longestHintMs: 100 }).successes).toBeLessThan(of("aware").successes);
  expect(run("full", {}, 1).timeToSuccessMs).not.toBe(of("full").timeToSuccessMs);
  expect(run("full", { seed: 4_294_967_295 }, 3).clients).toBe(1000);
});

test("retries without waiting and without end are told of", () => {
  const busy = factory("constant", { baseMs: 0, maxAttempts: Infinity });
  expect(() => finished(outage30s(OUTAGE_30S, busy))).toThrow(/without waiting and without end/);
});
