import { describe, expect, test } from "vitest";
import { advise, trapped, withBudget } from "../../../../cli/bench/advice/advise.ts";
import { GOALS } from "../../../../cli/bench/advice/goal.ts";
import { type Bounds, grid } from "../../../../cli/bench/advice/grid.ts";
import { Search } from "../../../../cli/bench/advice/search.ts";
import {
  capMatters,
  ENDLESS_MS,
  followsHints,
  longestWaits,
} from "../../../../cli/bench/advice/setting.ts";
import { isTied, sieve } from "../../../../cli/bench/advice/sieve.ts";
import { Trial } from "../../../../cli/bench/advice/trial.ts";
import { contenderOf } from "../../../../cli/bench/contender.ts";
import type { Settings } from "../../../../cli/bench/experiment.ts";
import { type Contender, none } from "../../../../cli/bench/run.ts";
import { finished } from "../../../../cli/bench/simulation.ts";
import { Tally } from "../../../../cli/bench/tally.ts";
import { type WorkloadName, workloads } from "../../../../cli/bench/workloads.ts";
import * as constant from "../../../../registry/constant/constant.ts";
import * as exponential from "../../../../registry/exponential/exponential.ts";
import * as full from "../../../../registry/full-jitter/full-jitter.ts";
import * as aware from "../../../../registry/retry-after-aware/retry-after-aware.ts";

const contender = (name: string, module: object): Contender =>
  contenderOf(name, { ...module }) ?? expect.fail(name);
const all = [
  contender("full-jitter", full),
  contender("constant", constant),
  contender("exponential", exponential),
  contender("retry-after-aware", aware),
];
const [fullJitter = none, constantly = none, , retryAfterAware = none] = all;
const bounds: Bounds = { horizonMs: 60_000, deadlineMs: 60_000, maxAttempts: 8 };
const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

describe("the grid", () => {
  test("never retries longer than asked, whatever is drawn and whatever the server asks for", () => {
    for (const deadlineMs of [1000, 10_000, 60_000]) {
      const settings = grid(all, { ...bounds, horizonMs: deadlineMs, deadlineMs });
      expect(settings.length).toBeGreaterThan(50);
      for (const setting of settings) {
        expect(setting.params.maxAttempts).toBeLessThanOrEqual(8);
        for (const hint of [undefined, 1000, ENDLESS_MS])
          expect(sum(longestWaits(setting, 8, hint))).toBeLessThanOrEqual(deadlineMs);
      }
    }
  });

  test("keeps to what the user set", () => {
    const settings = grid(all, { ...bounds, baseMs: 70, capMs: 5000, maxAttempts: 3 });
    expect(new Set(settings.map(({ params }) => params.baseMs))).toEqual(new Set([70]));
    expect(new Set(settings.map(({ params }) => params.capMs))).toEqual(new Set([5000]));
    expect(Math.max(...settings.map(({ params }) => params.maxAttempts))).toBe(3);
  });

  test("has no two settings of a policy that behave the same", () => {
    const settings = grid([constantly], bounds); // which has no cap
    const conducts = settings.map((s) => `${s.params.baseMs} ${s.params.maxAttempts}`);
    expect(new Set(conducts).size).toBe(conducts.length);
  });

  test("needs no limit of attempts, and no deadline", () => {
    const unlimited = { horizonMs: 4000, deadlineMs: Infinity, maxAttempts: Infinity };
    for (const { params } of grid(all, unlimited)) expect(params.maxAttempts).toBe(Infinity);
    for (const { params } of grid(all, { ...unlimited, deadlineMs: 4000 }))
      expect(params.maxAttempts).toBeLessThanOrEqual(4001);
  });
});

describe("a setting", () => {
  const params = { baseMs: 100, capMs: 1000, maxAttempts: 3 };

  test("follows hints, or does not", () => {
    expect(followsHints({ contender: retryAfterAware, params })).toBe(true);
    expect(followsHints({ contender: fullJitter, params })).toBe(false);
  });

  test("has a cap that matters, or none", () => {
    expect(capMatters({ contender: fullJitter, params })).toBe(false);
    expect(capMatters({ contender: fullJitter, params: { ...params, maxAttempts: 9 } })).toBe(true);
    expect(capMatters({ contender: constantly, params: { ...params, maxAttempts: 9 } })).toBe(
      false,
    );
    expect(capMatters({ contender: retryAfterAware, params })).toBe(true);
  });
});

/** A trial whose seeds had so many successes out of 1,000, and this herd each. */
function trial(successes: readonly number[], herds: readonly number[], attempts = 2): Trial {
  const made = new Trial({
    contender: fullJitter,
    params: { baseMs: 1, capMs: 1, maxAttempts: 2 },
  });
  successes.forEach((count, seed) => {
    const tally = new Tally();
    for (let n = 0; n < count; n += 1) tally.succeed(attempts, 1);
    for (let n = count; n < 1000; n += 1) tally.giveUp(attempts);
    for (let n = 0; n < (herds[seed] ?? 0); n += 1) tally.retries.add(5);
    made.add({ tally, measures: {} });
  });
  return made;
}

describe("the sieve", () => {
  const criteria = GOALS["outage-30s"];
  const [success] = criteria as [(typeof criteria)[number]];
  const pick = (...trials: readonly Trial[]) => sieve(trials, criteria).at(-1)?.left;

  test("takes what succeeds most, if it is more than chance", () => {
    const [good, bad] = [trial([900, 910, 905], [90, 90, 90]), trial([890, 900, 894], [1, 1, 1])];
    expect(isTied(good, bad, success)).toBe(false); // always about ten behind
    expect(pick(bad, good)).toEqual([good]);
  });

  test("of ties takes the lower herd, then the fewer attempts", () => {
    const herd = trial([900, 910, 905], [90, 90, 90]);
    const calm = trial([905, 903, 902], [20, 20, 20]);
    const lazy = trial([905, 903, 902], [20, 20, 20], 1);
    expect(isTied(herd, calm, success)).toBe(true);
    expect(pick(herd, calm)).toEqual([calm]);
    expect(pick(herd, calm, lazy)).toEqual([lazy]);
  });

  test("leaves real ties in the order that they came in", () => {
    const [one, other] = [trial([1000], [5]), trial([1000], [5])];
    expect(pick(one, other)).toEqual([one, other]);
  });

  test("does not take for an equal what goes wrong under one seed of many", () => {
    const steady = trial([1000, 1000, 1000, 1000], [50, 50, 50, 50]);
    const brittle = trial([1000, 1000, 1000, 400], [1, 1, 1, 1]);
    expect(pick(brittle, steady)).toEqual([steady]);
  });
});

function searched(
  workload: WorkloadName,
  settings: Settings,
  more: Partial<Bounds> = {},
  limits = {},
) {
  const experiment = workloads[workload].prepare({ repetitions: 3, clients: 300, ...settings });
  const tried = grid(all, { ...bounds, ...more });
  const free = { maxPeak: Infinity, maxLoad: Infinity };
  const search = new Search(workload, experiment, tried, { ...free, ...limits });
  finished(search.run());
  return { search, experiment, advice: advise(search) };
}

describe("the advice", () => {
  test("succeeds more than any policy as it is, and as often as any setting tried", () => {
    const { search, advice } = searched("outage-30s", {});
    const pick = advice?.pick ?? expect.fail();
    const best = Math.max(...search.trials.map(({ summary }) => summary.successRate));
    expect(pick.summary.successRate).toBeGreaterThan(best - 0.02);
    expect(pick.repetitions).toHaveLength(3);
    expect(search.simulations).toBe(search.trials.length + 2 * search.finalists.length);
    expect(advice?.runnerUp?.setting.contender).not.toBe(pick.setting.contender);
  });

  test("keeps to the limits, and says nothing if nothing does", () => {
    const maxLoad = 3;
    const { advice } = searched("outage-30s", {}, {}, { maxLoad });
    expect(advice?.pick.summary.meanAttempts).toBeLessThanOrEqual(maxLoad);
    expect(searched("outage-30s", {}, {}, { maxPeak: 0.5 }).advice).toBeUndefined();
  });

  test("names what to do where the server gives no hints", () => {
    const { advice } = searched("outage-30s", {}, { baseMs: 100, capMs: 5000 });
    expect(advice?.pick.followsHints).toBe(true);
    expect(advice?.withoutHints?.followsHints).toBe(false);
  });

  test("is known to be no cure where the service stays down, and a budget to be one", () => {
    const settings = { scenario: "B", repetitions: 1, clients: 1000 };
    const pinned = { baseMs: 100, capMs: 10_000, maxAttempts: 30, deadlineMs: Infinity };
    const { search } = searched("shared-outage", settings, pinned);
    const [worst] = trapped(search);
    expect(trapped(search).length).toBeGreaterThan(search.trials.length / 2);
    const experiment = workloads["shared-outage"].prepare({ ...settings, budgetHosts: 10 });
    const cured = finished(withBudget(search, worst ?? expect.fail(), experiment));
    expect(worst?.summary.measures["lateSuccessRate"]).toBeLessThan(0.2);
    expect(cured.summary.measures["lateSuccessRate"]).toBe(1);
  });
});
