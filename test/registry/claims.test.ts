import { describe, expect, it } from "vitest";
import { contenderOf } from "../../cli/bench/contender.ts";
import { measured } from "../../cli/bench/run.ts";
import { workloads } from "../../cli/bench/workloads.ts";
import { type Copy, copiesOf, create, policies, retryable, type Rng } from "./support/copies.ts";
import { outage30s } from "./support/outage.ts";
import { highest, lowest, seeded } from "./support/sources.ts";
import { mean } from "./support/statistics.ts";

/** The statements of the pages that arithmetic or a small simulation can check. */

const reference = (name: string): Copy => copiesOf(name)[0] ?? expect.fail(`no ${name}`);
const stateless = policies.filter(
  ({ file, item }) => file.endsWith(".ts") && !item.uses.includes("state"),
);
const defaultDelays = (name: string, rng: Rng = highest) =>
  [1, 2, 3, 4, 5, 6, 7].map((n) =>
    Number(create(reference(name), {}, rng).nextDelay(n, retryable)),
  );
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

describe("on the canonical workload", () => {
  const outcomes = new Map(policies.map((copy) => [copy.file, outage30s(copy)]));
  const of = (name: string) => outcomes.get(`${name}.ts`) ?? expect.fail(`no ${name}`);

  it("the known figures come out to the digit, in TypeScript and in JavaScript", () => {
    for (const extension of ["ts", "js"]) {
      const figures = ["exponential", "equal-jitter", "full-jitter"].map((name) => {
        const outcome = outcomes.get(`${name}.${extension}`);
        return [outcome?.success.toFixed(3), outcome?.peakShare.toFixed(4)];
      });
      expect(figures).toEqual([
        ["0.400", "0.1508"],
        ["0.302", "0.0311"],
        ["0.199", "0.0255"],
      ]);
    }
  });

  it("full jitter succeeds less often than exponential, and equal jitter lies between them", () => {
    expect(of("full-jitter").success).toBeLessThan(of("equal-jitter").success);
    expect(of("equal-jitter").success).toBeLessThan(of("exponential").success);
  });

  it("exponential has a herd several times that of full and of equal jitter", () => {
    expect(of("exponential").peakShare).toBeGreaterThan(4 * of("full-jitter").peakShare);
    expect(of("exponential").peakShare).toBeGreaterThan(4 * of("equal-jitter").peakShare);
  });

  it("equal jitter's herd lies between theirs, nearer to that of full jitter", () => {
    const [full, equal, none] = ["full-jitter", "equal-jitter", "exponential"].map(
      (name) => of(name).peakShare,
    );
    expect(Number(full) < Number(equal)).toBe(true);
    expect(Number(equal) - Number(full)).toBeLessThan((Number(none) - Number(equal)) / 5);
  });

  it("full jitter scatters the most of those that read no hint and keep nothing", () => {
    const unhinted = stateless.filter(({ item }) => !item.uses.includes("hint"));
    const shares = unhinted.map((copy) => [of(copy.item.name).peakShare, copy.item.name] as const);
    expect(shares.toSorted(([a], [b]) => a - b)[0]?.[1]).toBe("full-jitter");
  });

  it("an honoured Retry-After succeeds far more often, and brings the herd back", () => {
    expect(of("retry-after-aware").success).toBeGreaterThan(3 * of("full-jitter").success);
    expect(of("retry-after-aware").peakShare).toBeGreaterThan(5 * of("full-jitter").peakShare);
  });
});

describe("constant", () => {
  it("uses up its default attempts within a second, where exponential lasts for many", () => {
    expect(total(defaultDelays("constant"))).toBeLessThan(1000);
    expect(total(defaultDelays("exponential"))).toBeGreaterThan(10_000);
  });
});

describe("exponential", () => {
  it("waits 100, 200, 400 ms and so on with the defaults, then 10 seconds every time", () => {
    const policy = create(reference("exponential"), { maxAttempts: Infinity });
    const delays = [1, 2, 3, 7, 8, 9, 100].map((n) => policy.nextDelay(n, retryable));
    expect(delays).toEqual([100, 200, 400, 6400, 10_000, 10_000, 10_000]);
  });

  it("keeps a fleet in lockstep", () => {
    const fleet = Array.from({ length: 50 }, (_, client) =>
      defaultDelays("exponential", seeded(client)).join(),
    );
    expect(new Set(fleet).size).toBe(1);
    const jittered = Array.from({ length: 50 }, (_, client) =>
      defaultDelays("full-jitter", seeded(client)).join(),
    );
    expect(new Set(jittered).size).toBe(50);
  });
});

describe("the average wait", () => {
  it.each([
    ["full-jitter", 1 / 2],
    ["equal-jitter", 3 / 4],
    ["exponential", 1],
  ])("of %s is its part of the ceiling: %d", (name, part) => {
    // A uniform draw averages the middle of its range.
    const middles = defaultDelays(name, lowest).map(
      (low, n) => (low + Number(defaultDelays(name)[n])) / 2,
    );
    expect(middles).toEqual(defaultDelays("exponential").map((ceiling) => part * ceiling));
    const policy = create(reference(name), {}, seeded(1));
    const draws = Array.from({ length: 20_000 }, () => Number(policy.nextDelay(7, retryable)));
    expect(mean(draws) / 6400).toBeCloseTo(part, 2);
  });

  it("makes full jitter use up its attempts in half the time of exponential", () => {
    const middles = defaultDelays("full-jitter").map((high) => high / 2);
    expect(total(middles)).toBe(total(defaultDelays("exponential")) / 2);
  });
});

describe("equal jitter", () => {
  it("loses the last millisecond of an odd ceiling", () => {
    const delay = (rng: Rng) =>
      create(reference("equal-jitter"), { baseMs: 101 }, rng).nextDelay(1, retryable);
    expect([delay(lowest), delay(highest)]).toEqual([50, 100]);
  });
});

describe("decorrelated jitter", () => {
  const copy = reference("decorrelated-jitter");

  /** The next wait after one of 3^12 ms, far above a base of 1 ms, for some thousand seeds. */
  const prev = 3 ** 12;
  const steps = Array.from({ length: 20_000 }, (_, seed) => {
    const source = { rng: highest };
    const policy = create(
      copy,
      { baseMs: 1, capMs: 1_431_655_765, maxAttempts: Infinity },
      { nextInt: (bound: number) => source.rng.nextInt(bound) },
    );
    for (let n = 0; n < 12; n += 1) policy.nextDelay(1, retryable);
    source.rng = seeded(seed);
    return Number(policy.nextDelay(1, retryable)) / prev;
  });

  it("climbs one and a half times a step on average, not three times", () => {
    expect(mean(steps)).toBeCloseTo(1.5, 1);
    expect(Math.max(...steps)).toBeLessThanOrEqual(3);
  });

  it("climbs by a tenth in the geometric mean, 3/e", () => {
    expect(Math.exp(mean(steps.map(Math.log)))).toBeCloseTo(3 / Math.E, 1);
    expect(3 / Math.E).toBeCloseTo(1.1, 2);
  });

  it("has one draw in three shorter than the wait before", () => {
    expect(mean(steps.map((step) => Number(step < 1)))).toBeCloseTo(1 / 3, 2);
  });

  it("goes beyond the cap from the cap two times in three, and from below a third of it never", () => {
    const beyond = (draws: readonly number[], capMs: number) =>
      mean(
        Array.from({ length: 3000 }, (_, seed) => {
          const queue = [...draws];
          const random = seeded(seed);
          const rng: Rng = { nextInt: (bound) => queue.shift() ?? random.nextInt(bound) };
          const policy = create(copy, { baseMs: 10, capMs, maxAttempts: Infinity }, rng);
          while (queue.length > 0) policy.nextDelay(1, retryable);
          return Number(policy.nextDelay(1, retryable) === capMs);
        }),
      );
    expect(beyond([20, 80, 260, 800, 2000], 1000)).toBeCloseTo(2 / 3, 1);
    expect(beyond([20, 80, 260, 323], 1000)).toBe(0); // prev is 333
  });

  it("has a longest cap of over sixteen days, a third of 2^32 - 1", () => {
    const cap = copy.item.params.find((param) => param.name === "capMs")?.max;
    expect(cap).toBe((2 ** 32 - 1) / 3);
    expect(Number(cap) / 86_400_000).toBeGreaterThan(16);
  });
});

describe("retry-after-aware", () => {
  it("brings all clients back at one moment when all get one hint", () => {
    const delays = (retryAfterMs: number | undefined) =>
      new Set(
        Array.from({ length: 100 }, (_, client) =>
          create(reference("retry-after-aware"), {}, seeded(client)).nextDelay(5, {
            retryable: true,
            ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
          }),
        ),
      );
    expect(delays(3000).size).toBe(1);
    expect(delays(undefined).size).toBeGreaterThan(80);
  });
});

describe("retry-after-jitter", () => {
  const figures = (name: string, settings = {}) =>
    measured(
      contenderOf(name, reference(name).exports) ?? expect.fail(),
      workloads["outage-30s"].prepare(settings),
    );
  const [jitter, aware] = [figures("retry-after-jitter"), figures("retry-after-aware")];

  it("succeeds as often as retry-after-aware, with fewer attempts and a fiftieth of its herd", () => {
    expect(jitter.successRate).toBeGreaterThanOrEqual(aware.successRate);
    expect(jitter.meanAttempts).toBeLessThan(aware.meanAttempts);
    expect(50 * jitter.peakRetryShare).toBeLessThan(aware.peakRetryShare);
  });

  it("serves its clients later than retry-after-aware", () => {
    expect(jitter.meanTimeToSuccessMs).toBeGreaterThan(Number(aware.meanTimeToSuccessMs));
  });

  it("succeeds less often than retry-after-aware where hints are beyond the cap, and herds less than all others", () => {
    const short = { capMs: 4000 };
    const own = figures("retry-after-jitter", short);
    expect(own.successRate).toBeLessThan(figures("retry-after-aware", short).successRate);
    const others = policies
      .map(({ item }) => item.name)
      .filter((name) => name !== "retry-after-jitter");
    for (const name of new Set(others))
      expect(own.peakRetryShare).toBeLessThan(figures(name, short).peakRetryShare);
  });

  it("brings all clients back at one moment when their hint is the cap", () => {
    const delays = Array.from({ length: 100 }, (_, client) =>
      create(reference("retry-after-jitter"), {}, seeded(client)).nextDelay(1, {
        retryable: true,
        retryAfterMs: 10_000,
      }),
    );
    expect(new Set(delays)).toEqual(new Set([10_000]));
  });
});

describe("rng", () => {
  it("has two equal among 77,000 random seeds as likely as not", () => {
    let allDiffer = 1;
    for (let n = 0; n < 77_000; n += 1) allDiffer *= 1 - n / 2 ** 32;
    expect(allDiffer).toBeCloseTo(0.5, 2);
  });

  it("needs fewer than two draws a number on average, for the worst bound", () => {
    const worst = 2 ** 31 + 1;
    const surplus = (2 ** 32 - worst) % worst;
    expect(2 ** 32 / (2 ** 32 - surplus)).toBeLessThan(2);
  });

  it("gives consecutive seeds that do not look alike once they are mixed", () => {
    const mix32 = reference("rng").exports["mix32"] as (x: number) => number;
    const bitsChanged = Array.from(
      { length: 1000 },
      (_, x) => ((mix32(x) ^ mix32(x + 1)) >>> 0).toString(2).replaceAll("0", "").length,
    );
    expect(mean(bitsChanged)).toBeCloseTo(16, 0); // half of 32, as for random numbers
  });
});
