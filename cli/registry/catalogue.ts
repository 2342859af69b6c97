import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ports } from "../ports/index.ts";
import { PolicybookError } from "../ui/errors.ts";
import { INDEX, MAX_BYTES } from "./document.ts";
import { FolderRegistry } from "./folder.ts";
import type { Item } from "./item.ts";
import { makeDocument, makeIndex } from "./make-document.ts";
import { readDocument, readIndex } from "./read-document.ts";
import { faulty, readItem } from "./read-item.ts";
import { isSeal, sealOf } from "./seals.ts";

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

/** A sealed text does not change: copies of it are compared with it. */
function requireSealed(item: Item, registry: FolderRegistry): void {
  const releases = { ...item.history, [item.version]: item.files };
  for (const [version, seals] of Object.entries(releases)) {
    for (const [file, seal] of Object.entries(seals)) {
      const text = registry.sourceAt(item, file, version) ?? "";
      if (!isSeal(seal) || seal === sealOf(text)) continue;
      throw faulty(
        path.join(registry.folder, item.name, file),
        `it is not what its seal for ${version} in policy.json says: a released text does not change`,
        version === item.version
          ? `\`policybook release ${item.name} patch --reason "<what changed>"\` makes a new version of it`
          : "Restore it: copies have it as their base",
      );
    }
  }
}

const draftsOf = ({ name, files }: Item): readonly string[] =>
  Object.keys(files)
    .filter((file) => !isSeal(files[file]))
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
