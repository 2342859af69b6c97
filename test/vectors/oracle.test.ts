import { describe, expect, test } from "vitest";
import type { Case, Document, Expected } from "../../vectors/run.js";
import { documentsIn, policies, readDocument } from "./support/documents.ts";
import { FORMULAS, opinionOn, type Opinion } from "./support/oracle.ts";

/** A policy without a formula has only numbers that a person reasoned. */
const documents = documentsIn(".")
  .map((file) => [file, readDocument(file)] as const)
  .filter(([, { policy }]) => policy === undefined || policy in FORMULAS);

test.each(policies.map((item) => item.name))("%s has a formula, or records nothing", (name) => {
  const recorded = JSON.stringify(readDocument(`${name}.json`)).includes('"recorded"');
  expect(name in FORMULAS || !recorded).toBe(true);
});

describe.each(documents)("%s", (_, document) => {
  test.each(numericCases(document))("%s", (__, testCase) => {
    expect(differences(testCase, opinionOn(document, testCase))).toEqual([]);
  });
});

test("a wrong number is noticed", () => {
  const document = readDocument("equal-jitter.json");
  const cases = document.cases.filter(
    (each) => each.recorded || each.calls?.some((c) => c.recorded),
  );
  for (const testCase of cases) {
    const sound = JSON.stringify(testCase);
    const recorded = [...sound.matchAll(/"recorded":\{"(\w+)":(\d+)/g)];
    for (const { 0: text, 2: number, index } of recorded) {
      const wrong = text.slice(0, -String(number).length) + String(Number(number) + 1);
      const changed = sound.slice(0, index) + wrong + sound.slice(index + text.length);
      const broken = JSON.parse(changed) as Case;
      expect(differences(broken, opinionOn(document, broken))).toHaveLength(1);
    }
  }
});

function numericCases({ cases }: Document): [string, Case][] {
  return cases.filter((each) => each.calls).map((each) => [each.name, each]);
}

/** Every expectation of a number, by whomever, that the opinion does not share. */
function differences({ calls = [], reasoned, recorded }: Case, opinion: Opinion): string[] {
  const ofCalls = calls.flatMap((call, index) => {
    const answers = opinion.calls[index] ?? [];
    return [call.reasoned, call.recorded].flatMap((expected) => ofCall(expected, answers, index));
  });
  const ofEnd = [reasoned, recorded].flatMap((expected = {}) =>
    Object.entries(expected)
      .filter(([name, wanted]) => wanted !== opinion.end[name])
      .map(([name, wanted]) => `${name}: ${String(wanted)}, not ${String(opinion.end[name])}`),
  );
  return [...ofCalls, ...ofEnd];
}

function ofCall(
  expected: Expected = {},
  answers: Opinion["calls"][number],
  call: number,
): string[] {
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const seen = name in statistics ? [statistics[name]?.(numbers(answers))] : answers;
    const holds = (value: unknown) =>
      name === "error" ? value === undefined : agrees(wanted, value);
    const wrong = seen.findIndex((value) => !holds(value));
    return wrong < 0
      ? []
      : [`call ${call + 1}, ${name}: ${String(wanted)}, not ${String(seen[wrong])}`];
  });
}

function numbers(answers: Opinion["calls"][number]): number[] {
  return answers.map((answer) => answer ?? NaN);
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const statistics: Record<string, (values: number[]) => number | undefined> = {
  min: (values) => sorted(values)[0],
  max: (values) => sorted(values).at(-1),
  sum: (values) => Number(values.map(BigInt).reduce((a, b) => a + b)),
  last: (values) => values.at(-1),
  distinct: (values) => sorted(values).filter((value, i, all) => value !== all[i - 1]).length,
  atMax: (values) => {
    const ascending = sorted(values);
    return ascending.length - ascending.indexOf(ascending.at(-1) ?? NaN);
  },
};

function agrees(wanted: unknown, got: unknown): boolean {
  if (!Array.isArray(wanted)) return wanted === got;
  return Number.isInteger(got) && wanted[0] <= (got as number) && (got as number) <= wanted[1];
}
