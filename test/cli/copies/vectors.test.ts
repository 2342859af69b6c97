import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { readVectors, vectorsOf } from "../../../cli/copies/vectors.ts";
import type { Registry } from "../../../cli/registry/registry.ts";
import { itemNamed, registry } from "../../ports/support/registry.ts";

const folder = mkdtempSync(path.join(tmpdir(), "policybook-vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));

const schema = JSON.parse(readFileSync("vectors/vectors.schema.json", "utf8")) as object;
const follows = new Ajv().compile(schema);

const call = { attempt: 1, reasoned: { delay: [0, 100] } };
const sound = { name: "a case", why: "Because.", random: { seed: 1 }, calls: [call] };
const document = { format: 1, policy: "full-jitter", cases: [sound] };

function read(content: unknown) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(path.join(folder, "own.json"), text);
  return readVectors("own.json", folder, registry);
}

const ofCase = (change: object) => ({ ...document, cases: [{ ...sound, ...change }] });
const ofCall = (change: object) => ofCase({ calls: [call, { ...call, ...change }] });

describe("a vectors file", () => {
  test.each(readdirSync("vectors").filter((file) => /^[a-z-]+\.json$/.test(file)))(
    "of the registry is read as it is: %s",
    (file) => {
      const text = readFileSync(path.join("vectors", file), "utf8");
      expect(read(text)).toEqual(JSON.parse(text));
    },
  );

  test("may name its policy by an alias, and begin with a byte-order mark", () => {
    const alias = registry.find("full-jitter")?.aliases[0];
    expect(alias).toBeDefined();
    expect(read(`\uFEFF${JSON.stringify({ ...document, policy: alias })}`)).toEqual(document);
  });

  test("of a policy that is not there is told of with the nearest name", () => {
    expect(() => read({ ...document, policy: "ful-jitter" })).toThrow(
      expect.objectContaining({
        code: "unknown-policy",
        message: expect.stringContaining('own.json is about "ful-jitter"'),
        suggestion: expect.stringContaining('"full-jitter"'),
      }),
    );
  });
});

test("vectors of a registry that is being written are checked as well", () => {
  const written = (vectors: () => unknown) =>
    vectorsOf(
      itemNamed("full-jitter"),
      Object.assign(Object.create(registry) as Registry, { vectors }),
    );
  expect(written(() => document)).toEqual(document);
  expect(written(() => undefined)).toBeUndefined();
  for (const broken of [() => JSON.parse("{"), () => ofCase({ calls: null })]) {
    expect(() => written(broken)).toThrow(
      expect.objectContaining({
        code: "bad-vectors",
        message: expect.stringContaining("vectors/full-jitter.json"),
      }),
    );
  }
});

/** Mistakes that the schema for editors finds as well. */
const MISTAKES: Readonly<Record<string, readonly [content: unknown, message: string]>> = {
  "an array": [[document], "format: it is missing"],
  "another format": [{ ...document, format: 2 }, "format: expected 1, got 2"],
  "no cases": [{ ...document, cases: [] }, "cases: expected >=1, got 0"],
  "an unknown key": [{ ...document, case: [] }, "case: there is no such key"],
  "an unknown key of a case": [ofCase({ seeds: 1 }), "cases[0].seeds: there is no such key"],
  "a failure of null": [
    ofCall({ failure: null }),
    "cases[0].calls[1].failure: expected Object, got null",
  ],
  "params of null": [ofCase({ params: null }), "cases[0].params: expected Object, got null"],
  "an attempt in quotes": [
    ofCall({ attempt: "3" }),
    'cases[0].calls[1].attempt: expected a number, "unlimited"',
  ],
  "an attempt left out": [
    ofCase({ calls: [{ reasoned: { delay: 1 } }] }),
    "cases[0].calls[0].attempt: it is missing",
  ],
  "a parameter in quotes": [
    ofCase({ params: { baseMs: "100" } }),
    'cases[0].params.baseMs: expected a number, "unlimited"',
  ],
  "a parameter that is a list": [
    ofCase({ params: { baseMs: [100] } }),
    "cases[0].params.baseMs: expected a number",
  ],
  "two sources at once": [
    ofCase({ random: { seed: 1, always: "lowest" } }),
    'cases[0].random: expected { "seed": n }',
  ],
  "a negative seed": [
    ofCase({ random: { seed: -1 } }),
    "cases[0].random.seed: expected >=0, got -1",
  ],
  "a status that is an object": [
    ofCall({ failure: { retryable: true, status: {} } }),
    "cases[0].calls[1].failure.status: expected a number",
  ],
  "a case without calls": [
    { ...document, cases: [{ name: "a", why: "b" }] },
    'cases[0]: expected either "calls"',
  ],
  "an empty list of calls": [ofCase({ calls: [] }), "cases[0].calls: expected >=1, got 0"],
  "calls after a construction that fails": [
    ofCase({ reasoned: { error: "baseMs" } }),
    'cases[0]: expected either "calls"',
  ],
  "an empty expectation": [
    ofCall({ reasoned: {} }),
    "cases[0].calls[1].reasoned: expected at least one expectation",
  ],
  "a call a billion times": [
    ofCall({ times: 1e9 }),
    "cases[0].calls[1].times: expected <=1000000, got 1000000000",
  ],
};

/** Mistakes that take the registry to see, or that no schema can say. */
const FURTHER: Readonly<Record<string, readonly [content: unknown, message: string]>> = {
  "no JSON": ["{", "JSON"],
  "an unknown parameter": [
    ofCase({ params: { baseMS: 1 } }),
    "cases[0].params.baseMS: full-jitter has no such parameter; did you mean baseMs?",
  ],
  "a jittered policy without a source": [
    ofCase({ random: undefined }),
    "cases[0].random: it is missing, and full-jitter draws",
  ],
  "a source for what draws nothing": [
    { ...document, policy: "constant" },
    "cases[0].random: constant draws nothing",
  ],
  "a policy that is a generator": [
    { ...document, policy: "rng" },
    'policy: rng is a generator, and stands under "generator"',
  ],
  "a generator that is a policy": [
    {
      format: 1,
      generator: "constant",
      cases: [{ name: "a", why: "b", seed: 1, calls: [{ method: "nextU32" }] }],
    },
    'generator: constant is a policy, and stands under "policy"',
  ],
  "two cases of a name": [
    { ...document, cases: [sound, sound] },
    "cases[1].name: there is a case of this name",
  ],
  "millions of calls": [
    ofCase({ calls: [1, 2, 3].map((attempt) => ({ ...call, attempt, times: 1_000_000 })) }),
    "cases: expected at most 2000000 calls in all",
  ],
  "a large file": [" ".repeat(17 * 2 ** 20), "it is larger than 16 MB"],
};

describe("is refused with the place in the document", () => {
  test.each(Object.entries({ ...MISTAKES, ...FURTHER }))("%s", (_, [content, message]) => {
    expect(() => read(content)).toThrow(
      expect.objectContaining({
        code: "bad-vectors",
        message: expect.stringContaining(message),
      }),
    );
  });

  test.each(Object.entries(MISTAKES))("%s, by the schema for editors too", (_, [content]) => {
    expect(follows(JSON.parse(JSON.stringify(content)))).toBe(false);
  });
});
