import type { Item, Param } from "../registry/item.ts";

/** What a program imports where no go.mod tells the path of its module. */
export const PLACEHOLDER_MODULE = "example.com/your/module";

/** What an item is called in Go: FullJitter, and for what it does not export, fullJitter. */
export const goName = ({ name }: Item): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The option that sets a parameter: FullJitterBase for baseMs, as a time.Duration has its unit. */
export function optionName(item: Item, { name, unit }: Param): string {
  const bare = unit === "ms" ? name.replace(/Ms$/, "") : name;
  return goName(item) + bare.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The package that a Go file declares. */
export const packageOf = (text: string): string | undefined => packageLine(text)?.name;

export function withPackage(text: string, name: string): string {
  const line = packageLine(text);
  return line === undefined
    ? text
    : text.slice(0, line.at) + name + text.slice(line.at + line.name.length);
}

/** The name in the package line, and where it stands: behind comments and white space alone. */
function packageLine(text: string): { readonly name: string; readonly at: number } | undefined {
  // Gap by gap: one pattern for all of them would try every way to read a comment within others.
  let start = 0;
  for (let end = 0; end !== -1; end = endOfGap(text, start)) start = end;
  const declaration = /package[ \t]+([\p{L}_][\p{L}\p{N}_]*)/uy;
  declaration.lastIndex = start;
  const name = declaration.exec(text)?.[1];
  return name === undefined ? undefined : { name, at: declaration.lastIndex - name.length };
}

/** Where the white space, or the comment, that begins here ends; -1 if there is none. */
function endOfGap(text: string, start: number): number {
  const edge = { "//": "\n", "/*": "*/" }[text.slice(start, start + 2)];
  if (edge !== undefined) {
    const end = text.indexOf(edge, start + 2);
    return end === -1 ? -1 : end + edge.length;
  }
  const space = /\s+/y;
  space.lastIndex = start;
  return space.test(text) ? space.lastIndex : -1;
}

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
