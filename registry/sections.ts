import type { Summary } from "../cli/bench/summary.ts";
import type { Item } from "../cli/registry/item.ts";
import { herd, success, written } from "./measures.ts";
import { table } from "../cli/registry/markdown-table.ts";

/** The table of policies in the README, with what each makes of `outage-30s`. */
export function policiesTable(
  items: readonly Item[],
  figures: Readonly<Record<string, Summary>>,
): string {
  return table(
    ["policy", "the wait", "depends on", "success", "herd"],
    items.map((item) => [
      `[\`${item.name}\`](registry/${item.name}/page.md)${item.recommended ? " (recommended)" : ""}`,
      item.summary,
      item.uses.map((input) => INPUTS[input]).join(", ") || "nothing",
      written(figures[item.name], success),
      written(figures[item.name], herd),
    ]),
  );
}

const INPUTS = {
  attempt: "attempt number",
  rng: "chance",
  hint: "the server's hint",
  state: "the wait before",
} as const;
