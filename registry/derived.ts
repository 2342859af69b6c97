import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import type { Item } from "../cli/registry/item.ts";
import { versionsList, withParameters, withSection } from "../cli/registry/page-sections.ts";
import { contenderOfItem } from "./contenders.ts";
import { javascriptOf } from "./javascript.ts";
import { measureEach, SCENARIOS } from "./measurements.ts";
import { requireHistory } from "./history.ts";
import { sealed } from "./seals.ts";
import { policiesTable } from "./sections.ts";

type Texts = Readonly<Record<string, string>>;

/**
 * The texts that follow from others, as they should be, by their path from the repository's root:
 * the JavaScript, the Parameters of each page, the seals, the README's table of policies.
 *
 * @throws {BrokenSealError} if a sealed file is no longer what it was
 */
export async function derivedTexts(root: string): Promise<Texts> {
  const items = readItems(path.join(root, "registry"));
  const texts = await Promise.all(items.map((item) => derivedOf(root, item)));
  return Object.assign({}, ...texts, await derivedReadme(root, items)) as Texts;
}

async function derivedOf(root: string, item: Item): Promise<Texts> {
  const folder = path.join(root, "registry", item.name);
  requireHistory(folder, item);
  const javascript = await javascriptOf(readText(folder, `${item.name}.ts`));
  const ports = { ...portTexts(folder), [`${item.name}.js`]: javascript };
  const parameters = withParameters(readText(folder, "page.md"), item);
  const page = withSection(parameters, "versions", versionsList(item));
  const metadata = { ...item, files: sealed(`registry/${item.name}`, item.files, ports) };
  return {
    [`registry/${item.name}/${item.name}.js`]: javascript,
    [`registry/${item.name}/page.md`]: await formatted("markdown", page),
    [`registry/${item.name}/policy.json`]: await formatted(
      "json",
      JSON.stringify(metadata, null, 2),
    ),
  };
}

async function derivedReadme(root: string, items: readonly Item[]): Promise<Texts> {
  if (!existsSync(path.join(root, "README.md"))) return {};
  const policies = items.filter((item) => item.kind === "policy");
  const contenders = await Promise.all(policies.map((item) => contenderOfItem(root, item)));
  const figures = measureEach(contenders, SCENARIOS["outage-30s"]);
  const table = policiesTable(policies, figures);
  const text = withSection(readText(root, "README.md"), "policies", table);
  return { "README.md": await formatted("markdown", text) };
}

/** Every item of the registry, the recommended one first, then by name. */
export function readItems(registry: string): Item[] {
  const names = readdirSync(registry).filter((name) =>
    existsSync(path.join(registry, name, "policy.json")),
  );
  const items = names
    .toSorted()
    .map((name) => JSON.parse(readText(registry, `${name}/policy.json`)) as Item);
  return items.toSorted((a, b) => Number(b.recommended ?? false) - Number(a.recommended ?? false));
}

/** The files that get copied: all in the item's folder but what describes them. */
export function portTexts(folder: string): Texts {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !["policy.json", "page.md"].includes(entry.name))
    .map((entry) => entry.name);
  return Object.fromEntries(files.toSorted().map((file) => [file, readText(folder, file)]));
}

const readText = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

export const formatted = (parser: "json" | "markdown", text: string) =>
  format(text, { parser, printWidth: 100 });
