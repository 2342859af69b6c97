import { describe, expect, test } from "vitest";
import { contenderOf } from "../../../cli/bench/contender.ts";
import type { Measures, Repetition } from "../../../cli/bench/experiment.ts";
import { bestFirst } from "../../../cli/bench/ranking.ts";
import { measured, none } from "../../../cli/bench/run.ts";
import { summarised } from "../../../cli/bench/summary.ts";
import { Tally } from "../../../cli/bench/tally.ts";
import { workloads } from "../../../cli/bench/workloads.ts";
import * as decorrelated from "../../../registry/decorrelated-jitter/decorrelated-jitter.ts";
import * as full from "../../../registry/full-jitter/full-jitter.ts";

function repetition(measures: Measures, succeeds: readonly number[], gaveUp = 0): Repetition {
  const tally = new Tally();
  for (const time of succeeds) tally.succeed(2, time);
  for (let n = 0; n < gaveUp; n += 1) tally.giveUp(8);
  return { tally, measures };
}

describe("a summary", () => {
  test("pools the clients of all repetitions, and means what the workload measured", () => {
    const one = repetition({ calls: 3, t99Ms: 1 }, [10, 20]);
    const other = repetition({ calls: 4, t99Ms: null }, [60], 1);
    one.tally.retries.add(5);
    for (const time of [5, 25]) other.tally.retries.add(time);
    expect(summarised([one, other])).toEqual({
      repetitions: 2,
      successRate: 3 / 4,
      meanTimeToSuccessMs: 30,
      meanAttempts: (3 * 2 + 8) / 4,
      p99Attempts: 8,
      peakRetryShare: (1 + 1 / 2) / 2,
      measures: { calls: 3.5, t99Ms: null },
    });
  });

  test("has no time to success where nobody succeeded", () => {
    expect(summarised([repetition({}, [], 3)]).meanTimeToSuccessMs).toBeNull();
  });
});

describe("best first", () => {
  const order = (workload: Parameters<typeof bestFirst>[0], ...all: readonly Repetition[]) => {
    const results = all.map((one, index) => ({ index, summary: summarised([one]) }));
    return bestFirst(workload, results).map(({ index }) => index);
  };

  test("is by success in an outage of each client's own", () => {
    expect(order("outage-30s", repetition({}, [1], 1), repetition({}, [1]))).toEqual([1, 0]);
  });

  test("is by the time until all are done under contention", () => {
    const slow = repetition({ completionMs: 9 }, [1]);
    expect(order("occ-contention", slow, repetition({ completionMs: 8 }, [1]))).toEqual([1, 0]);
  });

  test("is by t99 in a shared outage, never last, and then by late success", () => {
    const [never, late, soon] = [
      repetition({ t99Ms: null, lateSuccessRate: 0.1 }, [1], 1),
      repetition({ t99Ms: null, lateSuccessRate: 0.2 }, [1], 1),
      repetition({ t99Ms: 5, lateSuccessRate: 0 }, [1]),
    ];
    expect(order("shared-outage", never, late, soon)).toEqual([2, 1, 0]);
  });
});

describe("an experiment", () => {
  const fullJitter = contenderOf("full-jitter", full) ?? expect.fail();

  test("has the published parameters by default", () => {
    const workload = workloads["occ-contention"];
    expect(workload.prepare({}).paramsOf("decorrelated-jitter").baseMs).toBe(5);
    expect(workload.prepare({}).paramsOf("full-jitter")).toEqual({
      baseMs: 10,
      capMs: 2000,
      maxAttempts: Infinity,
    });
    expect(workload.prepare({ baseMs: 7 }).paramsOf("decorrelated-jitter").baseMs).toBe(7);
    expect(workloads["outage-30s"].prepare({}).params).toMatchObject({ clients: 1000, seed: 60 });
    expect(workloads["shared-outage"].prepare({}).params).toMatchObject({
      scenario: "A-short",
      maxAttempts: 30,
      capacity: 200,
      queueMs: 500,
    });
  });

  test("leaves to the policy what nobody has set", () => {
    expect(workloads["outage-30s"].prepare({}).paramsOf("full-jitter")).toEqual({
      baseMs: undefined,
      capMs: undefined,
      maxAttempts: undefined,
    });
  });

  test("measures exactly, and the same every time", () => {
    const experiment = workloads["outage-30s"].prepare({});
    const summary = measured(fullJitter, experiment);
    expect(summary.successRate).toBe(0.199);
    expect(measured(fullJitter, experiment)).toEqual(summary);
  });

  test("each workload's settings reach it", () => {
    const workload = workloads["shared-outage"];
    const settings = { scenario: "B", budgetHosts: 10, repetitions: 1, maxAttempts: 3 };
    const { measures, p99Attempts } = measured(fullJitter, workload.prepare(settings));
    expect(measures["lateSuccessRate"]).toBe(1);
    expect(p99Attempts).toBeLessThanOrEqual(3);
    const slow = measured(fullJitter, workload.prepare({ ...settings, capacity: 1 }));
    expect(slow.successRate).toBeLessThan(0.5);
  });
});

test("none retries at once, as often as it may", () => {
  const stream = { nextInt: () => 0 };
  const params = { baseMs: undefined, capMs: undefined, maxAttempts: 3 };
  const policy = none.make(params, stream);
  const delays = [1, 2, 3].map((attempt) => policy.nextDelay(attempt, { retryable: true }));
  expect(delays).toEqual([0, 0, null]);
});

test("a module's policy is the class that it exports with a method nextDelay", () => {
  const stream = { nextInt: () => 3 };
  const params = { baseMs: 10, capMs: 20, maxAttempts: 3 };
  const made = contenderOf("x", decorrelated)?.make(params, stream);
  expect(made?.nextDelay(1, { retryable: true })).toBe(13);
  expect(contenderOf("x", { f: () => 0, C: Tally, nextDelay: 1 })).toBeUndefined();
});
