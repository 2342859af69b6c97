import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FolderRegistry } from "../../../cli/registry/folder.ts";
import type { Item } from "../../../cli/registry/item.ts";
import type { Case, Document, Module } from "../../../vectors/run.js";

export const root = path.join(import.meta.dirname, "..", "..", "..");
export const vectorsFolder = path.join(root, "vectors");

/** Everything the registry holds, found and never listed: a new policy is tested by being there. */
export const items: readonly Item[] = new FolderRegistry(path.join(root, "registry")).items;
export const policies: readonly Item[] = items.filter((item) => item.kind === "policy");

export function readDocument(file: string): Document {
  return JSON.parse(readFileSync(path.join(vectorsFolder, file), "utf8")) as Document;
}

export function casesOf(name: string): readonly Case[] {
  return readDocument(`${name}.json`).cases;
}

/** Every vectors file but the schema, of this folder of vectors/. */
export function documentsIn(folder: string): string[] {
  return readdirSync(path.join(vectorsFolder, folder))
    .filter((file) => file.endsWith(".json") && !file.endsWith(".schema.json"))
    .map((file) => path.join(folder, file));
}

/** The files of an item that a JavaScript runtime can load. */
export function portFiles({ name }: Item): string[] {
  return [`${name}.ts`, `${name}.js`]
    .map((file) => path.join(root, "registry", name, file))
    .filter((file) => existsSync(file));
}

export async function importPort(file: string): Promise<Module> {
  return (await import(file)) as Module;
}

export function referencePort({ name }: Item): Promise<Module> {
  return importPort(path.join(root, "registry", name, `${name}.ts`));
}

export function className(policy: string): string {
  return policy.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}
