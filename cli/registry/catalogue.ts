import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { normalised } from "../copies/provenance.ts";
import { hashOf } from "../copies/hash.ts";
import { ports } from "../ports/index.ts";
import { messageOf, PolicybookError } from "../ui/errors.ts";
import { checked, itemSchema } from "./checks.ts";
import { INDEX, MAX_BYTES } from "./document.ts";
import { FolderRegistry } from "./folder.ts";
import type { Item } from "./item.ts";
import { makeDocument, makeIndex } from "./make-document.ts";
import { readDocument, readIndex } from "./read-document.ts";
import { parseUntrusted } from "./untrusted.ts";

/** Everything that a static host needs to serve a registry. */
export interface Catalogue {
  /** The text of each file, by its name. The same registry gives the same bytes. */
  readonly files: Readonly<Record<string, string>>;
  /** Files of the registry whose text is not sealed yet. */
  readonly drafts: readonly string[];
}

/**
 * A document for each item and language of a registry's folder, and an index. Each is read as whoever
 * fetches it will read it, so that what would be refused there is refused here.
 */
export function catalogueOf(folder: string, url: string | undefined): Catalogue {
  const registry = new FolderRegistry(folder);
  const items = readItems(folder);
  for (const item of items) requireSealed(item, registry);
  const documents = items.flatMap((item) =>
    ports.flatMap((port) => makeDocument(item, port, { registry, url }) ?? []),
  );
  const name = url === undefined ? INDEX : new URL(url).host;
  const index = [INDEX, asText(makeIndex(documents, name, url))] as const;
  const texts = documents.map((document) => [document.name, asText(document)] as const);
  for (const [document, text] of texts) requireReadable(`${document}.json`, text, readDocument);
  requireReadable(`${INDEX}.json`, index[1], readIndex);
  const files = [index, ...texts].map(([document, text]) => [`${document}.json`, text]);
  return { files: Object.fromEntries(files), drafts: items.flatMap(draftsOf) };
}

const asText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function readItems(folder: string): readonly Item[] {
  const names = readdirSync(folder).toSorted();
  const items = names.filter((name) => existsSync(path.join(folder, name, "policy.json")));
  if (items.length > 0) return items.map((name) => readItem(folder, name));
  throw new PolicybookError(
    "no-registry",
    `There is no item in ${folder}: none of its folders holds a policy.json.`,
    "Name the folder that holds the items, or make one with `policybook new`.",
    { file: folder },
  );
}

function readItem(folder: string, name: string): Item {
  const file = path.join(folder, name, "policy.json");
  const fail = (fault: string): PolicybookError => faulty(file, fault);
  const item = checked(itemSchema, parsed(file, fail), fail);
  if (item.name !== name) throw fail(`"name" is ${item.name}, and the folder is named otherwise`);
  if (name === INDEX) throw fail(`an item named ${INDEX} would take the place of the index`);
  return item;
}

function parsed(file: string, fail: (fault: string) => PolicybookError): unknown {
  const text = readFileSync(file, "utf8");
  try {
    return parseUntrusted(text);
  } catch (error) {
    throw fail(messageOf(error));
  }
}

/** A sealed text does not change: copies of it are compared with it. */
function requireSealed(item: Item, registry: FolderRegistry): void {
  const releases = { ...item.history, [item.version]: item.files };
  for (const [version, seals] of Object.entries(releases)) {
    for (const [file, seal] of Object.entries(seals)) {
      const text = registry.sourceAt(item, file, version) ?? "";
      if (seal === DRAFT || seal === `sha256:${hashOf(normalised(text))}`) continue;
      throw faulty(
        path.join(registry.folder, item.name, file),
        `it is not what its seal for ${version} in policy.json says: a released text does not change`,
      );
    }
  }
}

const DRAFT = "draft";

const draftsOf = ({ name, files }: Item): readonly string[] =>
  Object.keys(files)
    .filter((file) => files[file] === DRAFT)
    .map((file) => `${name}/${file}`);

function requireReadable(
  file: string,
  text: string,
  read: (text: string, address: string) => unknown,
): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) throw faulty(file, `it has ${bytes} bytes; ${MAX_BYTES} are the most`);
  try {
    read(text, file);
  } catch (error) {
    throw error instanceof PolicybookError ? faulty(file, error.message) : error;
  }
}

function faulty(file: string, fault: string): PolicybookError {
  return new PolicybookError(
    "bad-item",
    `${file} cannot be built: ${fault}.`,
    "Correct it and build again; nothing was written.",
    { file },
  );
}
