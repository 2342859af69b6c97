import { describe, expect, test } from "vitest";
import {
  type BenchFlags,
  settingsOf,
  workloadNamed,
} from "../../../cli/commands/bench-settings.ts";

const shared = (flags: BenchFlags) => settingsOf("shared-outage", flags);

test.each([
  [{ baseMs: "250" }, { baseMs: 250 }],
  [{ capMs: "2s" }, { capMs: 2000 }],
  [{ outage: "0.5min" }, { outageMs: 30_000 }],
  [{ outage: "0.3s" }, { outageMs: 300 }],
  [{ spread: "1 h" }, { spreadMs: 3_600_000 }],
  [
    { queue: "500ms", timeout: "1s" },
    { queueMs: 500, timeoutMs: 1000 },
  ],
  [{ maxAttempts: "unlimited" }, { maxAttempts: Infinity }],
  [
    { maxAttempts: "12", clients: "5000" },
    { maxAttempts: 12, clients: 5000 },
  ],
  [
    { capacity: "23.8", budget: "10" },
    { capacity: 23.8, budgetHosts: 10 },
  ],
  [
    { scenario: "a-long", outageStart: "0" },
    { scenario: "A-long", outageStartMs: 0 },
  ],
  [
    { seed: "4294967295", repetitions: "3" },
    { seed: 4_294_967_295, repetitions: 3 },
  ],
  [{}, {}],
])("%o is understood", (flags, settings) => {
  expect(shared(flags)).toEqual(settings);
});

test.each<[BenchFlags, RegExp]>([
  [{ baseMs: "-1" }, /--base-ms must be 0 ms to 2,147,483,647 ms, .*; got "-1"/],
  [{ baseMs: "1.5" }, /--base-ms .*got "1\.5"/],
  [{ capMs: "30 days" }, /--cap-ms .*such as 500ms, 30s or 2min/],
  [{ outage: "3000h" }, /--outage .*got "3000h"/],
  [{ timeout: "0" }, /--timeout must be 1 ms to/],
  [{ queue: "" }, /--queue .*got ""/],
  [{ maxAttempts: "0" }, /--max-attempts must be a whole number in 1 to 2,147,483,647; got "0"/],
  [{ clients: "1000001" }, /--clients must be a whole number in 1 to 1,000,000/],
  [{ clients: "1e3" }, /--clients/],
  [{ seed: "4294967296" }, /--seed must be a whole number in 0 to 4,294,967,295/],
  [{ capacity: "0" }, /--capacity must be requests per second/],
  [{ scenario: "C" }, /--scenario takes A-short, A-long, B; got "C"/],
])("%o is refused, by flag, value and range", (flags, message) => {
  expect(() => shared(flags)).toThrow(message);
});

describe("a flag that means nothing in the workload", () => {
  test("is refused, and the workload named that takes it", () => {
    expect(() => settingsOf("outage-30s", { capacity: "5" })).toThrow(
      "--capacity means nothing in outage-30s.",
    );
    expect(() => shared({ deadline: "5s" })).toThrow(
      expect.objectContaining({ suggestion: expect.stringContaining("--workload outage-30s") }),
    );
  });
});

test("workloads are known by name; a mistyped one gets a suggestion", () => {
  expect(workloadNamed("OUTAGE-30s")).toBe("outage-30s");
  expect(() => workloadNamed("shared-outtage")).toThrow(
    expect.objectContaining({ suggestion: 'Did you mean "shared-outage"?' }),
  );
});
