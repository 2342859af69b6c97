import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { Summary } from "../../cli/bench/summary.ts";
import { contenderOfItem } from "../../registry/contenders.ts";
import { generate } from "../../registry/generate.ts";
import {
  type Figures,
  MEASUREMENTS,
  measureEach,
  measurements,
  SCENARIOS,
} from "../../registry/measurements.ts";
import { numbersSection } from "../../registry/numbers.ts";
import { measuredTexts } from "../../registry/pages.ts";
import { items, registry } from "./support/copies.ts";

const root = path.dirname(registry);
const policies = items.filter(({ kind }) => kind === "policy");
const stored = JSON.parse(readFileSync(path.join(root, MEASUREMENTS), "utf8")) as {
  of: string;
  figures: Figures;
};

describe("the measured figures", () => {
  let of = "";
  beforeAll(async () => {
    ({ of } = await measurements(root, policies));
  }, 300_000); // it measures, if they are out of date

  it("are those of the code as it is", () => {
    expect(stored.of, "run npm run pages").toBe(of);
  });

  it("are all in the pages and in docs/workloads.md", async () => {
    const said: string[] = [];
    await generate(root, true, (line) => said.push(line), measuredTexts);
    expect(said).toEqual([]);
  });

  it("come out again, in the workload that is quick", async () => {
    const contenders = await Promise.all(policies.map((item) => contenderOfItem(root, item)));
    const again = measureEach(contenders, SCENARIOS["outage-30s"]);
    expect(again).toEqual(stored.figures["outage-30s"]);
  });
});

describe("the Numbers of a page", () => {
  const summary = (successRate: number, t99Ms: number | null): Summary => ({
    repetitions: 1,
    successRate,
    meanTimeToSuccessMs: 1,
    meanAttempts: 1,
    p99Attempts: 1,
    peakRetryShare: 0.5,
    measures: { t99Ms },
  });
  const figures = Object.fromEntries(
    Object.keys(SCENARIOS).map((name) => [
      name,
      {
        none: summary(1, 1),
        constant: summary(0.2, null),
        exponential: summary(0.45, 1234),
        "full-jitter": summary(0.45001, null),
      },
    ]),
  ) as unknown as Figures;
  const of = (name: string) =>
    numbersSection(policies.find((item) => item.name === name) ?? expect.fail(), figures);

  test("name the best of the registry, all of them where they are equal as written", () => {
    expect(of("constant")).toContain("| success | 20.0% | 45.0% (`exponential`, `full-jitter`) |");
    expect(of("exponential")).toContain("| success | 45.0% | this one |");
  });

  test("say never, and leave out what is no policy", () => {
    expect(of("constant")).toContain("| never | 1.23 s (`exponential`) |");
    expect(of("constant")).not.toContain("none");
  });

  test("say how to measure again", () => {
    expect(of("constant")).toContain("policybook bench constant --workload outage-30s\n");
  });
});
