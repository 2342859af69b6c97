import { describe, expect, test } from "vitest";
import type { Item, Param } from "../../cli/registry/item.ts";
import type { Call, Case } from "../../vectors/run.js";
import { isExponential } from "../registry/support/ceilings.ts";
import { casesOf, policies } from "./support/documents.ts";

/**
 * The rules of docs/conformance.md, each with the policies it applies to and the input that a case
 * must hold to pin it. A case that claims a rule without its input does not count.
 */
interface Rule {
  readonly appliesTo: (item: Item) => boolean;
  readonly heldBy: (testCase: Case) => boolean;
}

const LAST_ATTEMPT = 4_294_967_294;
const every = () => true;
const uses =
  (...what: Item["uses"]) =>
  (item: Item) =>
    what.every((one) => item.uses.includes(one));
const has = (param: string) => (item: Item) => item.params.some(({ name }) => name === param);
const named = (name: string) => (item: Item) => item.name === name;

const rules: Readonly<Record<string, Rule>> = {
  P1: {
    appliesTo: uses("state"),
    heldBy: (each) =>
      params(each, 45_000, 900_000) && calls(each).some(({ times }) => times === 1e5),
  },
  P2: {
    appliesTo: isExponential,
    heldBy: (each) => params(each, 2_000, 30_000) && attempts(each, 1_026, 1_000_000, LAST_ATTEMPT),
  },
  P3: {
    appliesTo: isExponential,
    heldBy: (each) => params(each, undefined, 2_147_483_647) && attempts(each, 24, 25, 26, 33, 65),
  },
  P4: {
    appliesTo: has("capMs"),
    heldBy: (each) => params(each, 5_000, 1_000) && attempts(each, 1, 2),
  },
  P5: {
    appliesTo: (item) => isExponential(item) && uses("rng")(item),
    heldBy: (each) => calls(each).some(({ attempt, times }) => attempt === 50 && times === 2_000),
  },
  P6: { appliesTo: (item) => uses("rng")(item) && has("capMs")(item), heldBy: every },
  P7: {
    appliesTo: every,
    heldBy: ({ params: given = {} }) => Object.values(given).includes("undefined"),
  },
  P8: { appliesTo: every, heldBy: (each) => each.reasoned?.error !== undefined },
  P9: {
    appliesTo: has("baseMs"),
    heldBy: (each) => params(each, 0) && attempts(each, 1, 50, LAST_ATTEMPT),
  },
  P10: { appliesTo: uses("rng"), heldBy: ({ random = {} }) => "always" in random },
  P11: {
    appliesTo: every,
    heldBy: (each) => each.params?.["maxAttempts"] === 5 && attempts(each, 1, 2, 3, 4, 5),
  },
  P12: {
    appliesTo: every,
    heldBy: (each) => calls(each).some((call) => call.reasoned?.error === "attempt"),
  },
  P13: { appliesTo: uses("hint"), heldBy: (each) => hints(each).includes(0) },
  P14: { appliesTo: uses("hint"), heldBy: (each) => hints(each).length > 0 },
  P15: { appliesTo: uses("hint"), heldBy: (each) => hints(each).includes(600_000) },
  P17: { appliesTo: named("equal-jitter"), heldBy: (each) => params(each, 1, 1) },
  P18: {
    appliesTo: uses("state", "rng"),
    heldBy: (each) =>
      params(each, 10, 1_000) && calls(each).some(({ reasoned = {} }) => "atMax" in reasoned),
  },
  P19: {
    appliesTo: uses("rng"),
    heldBy: (each) =>
      calls(each).some(({ reasoned }) => reasoned?.delay === null) &&
      each.reasoned?.draws !== undefined,
  },
  smoke: { appliesTo: every, heldBy: (each) => !each.params && calls(each).length >= 3 },
  boundary: { appliesTo: every, heldBy: every },
  neighbour: { appliesTo: every, heldBy: every },
  cap: { appliesTo: every, heldBy: every },
  "give-up": {
    appliesTo: every,
    heldBy: (each) => calls(each).some(({ reasoned }) => reasoned?.delay === null),
  },
  million: { appliesTo: every, heldBy: (each) => attempts(each, 1_000_000) },
};

const holders = (name: string, rule: string) =>
  casesOf(name).filter((each) => each.covers?.includes(rule) && rules[rule]?.heldBy(each));

describe.each(policies.map((item) => [item.name, item] as const))("%s", (name, item) => {
  const applying = Object.keys(rules).filter((rule) => rules[rule]?.appliesTo(item));

  test.each(applying)("pins %s", (rule) => {
    expect(holders(name, rule)).not.toEqual([]);
  });

  test("claims no rule that does not exist", () => {
    const claimed = casesOf(name).flatMap(({ covers = [] }) => covers);
    expect(claimed.filter((rule) => !(rule in rules))).toEqual([]);
  });

  test.each(item.params.flatMap(wrongValues))("P8: %s cannot be %s", (param, wrong) => {
    const refused = holders(name, "P8").filter(({ reasoned }) => reasoned?.error === param);
    expect(refused.map(({ params: given }) => given?.[param])).toContain(wrong);
  });

  test.each(item.params.map((param) => param.name))("P7: %s may be given as undefined", (param) => {
    const given = holders(name, "P7").map((each) => each.params?.[param]);
    expect(given).toContain("undefined");
  });

  test.each([0, -1, 1.5, "NaN"])(
    "P12: attempt cannot be %s, whether it is retryable or not",
    (wrong) => {
      const about = holders(name, "P12")
        .flatMap(calls)
        .filter(({ attempt }) => attempt === wrong);
      const retryable = new Set(about.map(({ failure }) => failure?.retryable ?? true));
      expect(retryable).toEqual(new Set([false, true]));
    },
  );
});

describe.each(policies.filter(uses("hint")).map((item) => item.name))("%s", (name) => {
  test.each([-1, "NaN", "Infinity", 1.5, "text:soon", "undefined"])(
    "P14: hint %s is none",
    (hint) => {
      expect(holders(name, "P14").flatMap(hints)).toContain(hint);
    },
  );
});

describe.each(policies.filter(uses("rng")).map((item) => item.name))("%s", (name) => {
  test.each(["lowest", "largest"])("P10: the source always answers the %s value", (always) => {
    expect(holders(name, "P10").map(({ random }) => random)).toContainEqual({ always });
  });
});

/** What a parameter must refuse, by its range: P8, and the two values next to the range. */
function wrongValues({ name, min, max }: Param): [string, number | string][] {
  const anyway: (number | string)[] = ["NaN", 1.5, -1, min - 1];
  const values =
    max === "unlimited" ? anyway : [...anyway, "Infinity", "text:100", 2_147_483_648, max + 1];
  return [...new Set(values)].map((value) => [name, value]);
}

function calls(testCase: Case): readonly Call[] {
  return testCase.calls ?? [];
}

function params({ params: given = {} }: Case, baseMs?: number, capMs?: number): boolean {
  return given["baseMs"] === baseMs && (capMs === undefined || given["capMs"] === capMs);
}

function attempts(testCase: Case, ...wanted: number[]): boolean {
  const made = new Set<unknown>(calls(testCase).map(({ attempt }) => attempt));
  return wanted.every((attempt) => made.has(attempt));
}

function hints(testCase: Case): unknown[] {
  return calls(testCase).flatMap(({ failure = { retryable: true } }) =>
    "retryAfterMs" in failure ? [failure.retryAfterMs] : [],
  );
}
