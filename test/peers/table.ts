import { table } from "../../cli/registry/markdown-table.ts";
import type { Case } from "./case.ts";
import type { Tool } from "./tool.ts";

/** The table of what was observed: a row per case, a column per tool. */
export function comparison(
  tools: readonly Pick<Tool, "name" | "version">[],
  cases: readonly Pick<Case, "id" | "situation">[],
  columns: readonly (readonly string[])[],
): string {
  const head = ["case", ...tools.map(({ name, version }) => `${name} ${version}`)];
  const rows = cases.map(({ id, situation }, row) => [
    `${id}: ${situation}`,
    ...columns.map((column) => column[row] ?? ""),
  ]);
  return table(head, rows);
}
