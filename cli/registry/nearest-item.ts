import { nearest } from "../ui/nearest.ts";
import type { Item } from "./item.ts";

/** The name or alias that a mistyped one most likely meant, or undefined where none is near. */
export const nearestItem = (name: string, items: readonly Item[]): string | undefined =>
  nearest(
    name,
    items.flatMap((item) => [item.name, ...item.aliases]),
  );

/** What to do about a name that no item has. */
export function adviceOn(name: string, items: readonly Item[]): string {
  const guess = nearestItem(name, items);
  return guess === undefined
    ? "Run `policybook list` to see what there is."
    : `Did you mean "${guess}"? \`policybook list\` shows what there is.`;
}
