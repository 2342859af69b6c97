import { normalised, provenanceLine } from "../copies/provenance.ts";
import { hashOf } from "../copies/hash.ts";
import { holds } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import {
  documentName,
  type DocumentFile,
  type IndexEntry,
  type RegistryDocument,
  type RegistryIndex,
} from "./document.ts";
import type { Item } from "./item.ts";
import type { FolderRegistry } from "./folder.ts";

const ITEM_SCHEMA = "https://ui.shadcn.com/schema/registry-item.json";
const REGISTRY_SCHEMA = "https://ui.shadcn.com/schema/registry.json";

/** The item's files in one language as a document; undefined if the item has none in it. */
export function makeDocument(
  item: Item,
  port: Port,
  { registry, url }: { readonly registry: FolderRegistry; readonly url: string | undefined },
): RegistryDocument | undefined {
  const bodies = Object.keys(item.files)
    .filter((file) => holds(port, file))
    .map((file) => ({ file, body: normalised(registry.source(item, file)) }));
  if (bodies.length === 0) return undefined;
  const name = documentName(item.name, port.language);
  const from = url && `${url}/${name}.json`;
  const sealed = bodies.map(({ file, body }) => ({ file, body, sha256: hashOf(body) }));
  const history = historyOf(item, port, registry);
  return {
    $schema: ITEM_SCHEMA,
    name,
    type: "registry:file",
    title: item.title,
    description: item.summary,
    categories: item.tags,
    docs: "`policybook diff` tells what became of this copy, and what is new upstream.",
    files: sealed.map(({ file, body, sha256 }): DocumentFile => {
      const provenance = { policy: item.name, file, version: item.version, sha256, from };
      const line = provenanceLine(provenance);
      const content = `${port.comment(line)}\n${body}`;
      return { path: file, type: "registry:file", target: `retry/${file}`, content };
    }),
    meta: {
      policybook: {
        format: 1,
        language: port.language,
        item: {
          ...item,
          files: Object.fromEntries(sealed.map(({ file, sha256 }) => [file, `sha256:${sha256}`])),
          history: mapValues(history, (texts) =>
            mapValues(texts, (text) => `sha256:${hashOf(text)}`),
          ),
        },
        history,
        page: registry.page(item),
        vectors: registry.vectors(item),
      },
    },
  };
}

/** What lists these documents. */
export function makeIndex(
  documents: readonly RegistryDocument[],
  name: string,
  url: string | undefined,
): RegistryIndex {
  return {
    $schema: REGISTRY_SCHEMA,
    name,
    homepage: url ?? "",
    items: documents.map(entryOf),
  };
}

function entryOf({ name, type, title, description, categories, ...rest }: RegistryDocument) {
  const { format, language, item } = rest.meta.policybook;
  return {
    name,
    type,
    title,
    description,
    categories,
    files: rest.files.map(({ path, type: kind, target }) => ({ path, type: kind, target })),
    meta: { policybook: { format, language, item } },
  } satisfies IndexEntry;
}

/** The language's files of all superseded versions. */
function historyOf(item: Item, port: Port, registry: FolderRegistry) {
  const old = registry.versions(item).filter((version) => version !== item.version);
  const texts = old.map((version) => [version, textsAt(version, item, port, registry)] as const);
  return Object.fromEntries(texts.filter(([, files]) => Object.keys(files).length > 0));
}

function textsAt(version: string, item: Item, port: Port, registry: FolderRegistry) {
  const files = registry.filesAt(item, version).filter((file) => holds(port, file));
  return Object.fromEntries(
    files
      .toSorted()
      .map((file) => [file, normalised(registry.sourceAt(item, file, version) ?? "")]),
  );
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  const entries = Object.entries(record).map(([key, value]) => [key, change(value)] as const);
  return Object.fromEntries(entries);
}
