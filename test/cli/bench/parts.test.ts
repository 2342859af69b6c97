import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RecentArrivals } from "../../../cli/bench/recent-arrivals.ts";
import { RetryBudget } from "../../../cli/bench/retry-budget.ts";
import { RetryWindows } from "../../../cli/bench/retry-windows.ts";
import { Server } from "../../../cli/bench/server.ts";
import { ENVIRONMENT, networkDelay, POLICY, seedOf } from "../../../cli/bench/streams.ts";
import { attemptsAt, meanAttempts, Tally } from "../../../cli/bench/tally.ts";
import { SeededRng } from "../../../registry/rng/rng.ts";

const MASTER = 20_150_304;

describe("streams", () => {
  test("have the known seeds and network delays", () => {
    expect(seedOf(MASTER, 0, 0, ENVIRONMENT)).toBe(4287854444);
    expect(seedOf(MASTER, 0, 0, POLICY)).toBe(986860668);
    expect(seedOf(MASTER, 0, 1, ENVIRONMENT)).toBe(1878578225);
    const environment = new SeededRng(seedOf(MASTER, 0, 0, ENVIRONMENT));
    const delays = [1, 2, 3, 4].map(() => networkDelay(environment));
    expect(delays).toEqual([11478, 10276, 9195, 7910]);
  });

  test("draw the network's delay as nextInt would", () => {
    const [one, other] = [new SeededRng(1), new SeededRng(1)];
    for (let n = 0; n < 1000; n += 1) {
      const sum = other.nextInt(4001) + other.nextInt(4001) + other.nextInt(4001);
      expect(networkDelay(one)).toBe(4000 + sum);
    }
  });
});

describe("retry windows", () => {
  test("are 10 ms wide, and the herd is the fullest one's part", () => {
    const retries = new RetryWindows();
    for (const time of [0, 9.9, 10, 19, 19.5, 35]) retries.add(time);
    expect([...retries.entries()]).toEqual([[0, 2], [1, 3], [3, 1]]); // prettier-ignore
    expect([retries.total, retries.peakShare]).toEqual([6, 0.5]);
  });

  test("keep the herd when they are forgotten", () => {
    const retries = new RetryWindows();
    for (const time of [0, 1, 2, 50]) retries.add(time);
    retries.forget();
    expect([...retries.entries()]).toEqual([]);
    expect([retries.total, retries.peakShare]).toEqual([4, 0.75]);
  });

  test("have no herd without a retry", () => {
    expect(new RetryWindows().peakShare).toBe(0);
  });
});

test("attempts: the mean, and the nearest rank over all repetitions", () => {
  const [one, other] = [new Tally(), new Tally()];
  for (let n = 0; n < 98; n += 1) one.succeed(1, 0);
  one.giveUp(3);
  other.giveUp(8);
  expect(meanAttempts([one, other])).toBe((98 + 3 + 8) / 100);
  expect([0.5, 0.98, 0.99, 1].map((part) => attemptsAt(part, [one, other]))).toEqual([1, 1, 3, 8]);
});

test("recent arrivals: the most within (t - 10, t], whatever is forgotten", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { minLength: 1, maxLength: 80 }), (gaps) => {
      let now = 0;
      const times = gaps.map((gap) => (now += gap));
      const recent = new RecentArrivals(10);
      for (const time of times) recent.add(time);
      const held = times.map((t, n) => times.slice(0, n + 1).filter((s) => s > t - 10).length);
      expect(recent.peak).toBe(Math.max(...held));
    }),
  );
  const many = new RecentArrivals(10);
  for (let time = 0; time < 200_000; time += 1) many.add(time);
  expect(many.peak).toBe(10);
});

test("a server serves in turn, and turns away what its queue cannot hold", () => {
  const server = new Server(5, 12);
  expect([server.accept(100), server.accept(100), server.accept(100)]).toEqual([
    105,
    110,
    undefined,
  ]);
  expect(server.backlog(103)).toBe(7);
  expect(server.accept(103)).toBe(115);
  expect([server.backlog(200), server.accept(200)]).toEqual([0, 205]);
});

test("a retry budget: one retry for ten first attempts, for each host apart", () => {
  const budget = new RetryBudget(2, 40); // each holds 20 at most, and starts with it
  budget.bringIn(0);
  expect([budget.pays(0), budget.pays(2), budget.pays(4)]).toEqual([true, true, false]);
  for (let n = 0; n < 9; n += 1) budget.bringIn(6);
  expect(budget.pays(0)).toBe(false);
  budget.bringIn(6);
  expect([budget.pays(0), budget.pays(1)]).toEqual([true, true]);
});
