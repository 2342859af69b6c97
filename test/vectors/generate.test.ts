import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildVectors } from "../../vectors/build.ts";
import type { Call, Case, Document } from "../../vectors/run.js";
import { root } from "./support/documents.ts";

/** Answers 10 at attempt 1, gives up at 2, fails at 3, and counts 10, 11, 12 … after that. */
class Sample {
  calls = 0;
  constructor(params: { baseMs?: number }) {
    if (params.baseMs === -1) throw new RangeError("baseMs must not be negative");
  }
  nextDelay(attempt: number): number | null {
    if (attempt === 2) return null;
    if (attempt === 3) throw new RangeError("attempt must not be 3");
    return attempt === 1 ? 10 : 10 + this.calls++;
  }
}

function documentOf(testCase: Partial<Case>): Document {
  return { format: 1, policy: "sample", cases: [{ name: "a case", why: "Because.", ...testCase }] };
}

async function build(testCase: Partial<Case>) {
  const { text, problems } = await buildVectors(documentOf(testCase), { Sample });
  return { case: (JSON.parse(text) as Document).cases[0], problems };
}

const buildCall = async (call: Call) => {
  const built = await build({ calls: [call] });
  return { call: built.case?.calls?.[0], problems: built.problems };
};

test("the vectors are what npm run generate writes", () => {
  const tsx = path.join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const generate = path.join(root, "vectors", "generate.ts");
  const run = () => execFileSync(process.execPath, [tsx, generate, "--check"], { stdio: "pipe" });
  expect(run).not.toThrow();
}, 120_000);

describe("a call", () => {
  test("that nobody reasoned is recorded", async () => {
    expect(await buildCall({ attempt: 1 })).toEqual({
      call: { attempt: 1, recorded: { delay: 10 } },
      problems: [],
    });
  });

  test("that a person reasoned is left alone", async () => {
    const call = { attempt: 1, reasoned: { delay: 10 } };
    expect(await buildCall(call)).toEqual({ call, problems: [] });
  });

  test("that a person bounded is recorded beside the bounds", async () => {
    const call: Call = { attempt: 1, reasoned: { delay: [0, 100] } };
    expect((await buildCall(call)).call).toEqual({ ...call, recorded: { delay: 10 } });
  });

  test("that contradicts a person is a problem, with the case and both values", async () => {
    const { call, problems } = await buildCall({ attempt: 1, reasoned: { delay: 11 } });
    expect(problems).toEqual(['"a case", call 1: expected {"delay":11}, the port gives 10']);
    expect(call).toEqual({ attempt: 1, reasoned: { delay: 11 } });
  });

  test("outside a person's bounds is a problem", async () => {
    const { problems } = await buildCall({ attempt: 1, reasoned: { delay: [11, 20] } });
    expect(problems).toEqual(['"a case", call 1: expected {"delay":[11,20]}, the port gives 10']);
  });

  test.each([2, 3])("that gives up or fails is never recorded (attempt %d)", async (attempt) => {
    const { call, problems } = await buildCall({ attempt });
    expect(call).toEqual({ attempt });
    expect(problems).toHaveLength(1);
  });

  test("that is repeated records every statistic that nobody reasoned", async () => {
    const { call } = await buildCall({ attempt: 4, times: 3, reasoned: { min: 10, max: [0, 99] } });
    expect(call?.recorded).toEqual({ max: 12, sum: 33, last: 12, distinct: 3, atMax: 1 });
  });

  test("that is repeated and contradicts a person is a problem", async () => {
    const { problems } = await buildCall({ attempt: 4, times: 3, reasoned: { min: 9 } });
    expect(problems).toEqual(['"a case", call 1: expected {"min":9}, the port gives 10']);
  });
});

describe("a construction", () => {
  test("that fails where a person said so is no problem", async () => {
    const { problems } = await build({ params: { baseMs: -1 }, reasoned: { error: "baseMs" } });
    expect(problems).toEqual([]);
  });

  test("that fails where nobody said so is a problem", async () => {
    const { problems } = await build({ params: { baseMs: -1 }, calls: [{ attempt: 1 }] });
    expect(problems).toHaveLength(1);
  });

  test("that succeeds where a person said that it fails is a problem", async () => {
    const { problems } = await build({ params: { baseMs: 1 }, reasoned: { error: "baseMs" } });
    expect(problems).toHaveLength(1);
  });
});

test("draws that contradict a person are a problem", async () => {
  const { problems } = await build({
    random: { seed: 1 },
    calls: [{ attempt: 1 }],
    reasoned: { draws: 1 },
  });
  expect(problems).toEqual(['"a case": expected {"draws":1}, the port gives 0']);
});
