import type { Item } from "./item.ts";

/** The text with what stands between `<!-- name -->` and `<!-- /name -->` replaced, if they are there. */
export function withSection(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) return text;
  return `${text.slice(0, start + open.length)}\n\n${content}\n\n${text.slice(end)}`;
}

/** The page with what each release after the first changed, in a section that is made if need be. */
export function withVersions(page: string, item: Item): string {
  const hasSection = page.includes("<!-- versions -->");
  const empty = `${page.trimEnd()}\n\n## Versions\n\n<!-- versions -->\n\n<!-- /versions -->\n`;
  return withSection(hasSection ? page : empty, "versions", versionsList(item));
}

export const versionsList = ({ changes = [] }: Item): string =>
  changes.map(({ version, date, reason }) => `- ${version}, ${date}: ${reason}`).join("\n");
