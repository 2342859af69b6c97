import { describe, expect, test } from "vitest";
import { runVectors } from "../../vectors/run.js";
import type { Case, Document, Module } from "../../vectors/run.js";
import { policies, readDocument, referencePort } from "./support/documents.ts";
import { brokenFormulas, portOf, soundFormulas } from "./support/formulas.ts";
import { mutants, mutate, parameterMutants } from "./support/mutants.ts";

/** A broken port that passed would mean that the vectors leave its fault open to every language. */

describe.each(policies.map((item) => [item.name, item] as const))("%s", (name, item) => {
  const document = readDocument(`${name}.json`);
  const applying = Object.entries(mutants).filter(([, { appliesTo }]) => appliesTo?.(item) ?? true);

  test("passes with no fault built in", async () => {
    expect(passes(document, mutate(await referencePort(item), item, {}))).toBe(true);
  });

  test.each([...applying, ...parameterMutants(item)])("fails if it %s", async (_, mutant) => {
    expect(passes(document, mutate(await referencePort(item), item, mutant))).toBe(false);
  });

  const sound = Object.entries(soundFormulas).filter(([policy]) => policy === name);
  test.each(sound)("passes with the formula of %s", (_, formula) => {
    expect(passes(document, portOf(item, formula))).toBe(true);
  });

  test.each(Object.entries(brokenFormulas[name] ?? {}))("fails if it %s", (_, formula) => {
    expect(passes(document, portOf(item, formula))).toBe(false);
  });
});

/** Short cases first and only to the first failure, since most faults show at once. */
function passes(document: Document, port: Module): boolean {
  const cases = document.cases.toSorted((a, b) => length(a) - length(b));
  return cases.every((each) => runVectors({ ...document, cases: [each] }, port).passed === 1);
}

function length({ calls = [] }: Case): number {
  return calls.reduce((sum, { times = 1 }) => sum + times, 0);
}
