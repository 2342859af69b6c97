/**
 * npm run generate: scenarios + the reference ports -> vectors/<item>.json. With --check it writes
 * nothing, and fails if a file is not what it would write.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { FolderRegistry } from "../cli/registry/folder.ts";
import { buildVectors } from "./build.ts";
import type { Document, Module } from "./run.js";

const vectors = import.meta.dirname;
const scenarios = path.join(vectors, "scenarios");
const registry = new FolderRegistry(path.join(vectors, "..", "registry"));
const checkOnly = process.argv.includes("--check");

const names = registry.items.map((item) => item.name);
const generated = await Promise.all(names.map(generate));
for (const problem of generated.flat()) console.error(problem);
process.exitCode = generated.flat().length > 0 ? 1 : 0;

async function generate(name: string): Promise<readonly string[]> {
  const source = path.join(scenarios, `${name}.json`);
  if (!existsSync(source)) return [`${name} has no vectors/scenarios/${name}.json`];
  const port = (await import(path.join(registry.folder, name, `${name}.ts`))) as Module;
  const { text, problems } = await buildVectors(
    JSON.parse(readFileSync(source, "utf8")) as Document,
    port,
  );
  if (problems.length > 0) return problems.map((problem) => `${name}: ${problem}`);
  return put(path.join(vectors, `${name}.json`), text);
}

function put(file: string, text: string): string[] {
  const current = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  if (current === text) return [];
  if (checkOnly) return [`${path.basename(file)} is not what npm run generate writes`];
  writeFileSync(file, text);
  return [];
}
