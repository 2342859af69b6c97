import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { runVectors } from "../../vectors/run.js";
import type { Document } from "../../vectors/run.js";
import { importPort, items, readDocument, root, vectorsFolder } from "./support/documents.ts";

const page = readFileSync(path.join(root, "docs", "conformance.md"), "utf8");
const example = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "") as Document;

test("the example on the page follows the schema", () => {
  const schema = readFileSync(path.join(vectorsFolder, "vectors.schema.json"), "utf8");
  expect(new Ajv().validate(JSON.parse(schema) as object, example)).toBe(true);
});

test("the example on the page passes, to the digit", async () => {
  const name = example.policy ?? "";
  const port = await importPort(path.join(root, "registry", name, `${name}.ts`));
  expect(runVectors(example, port)).toEqual({ passed: 1, failed: [], notExpressible: [] });
});

test("the page explains everything that a case covers", () => {
  const covered = items.flatMap(({ name }) =>
    readDocument(`${name}.json`).cases.flatMap(({ covers = [] }) => covers),
  );
  const words = page.matchAll(/^\| (P\d+) |`([\w-]+)`/gm);
  const explained = new Set([...words].map(([, rule, word]) => rule ?? word));
  expect([...new Set(covered)].filter((rule) => !explained.has(rule))).toEqual([]);
});

test("the page states every default and range", () => {
  const params = items.filter(({ kind }) => kind === "policy").flatMap((item) => item.params);
  const numbers = params.flatMap(({ default: standard, max }) => [standard, max]);
  const stated = numbers.map((number) =>
    typeof number === "number" ? number.toLocaleString("en") : number,
  );
  expect([...new Set(stated)].filter((text) => text !== undefined && !page.includes(text))).toEqual(
    [],
  );
});
