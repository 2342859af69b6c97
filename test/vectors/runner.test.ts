import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runVectors } from "../../vectors/run.js";
import type { Call, Case, Document, Module } from "../../vectors/run.js";
import {
  importPort,
  items,
  portFiles,
  readDocument,
  referencePort,
  vectorsFolder,
} from "./support/documents.ts";

describe.each(items.map((item) => [item.name, item] as const))("%s", (name, item) => {
  const document = readDocument(`${name}.json`);

  test("has a reference port", () => {
    expect(portFiles(item).map((file) => path.extname(file))).toContain(".ts");
  });

  test.each(portFiles(item).map((file) => [path.basename(file), file]))("%s", async (_, file) => {
    expect(runVectors(document, await importPort(file))).toEqual({
      passed: document.cases.length,
      failed: [],
      notExpressible: [],
    });
  });

  test("asks nothing of a reference port that it could not get wrong", async () => {
    const port = await referencePort(item);
    const wrong = JSON.parse(JSON.stringify(document, addOneToExpectations)) as Document;
    expect(runVectors(wrong, port).failed).toHaveLength(wrong.cases.length);
  });
});

/** Every number, range and refusal that is expected becomes another, every name of a parameter too. */
function addOneToExpectations(key: string, value: unknown): unknown {
  if (key !== "reasoned" && key !== "recorded") return value;
  const wrong = (wanted: unknown) => {
    if (Array.isArray(wanted)) return [-2, -1];
    if (typeof wanted === "number") return wanted + 1;
    return wanted === null ? 0 : "another";
  };
  return Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, wrong(v)]));
}

describe("a report", () => {
  /** Answers the attempt, drawing once; gives up above 3, fails at 0. */
  class Sample {
    readonly rng: { nextInt(bound: number): number } | undefined;
    constructor(params: { baseMs?: unknown }, rng?: Sample["rng"]) {
      if (Number.isNaN(params.baseMs)) throw new RangeError("baseMs must be a number");
      this.rng = rng;
    }
    nextDelay(attempt: number): unknown {
      if (attempt === 0) throw new RangeError("attempt must not be 0");
      if (attempt === 9) throw new TypeError("attempt is undefined");
      if (attempt === 10) return NaN;
      if (attempt === 11) return undefined;
      return attempt > 3 ? null : attempt + (this.rng?.nextInt(5) ?? 0);
    }
  }

  const run = (testCase: Partial<Case>, module: Module = { Sample }) => {
    const cases = [{ name: "a case", why: "Because.", ...testCase }];
    return runVectors({ format: 1, policy: "sample", cases }, module);
  };
  const runCall = (call: Call) => run({ calls: [call] }).failed[0];

  test("names the case, the call, what went in, what was expected and what came out", () => {
    const params = { baseMs: 7 };
    const calls = [
      { attempt: 1, reasoned: { delay: 1 } },
      { attempt: 2, reasoned: { delay: 5 } },
    ];
    expect(run({ params, random: { always: "lowest" }, calls }).failed).toEqual([
      {
        case: "a case",
        why: "Because.",
        params,
        random: { always: "lowest" },
        call: 2,
        attempt: 2,
        failure: { retryable: true },
        expected: { delay: 5 },
        got: 2,
      },
    ]);
  });

  test("counts each case once, however much of it is wrong", () => {
    const calls = [1, 2].map((attempt) => ({ attempt, reasoned: { delay: 9 } }));
    expect(run({ calls })).toMatchObject({ passed: 0, failed: [{ call: 1 }], notExpressible: [] });
  });

  test("tells which repetition went wrong", () => {
    // The eighth output of seed 1 is 2858353069: the first that is 4 modulo 5.
    const calls: Call[] = [{ attempt: 1, times: 50, reasoned: { delay: [1, 4] } }];
    const [failed] = run({ random: { seed: 1 }, calls }).failed;
    expect(failed).toMatchObject({ repetition: 8, got: 5 });
  });

  test.each([
    ["a delay for a refusal", { attempt: 4, reasoned: { delay: 4 } }, null],
    ["a refusal for a delay", { attempt: 3, reasoned: { delay: null } }, 3],
    ["a delay below a range", { attempt: 1, reasoned: { delay: [2, 3] } }, 1],
    ["a delay above a range", { attempt: 3, reasoned: { delay: [1, 2] } }, 3],
    ["a delay for an error", { attempt: 1, reasoned: { error: "attempt" } }, 1],
    [
      "an error that names something else",
      { attempt: 0, reasoned: { error: "baseMs" } },
      ATTEMPT_0,
    ],
    ["part of a name", { attempt: 0, reasoned: { error: "attem" } }, ATTEMPT_0],
    ["an accident", { attempt: 9, reasoned: { error: "attempt" } }, ACCIDENT],
    ["a wrong statistic", { attempt: 2, times: 2, reasoned: { sum: 5 } }, 4],
    ["a statistic of refusals", { attempt: 4, times: 2, reasoned: { sum: 0 } }, null],
    [
      "an unknown expectation",
      { attempt: 2, reasoned: { delays: 2 } as object },
      "[object Undefined]",
    ],
    ["no expectation", { attempt: 2 }, 2],
    ["an empty expectation", { attempt: 2, reasoned: {} }, 2],
    ["NaN", { attempt: 10, reasoned: { delay: [0, 100] } }, "NaN"],
    ["nothing at all", { attempt: 11, reasoned: { delay: null } }, "[object Undefined]"],
  ] satisfies [string, Call, unknown][])("does not pass %s", (_, call, got) => {
    expect(runCall(call)).toMatchObject({ got });
  });

  test("does not pass a construction that should have failed", () => {
    expect(run({ params: { baseMs: 1 }, reasoned: { error: "baseMs" } }).failed).toHaveLength(1);
  });

  test("does not pass a construction that should not have failed", () => {
    const calls = [{ attempt: 1, reasoned: { delay: 1 } }];
    expect(run({ params: { baseMs: "NaN" }, calls }).failed).toHaveLength(1);
  });

  test.each([{ draws: 2 }, { nextU32: 1 }, { draw: 1 }])("does not pass %o at the end", (wrong) => {
    const calls = [{ attempt: 1, reasoned: { delay: [1, 5] as [number, number] } }];
    expect(run({ random: { seed: 1 }, calls, reasoned: wrong }).failed).toHaveLength(1);
    expect(run({ random: { seed: 1 }, calls, reasoned: { draws: 1 } }).failed).toHaveLength(0);
  });

  test("is refused where there is nothing to run or no way to read it", () => {
    const calls = [{ attempt: 1, reasoned: { delay: 1 } }];
    expect(() => run({ calls }, {})).toThrow("the port exports no Sample");
    expect(() => run({ params: { baseMs: "nan" }, calls })).toThrow('unknown value "nan"');
    expect(() => run({ params: { baseMs: "100" }, calls })).toThrow('unknown value "100"');
    const future = { format: 2, policy: "sample", cases: [] } as unknown as Document;
    expect(() => runVectors(future, { Sample })).toThrow("unknown vectors format 2");
  });
});

const ATTEMPT_0 = { error: "RangeError: attempt must not be 0" };
const ACCIDENT = { error: "TypeError: attempt is undefined" };

test("the runner needs no platform", () => {
  const source = readFileSync(path.join(vectorsFolder, "run.js"), "utf8");
  expect(source).not.toMatch(/^import|\bimport\(|\brequire\(|\bprocess\b|\bglobalThis\b/m);
});
