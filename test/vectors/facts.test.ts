import { describe, expect, test } from "vitest";
import type { Call, Case } from "../../vectors/run.js";
import { casesOf } from "./support/documents.ts";

/**
 * Numbers that independent prototypes gave before there was any code here. They must be among the
 * reasoned expectations, where nothing that the code does can replace them.
 */

const FULL_JITTER = [6, 181, 377, 417, 1600, 789, 873];

const delays = {
  "full-jitter": FULL_JITTER,
  "retry-after-aware": FULL_JITTER,
  "retry-after-jitter": FULL_JITTER,
  "equal-jitter": [66, 141, 391, 667, 1247, 2036, 5553],
  "decorrelated-jitter": [191, 203, 501, 346],
};

test.each(Object.entries(delays))("%s, seed 1", (policy, expected) => {
  const found = casesOf(policy).filter((testCase) => !testCase.params && hasSeed(testCase, 1));
  const sequences = found.map((testCase) => reasoned(testCase.calls, "delay"));
  expect(sequences.map((each) => each.slice(0, expected.length))).toContainEqual(expected);
});

describe("rng", () => {
  test.each([
    [
      1,
      [
        393288148, 2174103013, 3814759091, 2092745082, 1865176206, 2179171167, 3207394750,
        2858353069,
      ],
    ],
    [42, [660444221, 3652823732, 77672526, 910233633]],
    [3735928559, [3842467093, 879304004]],
  ])("outputs of seed %d", (seed, expected) => {
    expect(valuesOf(seed, "nextU32", [])).toContainEqual(expected);
  });

  test.each([
    [1, 100, [48, 13, 91, 82, 6, 67, 50, 69]],
    [42, 7, [3, 5, 1, 1, 0, 2, 1, 2]],
  ])("seed %d below %d", (seed, bound, expected) => {
    expect(valuesOf(seed, "nextInt", [bound])).toContainEqual(expected);
  });

  test.each([
    [1, 2261973619],
    [42, 671623878],
  ])("mix32(%d)", (x, expected) => {
    const calls = casesOf("rng").flatMap((testCase) => testCase.calls ?? []);
    expect(calls).toContainEqual({ method: "mix32", args: [x], reasoned: { value: expected } });
  });
});

function hasSeed({ random }: Case, seed: number): boolean {
  return random !== undefined && "seed" in random && random.seed === seed;
}

function reasoned(calls: readonly Call[] = [], name: "delay" | "value"): unknown[] {
  return calls.map((call) => call.reasoned?.[name]);
}

/** The values of every case that starts at the seed and makes only this call. */
function valuesOf(seed: number, method: string, args: readonly number[]): unknown[][] {
  const same = (call: Call) =>
    call.method === method && JSON.stringify(call.args ?? []) === JSON.stringify(args);
  return casesOf("rng")
    .filter((testCase) => testCase.seed === seed && testCase.calls?.every(same))
    .map((testCase) => reasoned(testCase.calls, "value"));
}
