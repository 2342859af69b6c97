/** Markup that is safe to print as it is. Whatever else a template is given is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | number | readonly Part[];

export const markup = (text: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(String.raw({ raw: text }, ...parts.map(written)));

function written(part: Part): string {
  if (part instanceof Markup) return part.text;
  return typeof part === "object" ? part.map(written).join("") : escaped(String(part));
}

/** Characters that would turn the direction of writing, or that are no text at all, show as their escapes. */
const escaped = (text: string): string =>
  text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /[\p{Cc}\p{Bidi_C}\u2028\u2029\ufeff]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

/** A table whose first column names its rows. It scrolls by itself where it is wider than the page. */
export function dataTable(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly Part[])[],
): Markup {
  const row = ([name = "", ...cells]: readonly Part[]): Markup =>
    markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  return markup`<div class="wide" role="region" tabindex="0" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;
}
