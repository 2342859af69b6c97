import type { Item } from "../registry/item.ts";

/** What an item is called in C. */
export function cNames(item: Item): { readonly file: string; readonly prefix: string } {
  const file = item.name.replaceAll("-", "_");
  return { file, prefix: `retry_${file}` };
}

/** A parameter as a field of the params: base_ms. */
export const fieldName = (param: string): string =>
  param.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
