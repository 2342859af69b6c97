import path from "node:path";
import { packageRoot } from "../../../cli/package.ts";
import { holds } from "../../../cli/ports/languages.ts";
import type { PlayedCopy, Port } from "../../../cli/ports/port.ts";
import { FolderRegistry } from "../../../cli/registry/folder.ts";
import type { Item } from "../../../cli/registry/item.ts";
import type { Case, Document } from "../../../vectors/run.js";

export const registry = new FolderRegistry(path.join(packageRoot, "registry"));

/** Every item of the registry, so that a new one is tested without a line here. */
export const items: readonly Item[] = registry.items;
export const names: readonly string[] = items.map(({ name }) => name);

export function itemNamed(name: string): Item {
  const item = registry.find(name);
  if (item === undefined) throw new Error(`there is no ${name}`);
  return item;
}

export function vectorsOf(item: Item): Document {
  const document = registry.vectors(item);
  if (document === undefined) throw new Error(`${item.name} has no vectors`);
  return document;
}

/** The vectors without their long cases, for ports that fail at once. */
export function quickVectorsOf(item: Item): Document {
  const document = vectorsOf(item);
  const isQuick = ({ calls = [] }: Case) => calls.every(({ times = 1 }) => times <= 1000);
  return { ...document, cases: document.cases.filter(isQuick) };
}

export const hasPort = (item: Item, port: Port): boolean =>
  Object.keys(item.files).some((file) => holds(port, file));

/** The item's files in a language, with an edit that must change one of them. */
export function copyOf(item: Item, port: Port, edit?: (text: string) => string): PlayedCopy {
  const own = Object.keys(item.files).filter((file) => holds(port, file));
  if (own.length === 0) throw new Error(`${item.name} has no port to ${port.title}`);
  const pristine = own.map((file) => [file, registry.source(item, file)] as const);
  if (edit === undefined) return { item, files: Object.fromEntries(pristine) };
  const edited = pristine.map(([file, text]) => [file, edit(text)] as const);
  if (edited.every(([, text], index) => text === pristine[index]?.[1])) {
    throw new Error(`the edit changes nothing of ${item.name} in ${port.title}`);
  }
  return { item, files: Object.fromEntries(edited) };
}

/** The items that are written in a language: at first, a new one is in TypeScript and JavaScript. */
export const itemsIn = (port: Port): readonly Item[] => items.filter((item) => hasPort(item, port));

export const copiesIn = (port: Port): readonly PlayedCopy[] =>
  itemsIn(port).map((item) => copyOf(item, port));

/** Every file of every item in a language. */
export const filesIn = (port: Port): Readonly<Record<string, string>> =>
  Object.assign({}, ...copiesIn(port).map(({ files }) => files)) as Record<string, string>;

/** The item's main file in a language. */
export function sourceOf(item: Item, port: Port): { readonly file: string; readonly text: string } {
  const { files } = copyOf(item, port);
  const [extension = ""] = port.files;
  const [file = "", text = ""] =
    Object.entries(files).find(([name]) => name.endsWith(extension)) ?? [];
  return { file, text };
}

/** An edit of the first place that reads so; copyOf refuses it where there is none. */
export const replacing = (what: string, by: string) => (text: string) =>
  text.replace(what, () => by);
