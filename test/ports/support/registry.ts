import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../../../cli/package.ts";
import type { PlayedCopy, Port } from "../../../cli/ports/port.ts";
import type { Item } from "../../../cli/registry/item.ts";

const folderOf = (name: string): string => path.join(packageRoot, "registry", name);

/** Every item of the registry, by its folder, so that a new one is tested without a line here. */
export const items: readonly Item[] = readdirSync(path.join(packageRoot, "registry"), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(path.join(folderOf(name), "policy.json"), "utf8")));

export function itemNamed(name: string): Item {
  const item = items.find((each) => each.name === name);
  if (item === undefined) throw new Error(`no item ${name}`);
  return item;
}

/** The item's files in a language as they are on the disk, sealed or not. */
export function copyOf(item: Item, port: Port): PlayedCopy {
  const files = readdirSync(folderOf(item.name))
    .filter((file) => port.files.some((extension) => file.endsWith(extension)))
    .map((file) => [file, readFileSync(path.join(folderOf(item.name), file), "utf8")] as const);
  if (files.length === 0) throw new Error(`${item.name} has no ${port.title} port`);
  return { item, files: Object.fromEntries(files) };
}

/** The same copy with its text changed, which must change it. */
export function edited(copy: PlayedCopy, edit: (text: string) => string): PlayedCopy {
  const files = Object.entries(copy.files).map(([file, text]) => [file, edit(text)] as const);
  if (files.every(([file, text]) => copy.files[file] === text)) throw new Error("nothing changed");
  return { item: copy.item, files: Object.fromEntries(files) };
}
