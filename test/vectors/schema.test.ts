import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { documentsIn, items, readDocument, vectorsFolder } from "./support/documents.ts";

const schema = JSON.parse(readFileSync(path.join(vectorsFolder, "vectors.schema.json"), "utf8"));
const validate = new Ajv({ allErrors: true }).compile(schema as object);
const documents = documentsIn(".");
const scenarios = documentsIn("scenarios");

describe("vectors", () => {
  test("exist for every item of the registry, and for nothing else", () => {
    const names = items.map((item) => item.name).toSorted();
    expect(documents.map((file) => path.basename(file, ".json")).toSorted()).toEqual(names);
    expect(scenarios.map((file) => path.basename(file, ".json")).toSorted()).toEqual(names);
  });

  test.each([...documents, ...scenarios])("%s follows the schema", (file) => {
    validate(readDocument(file));
    expect(validate.errors ?? []).toEqual([]);
  });

  test.each([...documents, ...scenarios])("%s is about the item it is named after", (file) => {
    const { policy, generator } = readDocument(file);
    expect(policy ?? generator).toBe(path.basename(file, ".json"));
  });

  test.each(documents)("%s names each case once", (file) => {
    const names = readDocument(file).cases.map((testCase) => testCase.name);
    expect(names).toEqual([...new Set(names)]);
  });

  test.each(documents)("%s expects something of every call", (file) => {
    const calls = readDocument(file).cases.flatMap((testCase) => testCase.calls ?? []);
    expect(calls.filter((call) => !call.reasoned && !call.recorded)).toEqual([]);
  });

  test.each(scenarios)("%s holds nothing but what people write", (file) => {
    expect(JSON.stringify(readDocument(file))).not.toContain('"recorded"');
  });
});

describe("the schema refuses", () => {
  const sound = {
    name: "a case",
    why: "Because.",
    calls: [{ attempt: 1, reasoned: { delay: 1 } }],
  };
  const refused = {
    "another format": { format: 2 },
    "no cases": { cases: [] },
    "a document of nothing": { policy: undefined },
    "a case without a reason": { cases: [{ ...sound, why: undefined }] },
    "a case that calls and expects nothing": { cases: [{ name: "a", why: "b" }] },
    "a case that fails to construct and yet calls": {
      cases: [{ ...sound, reasoned: { error: "baseMs" } }],
    },
    "an unknown key": { cases: [{ ...sound, seeds: 1 }] },
    "an unknown value": { cases: [{ ...sound, params: { baseMs: "nan" } }] },
    "an unknown source": { cases: [{ ...sound, random: { always: "middle" } }] },
    "a seed beyond 32 bits": { cases: [{ ...sound, random: { seed: 4294967296 } }] },
    "an unknown expectation": {
      cases: [{ ...sound, calls: [{ attempt: 1, reasoned: { delays: 1 } }] }],
    },
    "a delay that is no whole number": {
      cases: [{ ...sound, calls: [{ attempt: 1, reasoned: { delay: 1.5 } }] }],
    },
    "a call without an attempt": { cases: [{ ...sound, calls: [{ reasoned: { delay: 1 } }] }] },
  };
  const document = { format: 1, policy: "some-policy", cases: [sound] };

  test("nothing of a sound document", () => {
    expect(validate(document)).toBe(true);
  });

  test.each(Object.entries(refused))("%s", (_, change) => {
    expect(validate(JSON.parse(JSON.stringify({ ...document, ...change })))).toBe(false);
  });
});
