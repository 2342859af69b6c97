import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it, test } from "vitest";
import { goldenTexts } from "../../vectors/goldens.ts";
import { policies, vectorsFolder } from "./support/documents.ts";

interface Golden {
  readonly workload: string;
  readonly runs: readonly {
    readonly scenario: Readonly<Record<string, unknown>>;
    readonly repetition: number;
    readonly results: readonly {
      readonly policy: string;
      readonly result: Readonly<Record<string, unknown>>;
    }[];
  }[];
}

const read = (name: string): Golden =>
  JSON.parse(readFileSync(path.join(vectorsFolder, "workloads", `${name}.json`), "utf8")) as Golden;
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  read("workloads.schema") as object,
);
const WORKLOADS = ["outage-30s", "occ-contention", "shared-outage"];

describe("the goldens of the workloads", () => {
  let texts: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    texts = await goldenTexts(path.dirname(vectorsFolder));
  });

  it.each(WORKLOADS)("%s come out again", (name) => {
    const file = `vectors/workloads/${name}.json`;
    const stored = readFileSync(path.join(path.dirname(vectorsFolder), file), "utf8");
    expect(stored, "run npm run generate").toBe(texts[file]);
  });

  it.each(WORKLOADS)("%s follow their schema, and hold every policy", (name) => {
    const golden = read(name);
    validate(golden);
    expect(validate.errors ?? []).toEqual([]);
    expect(golden.workload).toBe(name);
    for (const { results } of golden.runs)
      expect(results.map(({ policy }) => policy)).toEqual(
        expect.arrayContaining(policies.map((item) => item.name)),
      );
  });

  it("are refused with a figure too few, one too many, or another workload's", () => {
    const [outage, contention] = WORKLOADS.map(read);
    const result = { successes: 1, attempts: 1, p99Attempts: 1, retries: 0, fullestWindow: 0 };
    const changed = (figures: object) => ({
      ...outage,
      runs: outage?.runs.map((run) => ({
        ...run,
        results: run.results.map((each) => ({ ...each, result: figures })),
      })),
    });
    expect(validate(changed({ ...result, timeToSuccessMs: 1 }))).toBe(true);
    expect(validate(changed(result))).toBe(false);
    expect(validate(changed({ ...result, timeToSuccessMs: 1, calls: 1 }))).toBe(false);
    expect(validate({ ...outage, runs: contention?.runs })).toBe(false);
  });
});

/** As independent prototypes have them: the figures of a policy in repetition 0. */
describe("the goldens hold the known figures", () => {
  const figures = (name: string, scenario: object, policy: string, keys: readonly string[]) => {
    const run = read(name).runs.find(
      (each) =>
        each.repetition === 0 &&
        Object.entries(scenario).every(([key, value]) => each.scenario[key] === value),
    );
    const found = run?.results.find((each) => each.policy === policy)?.result ?? {};
    return keys.map((key) => found[key]);
  };

  test.each([
    ["exponential", 400, 0.1508],
    ["equal-jitter", 302, 0.0311],
    ["full-jitter", 199, 0.0255],
    ["retry-after-aware", 996, 0.2335],
  ])("outage-30s, %s", (policy, successes, herd) => {
    const keys = ["successes", "fullestWindow", "retries"];
    const [gotThrough, fullest, retries] = figures("outage-30s", { clients: 1000 }, policy, keys);
    expect(gotThrough).toBe(successes);
    expect(Number(fullest) / Number(retries)).toBeCloseTo(herd, 4);
  });

  test.each([
    ["none", 2428, 2_054_522],
    ["exponential", 1811, 60_053_264],
    ["full-jitter", 800, 4_219_332],
    ["equal-jitter", 796, 5_880_068],
    ["decorrelated-jitter", 995, 4_036_006],
  ])("occ-contention, %s", (policy, ...known) => {
    const keys = ["calls", "completionUs"];
    expect(figures("occ-contention", { clients: 100 }, policy, keys)).toEqual(known);
  });

  test.each([
    ["full-jitter", 1000, 10_148_098, 17, 7315, 5863, 452, 0],
    ["exponential", 1000, 81_205_596, 541, 10_223, 5000, 4223, 0],
    ["equal-jitter", 1000, 9_385_174, 26, 6895, 5052, 843, 0],
  ])("shared-outage A-short, %s", (policy, ...known) => {
    const keys = ["successes", "t99Us", "peakArrivals", "arrivals", "refused", "turnedAway"];
    const scenario = { clients: 1000, queueUs: 500_000 };
    expect(figures("shared-outage", scenario, policy, [...keys, "timedOut"])).toEqual(known);
  });
});
