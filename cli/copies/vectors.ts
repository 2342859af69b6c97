import path from "node:path";
import * as v from "valibot";
import type { Case, Document } from "../../vectors/run.js";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { messageOf, PolicybookError, systemCode } from "../ui/errors.ts";
import { adviceOn } from "../registry/nearest-item.ts";
import { nearest } from "../ui/nearest.ts";
import { readRegular } from "./file-text.ts";
import { generatorDocument, policyDocument } from "./vectors-format.ts";

/** More is no file that someone wrote. */
const MOST_BYTES = 16_000_000;

/**
 * A vectors file of the user's own, relative to the folder, and about its item of the registry,
 * which it may name by an alias.
 *
 * @throws {PolicybookError} "bad-vectors", with the place in the document; "unknown-policy"
 */
export function readVectors(file: string, folder: string, registry: Registry): Document {
  return told(file, () => {
    const document = checked(JSON.parse(readRegular(path.resolve(folder, file), MOST_BYTES)));
    const { policy, generator = "" } = document;
    const item = registry.find(policy ?? generator);
    if (item === undefined) throw unknownPolicy(policy ?? generator, file, registry);
    return ofItem(
      { ...document, [policy === undefined ? "generator" : "policy"]: item.name },
      item,
    );
  });
}

/**
 * The item's vectors as its registry has them, which may be one that someone is writing.
 *
 * @throws {PolicybookError} "bad-vectors", with the place in the document
 */
export function vectorsOf(item: Item, registry: Registry): Document | undefined {
  return told(`vectors/${item.name}.json`, () => {
    const document = registry.vectors(item);
    return document && ofItem(checked(document), item);
  });
}

function missing(file: string): PolicybookError {
  return new PolicybookError(
    "bad-vectors",
    `There is no file ${file} here.`,
    "Name a vectors file with --vectors, relative to the project's folder.",
    { file },
  );
}

/** What is read, or why the file cannot be. */
function told<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicybookError) throw error;
    if (systemCode(error) === "ENOENT") throw missing(file);
    throw new PolicybookError(
      "bad-vectors",
      `${file} cannot be read as a vectors file: ${messageOf(error)}.`,
      "docs/conformance.md of policybook's repository tells the format, and vectors.schema.json tells it to editors.",
      { file, cause: error },
    );
  }
}

function checked(document: unknown): Document {
  const isOfGenerator =
    typeof document === "object" && document !== null && "generator" in document;
  const result = v.safeParse(isOfGenerator ? generatorDocument : policyDocument, document);
  if (result.success) return result.output as Document;
  throw new Error(inWords(result.issues[0]));
}

/** The place in the document, and what is wrong there: `cases[3].calls[0].attempt: …`. */
function inWords(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${String(key)}`,
  );
  const place = keys?.join("").slice(1) ?? "the document";
  if (issue.expected === "never") return `${place}: there is no such key`;
  if (issue.received === "undefined") return `${place}: it is missing`;
  const expected = issue.message.startsWith("Invalid")
    ? (issue.expected ?? "another value")
    : issue.message;
  return `${place}: expected ${expected}, got ${issue.received}`;
}

/** The document, if the item has nothing to say against it. */
function ofItem(document: Document, item: Item): Document {
  const problem = problemIn(document, item);
  if (problem === undefined) return document;
  throw new Error(problem);
}

/** What the item has to say of cases that have the right form. */
export function problemIn({ policy, cases }: Document, item: Item): string | undefined {
  if ((policy === undefined) !== (item.kind === "generator")) {
    const [key, other] = item.kind === "policy" ? ["policy", "generator"] : ["generator", "policy"];
    return `${other}: ${item.name} is a ${item.kind}, and stands under "${key}"`;
  }
  const names = cases.map(({ name }) => name);
  for (const [index, testCase] of cases.entries()) {
    const place = `cases[${index}]`;
    if (names.indexOf(testCase.name) < index) return `${place}.name: there is a case of this name`;
    const problem = item.kind === "policy" ? problemOfCase(testCase, item) : undefined;
    if (problem !== undefined) return `${place}.${problem}`;
  }
  return undefined;
}

function problemOfCase({ params = {}, random }: Case, item: Item): string | undefined {
  const known = item.params.map(({ name }) => name);
  const stranger = Object.keys(params).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const guess = nearest(stranger, known);
    const advice = guess === undefined ? known.join(", ") : `did you mean ${guess}?`;
    return `params.${stranger}: ${item.name} has no such parameter; ${advice}`;
  }
  const isJittered = item.uses.includes("rng");
  if (isJittered && random === undefined) return `random: it is missing, and ${item.name} draws`;
  if (!isJittered && random !== undefined) return `random: ${item.name} draws nothing`;
  return undefined;
}

function unknownPolicy(name: string, file: string, { items }: Registry): PolicybookError {
  return new PolicybookError(
    "unknown-policy",
    `${file} is about ${JSON.stringify(name)}, which is not in the registry.`,
    adviceOn(name, items),
    { file },
  );
}
