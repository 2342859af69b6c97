import { withSection } from "../cli/registry/page-sections.ts";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Compared, COMPARISONS, comparisonTable } from "./comparisons.ts";
import { formatted, readItems } from "./derived.ts";
import { generate } from "./generate.ts";
import { MEASUREMENTS, measurements } from "./measurements.ts";
import { numbersSection, numbersTable, TABLES } from "./numbers.ts";

/**
 * `npm run pages`: the texts that hold measured figures, as they should be: the Numbers of each
 * policy's page, the tables of docs/workloads.md, and the figures themselves in docs/workloads.json.
 */
export async function measuredTexts(root: string): Promise<Readonly<Record<string, string>>> {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const policies = readItems(path.join(root, "registry")).filter(({ kind }) => kind === "policy");
  const known = await measurements(root, policies);
  const pages = policies.map((item) => {
    const file = `registry/${item.name}/page.md`;
    const page = withSection(read(file), "numbers", numbersSection(item, known.figures));
    return [file, withComparisons(page, known.compared)] as const;
  });
  const tables = Object.entries(TABLES).reduce(
    (text, [name, columns]) =>
      withSection(text, `numbers ${name}`, numbersTable(columns, known.figures)),
    read("docs/workloads.md"),
  );
  const texts = [...pages, ["docs/workloads.md", tables] as const].map(
    async ([file, text]) => [file, await formatted("markdown", text)] as const,
  );
  return {
    ...Object.fromEntries(await Promise.all(texts)),
    [MEASUREMENTS]: await formatted("json", JSON.stringify(known, null, 2)),
  };
}

/** The tables of the rules that a policy was chosen from, on the page that asks for them. */
function withComparisons(page: string, compared: Compared): string {
  return Object.entries(COMPARISONS).reduce(
    (text, [name, comparison]) =>
      withSection(text, `numbers ${name}`, comparisonTable(comparison, compared[name] ?? {})),
    page,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await generate(
    process.cwd(),
    process.argv.includes("--check"),
    console.log,
    measuredTexts,
  );
