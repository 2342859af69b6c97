import path from "node:path";
import type { Config } from "../config-file.ts";
import { PolicybookError } from "../ui/errors.ts";
import { checkedUrl, shownUrl } from "./address.ts";
import { documentName } from "./document.ts";

/**
 * What users and copies call an item of another registry: "@acme/thing", a document's address, or
 * its file, such as "./thing.json".
 */
export const isReference = (text: string): boolean =>
  /^(@|https?:|\.{0,2}[/\\])|\.json$/i.test(text);

/** Is it the name of a registry alone, such as "@acme"? */
export const isNamespace = (text: string): boolean => /^@[^/]*$/.test(text);

/** A document, and what it takes to get it. */
export interface Location {
  /** What copies name as their source: enough to find it again from the project's folder. */
  readonly from: string;
  /** The address, or the absolute path of the file. */
  readonly at: URL | string;
  readonly headers: Readonly<Record<string, string>>;
  /** The name that the document must have, where the reference says it. */
  readonly name?: string;
  /** For messages. */
  readonly shown: string;
}

export interface Surroundings {
  /** The project's real folder: paths are relative to it. */
  readonly root: string;
  readonly registries: NonNullable<Config["registries"]>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where the document of this item is; of "@acme/thing", the one in the language. */
export function locate(reference: string, language: string, around: Surroundings): Location {
  const [, namespace, item] = /^(@[^/]*)\/(.*)$/s.exec(reference) ?? [];
  if (namespace !== undefined && item !== undefined) {
    if (!ITEM.test(item)) throw unusable(reference, "there is no item's name behind the /");
    return inRegistry(namespace, documentName(item, language), reference, around);
  }
  if (reference.startsWith("@"))
    throw unusable(reference, "it names a registry, and no item of it");
  return /^https?:/i.test(reference) ? atUrl(reference, around) : inFile(reference, around);
}

const ITEM = /^[a-z][a-z0-9-]{0,59}$/;

/** Where a document of a registry of policybook.json is. */
export function inRegistry(
  namespace: string,
  name: string,
  from: string,
  around: Surroundings,
): Location {
  const { registries } = around;
  const registry = Object.hasOwn(registries, namespace) ? registries[namespace] : undefined;
  if (registry === undefined) throw unknownRegistry(namespace);
  const at = checkedUrl(templateOf(registry).replaceAll("{name}", name));
  const headers = headersOf(registry, namespace, around);
  return { from, at, headers, name, shown: shownUrl(at) };
}

type Registry = Surroundings["registries"][string];

const templateOf = (registry: Registry): string =>
  typeof registry === "string" ? registry : registry.url;

/** With the headers of the registry of policybook.json that the address belongs to, if it does. */
function atUrl(reference: string, around: Surroundings): Location {
  const at = checkedUrl(reference);
  const owner = Object.entries(around.registries).find(([, registry]) => {
    const [before = "", after = ""] = templateOf(registry).split("{name}");
    return at.href.startsWith(before) && at.href.endsWith(after);
  });
  const headers = owner === undefined ? {} : headersOf(owner[1], owner[0], around);
  return { from: at.href, at, headers, shown: shownUrl(at) };
}

function inFile(reference: string, { root }: Surroundings): Location {
  const at = path.resolve(root, reference);
  const relative = path.relative(root, at).split(path.sep).join("/");
  const from = relative.startsWith("../") ? relative : `./${relative}`;
  if (!/^[^\s*\\\p{C}]+$/u.test(from))
    throw unusable(reference, "a comment cannot hold its path; rename it");
  return { from, at, headers: {}, shown: from };
}

function headersOf(registry: Registry, namespace: string, { env }: Surroundings) {
  const headers = typeof registry === "string" ? {} : (registry.headers ?? {});
  const filled = Object.entries(headers).map(([header, value]) => [
    header,
    value.replace(/\$\{(\w+)\}/g, (_, name: string) => sendable(name, namespace, env[name])),
  ]);
  return Object.fromEntries(filled) as Readonly<Record<string, string>>;
}

/** The variable's value, if HTTP takes it in a header. */
function sendable(name: string, namespace: string, value: string | undefined): string {
  if (!value) return missing(name, namespace);
  if (/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) return value;
  throw new PolicybookError(
    "bad-variable",
    `The headers of ${namespace} need the environment variable ${name}, whose value holds a character that no header may hold.`,
    `Set ${name} anew: a line break at its end, say, is often copied with it.`,
  );
}

function missing(name: string, namespace: string): never {
  throw new PolicybookError(
    "missing-variable",
    `The headers of ${namespace} need the environment variable ${name}, which is not set.`,
    `Set ${name}, or change "registries" in policybook.json.`,
  );
}

function unknownRegistry(namespace: string): PolicybookError {
  return new PolicybookError(
    "unknown-registry",
    `policybook.json names no registry ${namespace}.`,
    `Name it there: { "registries": { "${namespace}": "https://…/{name}.json" } }.`,
  );
}

function unusable(reference: string, reason: string): PolicybookError {
  return new PolicybookError(
    "bad-reference",
    `${JSON.stringify(reference)} is no item: ${reason}.`,
    "Items of other registries are @acme/thing, https://acme.dev/r/thing.json or ./thing.json.",
  );
}
