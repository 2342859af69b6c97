import * as v from "valibot";
import type { Document as Vectors } from "../../vectors/run.js";
import { hashOf } from "../copies/hash.ts";
import { parseCopy } from "../copies/provenance.ts";
import { checkedFolder } from "../copies/target.ts";
import { problemIn } from "../copies/vectors.ts";
import { vectorsSchema } from "../copies/vectors-format.ts";
import { holds, languages } from "../ports/languages.ts";
import { messageOf, PolicybookError } from "../ui/errors.ts";
import { checked, fileName, itemSchema, line, list, version } from "./checks.ts";
import {
  documentName,
  type DocumentFile,
  type Meta,
  type RegistryDocument,
  type RegistryIndex,
} from "./document.ts";
import { parseUntrusted } from "./untrusted.ts";

const vectors = v.pipe(
  v.unknown(),
  v.check((value) => v.is(vectorsSchema, value), "they are no vectors"),
  v.transform((value) => value as Vectors),
);

const described = {
  name: line(100),
  type: v.literal("registry:file"),
  title: line(200),
  description: line(200),
  categories: list(line(100)),
};
const placed = { path: fileName, type: v.literal("registry:file"), target: line(300) };
const about = {
  format: v.literal(1, "this policybook does not know the format; upgrade it"),
  language: line(30),
  item: itemSchema,
};

const documentSchema = v.object({
  $schema: line(300),
  ...described,
  docs: line(1000),
  files: list(v.object({ ...placed, content: v.string() })),
  meta: v.object({
    policybook: v.object({
      ...about,
      history: v.record(version, v.record(fileName, v.string())),
      page: v.string(),
      vectors: v.optional(vectors),
    }),
  }),
});

const indexSchema = v.object({
  $schema: line(300),
  name: line(100),
  homepage: line(300),
  items: v.pipe(
    v.array(
      v.object({
        ...described,
        files: list(v.object(placed)),
        meta: v.object({ policybook: v.object(about) }),
      }),
    ),
    v.maxLength(10_000),
  ),
});

/**
 * The document that this text is. Whoever wrote it is not trusted: every name, path and text is
 * checked, and every hash. `address` is for the error.
 */
export function readDocument(text: string, address: string): RegistryDocument {
  const fail = (fault: string): PolicybookError => bad(address, fault);
  const value = parsed(text, fail);
  if (!mentionsPolicybook(value)) throw foreign(address);
  const document = checked(documentSchema, value, fail);
  const fault = faultOf(document);
  if (fault !== undefined) throw fail(fault);
  return document;
}

/** The same for the index of a registry. */
export function readIndex(text: string, address: string): RegistryIndex {
  const fail = (fault: string): PolicybookError => bad(address, fault);
  return checked(indexSchema, parsed(text, fail), fail);
}

function parsed(text: string, fail: (fault: string) => PolicybookError): unknown {
  try {
    return parseUntrusted(text);
  } catch (error) {
    throw fail(messageOf(error));
  }
}

const mentionsPolicybook = (value: unknown): boolean =>
  v.is(v.object({ meta: v.object({ policybook: v.unknown() }) }), value);

/** What is wrong between the parts of a document, each of which is well-formed. */
function faultOf({ name, files, meta }: RegistryDocument): string | undefined {
  const { item, language, history } = meta.policybook;
  const port = languages.find((known) => known.language === language);
  if (port === undefined) return `this policybook knows no language "${language}"`;
  if (name !== documentName(item.name, language))
    return `it is named "${name}", and holds ${item.name} in ${language}`;
  const names = files.map((file) => file.path);
  if (names.length === 0) return "it holds no file";
  if (new Set(names.map((file) => file.toLowerCase())).size < names.length)
    return "it holds two files of one name";
  if (names.toSorted().join() !== Object.keys(item.files).toSorted().join())
    return "its files are not those that its metadata names";
  const old = Object.values(history).flatMap((texts) => Object.keys(texts));
  const alien = [...names, ...old].find((file) => !holds(port, file));
  if (alien !== undefined) return `${alien} is no file of a ${port.title} port`;
  if (Object.hasOwn(history, item.version)) return `its history holds its own version`;
  const broken = Object.entries(history).find(([at, texts]) =>
    Object.entries(texts).some(
      ([file, text]) => item.history?.[at]?.[file] !== `sha256:${hashOf(text)}`,
    ),
  );
  if (broken !== undefined) return `its history of ${broken[0]} is not what its hashes say`;
  const fault = files.map((file) => faultOfFile(file, meta.policybook)).find(Boolean);
  return fault ?? faultOfVectors(meta.policybook);
}

function faultOfVectors({ vectors: document, item }: Meta): string | undefined {
  if (document === undefined) return undefined;
  const { policy, generator } = document;
  return (policy ?? generator) === item.name
    ? problemIn(document, item)
    : "its vectors are of another item";
}

function faultOfFile({ path, target, content }: DocumentFile, { item }: Meta): string | undefined {
  const place = faultOfTarget(target, path);
  if (place !== undefined) return `the target of ${path}: ${place}`;
  const copy = parseCopy(content);
  if (copy === undefined) return `${path} does not begin with a line "policybook: …"`;
  const { policy, file, version: at, sha256 } = copy.provenance;
  if (policy !== item.name || file !== path || at !== item.version)
    return `the first line of ${path} tells of something else`;
  if (item.files[path] !== `sha256:${sha256}`) return `the hashes of ${path} contradict each other`;
  return hashOf(copy.body) === sha256 ? undefined : `${path} is not what its hash says`;
}

/** Only other tools write to the target; a document that would have them write elsewhere is hostile. */
function faultOfTarget(target: string, file: string): string | undefined {
  const slash = target.lastIndexOf("/");
  if (!/^[\w.@/-]+$/.test(target)) return "it is no plain path";
  if (target.slice(slash + 1) !== file) return "it does not end in the file's name";
  try {
    if (slash >= 0) checkedFolder(target.slice(0, slash));
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function bad(address: string, fault: string): PolicybookError {
  return new PolicybookError(
    "bad-document",
    `${address} is not fit to use: ${fault}.`,
    "Nothing was written. Tell whoever keeps the registry; `policybook build` makes documents that are.",
    { file: address },
  );
}

function foreign(address: string): PolicybookError {
  return new PolicybookError(
    "bad-document",
    `${address} is no document of a policybook registry: it has no meta.policybook.`,
    "If it is a registry item of another tool, add it with that tool.",
    { file: address },
  );
}
