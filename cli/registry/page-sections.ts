import type { Item, Param } from "./item.ts";
import { table } from "./markdown-table.ts";

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

/** The page with the parameters as policy.json describes them. */
export const withParameters = (page: string, item: Pick<Item, "params">): string =>
  withSection(page, "parameters", parametersTable(item));

function parametersTable({ params }: Pick<Item, "params">): string {
  return table(
    ["name", "what it is", "unit", "default", "range"],
    params.map((param) => [
      `\`${param.name}\``,
      param.description,
      param.unit,
      param.default === undefined ? "none" : grouped(param.default),
      rangeOf(param),
    ]),
  );
}

function rangeOf({ min, max }: Param): string {
  return max === "unlimited"
    ? `${grouped(min)} or more, or no limit`
    : `${grouped(min)} to ${grouped(max)}`;
}

const grouped = (value: number) => value.toLocaleString("en-US");
