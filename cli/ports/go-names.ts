import type { Item, Param } from "../registry/item.ts";

/** What an item is called in Go: FullJitter, and for what it does not export, fullJitter. */
export const goName = ({ name }: Item): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The option that sets a parameter: FullJitterBase for baseMs, as a time.Duration has its unit. */
export function optionName(item: Item, { name, unit }: Param): string {
  const bare = unit === "ms" ? name.replace(/Ms$/, "") : name;
  return goName(item) + bare.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The package line, with whatever comments and blank lines stand before it. */
const PACKAGE = /^((?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*package[ \t]+)([\p{L}_][\p{L}\p{N}_]*)/u;

/** The package that a Go file declares. */
export const packageOf = (text: string): string | undefined => PACKAGE.exec(text)?.[2];

export const withPackage = (text: string, name: string): string =>
  text.replace(PACKAGE, (_, before: string) => before + name);

/** A package is called as its folder is, in as far as that can be a name. */
export function packageNameFor(folder: string): string {
  const name = folder.toLowerCase().replaceAll(/[^\p{L}\p{N}_]/gu, "");
  return /^[\p{L}_]/u.test(name) && !KEYWORDS.has(name) ? name : "retry";
}

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import " +
    "interface map package range return select struct switch type var"
  ).split(" "),
);
