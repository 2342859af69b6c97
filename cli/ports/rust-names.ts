import type { Item, Param } from "../registry/item.ts";

/** The module of an item, and the file's name: full_jitter. */
export const moduleName = ({ name }: Item): string => name.replaceAll("-", "_");

/** The type of a policy: FullJitter. */
export const typeName = ({ name }: Item): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The field that holds a parameter: base for baseMs, as a Duration has its unit. */
export function fieldName({ name, unit }: Param): string {
  const bare = unit === "ms" ? name.replace(/Ms$/, "") : name;
  return bare.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
