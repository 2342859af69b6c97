import { lexer, type Token, type Tokens } from "marked";
import { colour } from "./output.ts";

/** A Markdown page laid out for a terminal of this many columns. */
export function renderMarkdown(text: string, width: number): string {
  const measure = Math.min(width, 100);
  return blocks(lexer(text), measure).join("\n\n");
}

const blocks = (tokens: readonly Token[], width: number): readonly string[] =>
  tokens.map((token) => block(token, width)).filter((text) => text !== "");

function block(token: Token, width: number): string {
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading);
    case "code":
      return indent(colour.cyan((token as Tokens.Code).text), "    ");
    case "list":
      return list(token as Tokens.List, width);
    case "table":
      return tableOf(token as Tokens.Table);
    case "blockquote":
      return indent(blocks((token as Tokens.Blockquote).tokens, width - 2).join("\n\n"), "| ");
    case "hr":
      return colour.dim("─".repeat(width));
    case "space":
    case "html":
    case "def":
      return "";
    default:
      return wrapStyled(inline(token), width);
  }
}

function heading({ depth, tokens }: Tokens.Heading): string {
  const text = tokens.map(inline).join("");
  return colour.bold(depth === 1 ? colour.underline(text) : text);
}

function list({ items, ordered, start, loose }: Tokens.List, width: number): string {
  const rendered = items.map((item, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : "- ";
    const text = blocks(item.tokens, width - mark.length).join("\n");
    return mark + indent(text, " ".repeat(mark.length)).trimStart();
  });
  return rendered.join(loose ? "\n\n" : "\n");
}

function tableOf({ header, rows }: Tokens.Table): string {
  const cells = [header, ...rows].map((row) =>
    row.map(({ tokens }) => tokens.map(inline).join("")),
  );
  const widths = header.map((_, column) =>
    Math.max(...cells.map((row) => visibleLength(row[column] ?? ""))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const [head = [], ...body] = cells;
  const rule = widths.map((columnWidth) => "─".repeat(columnWidth)).join("  ");
  return [colour.bold(line(head)), colour.dim(rule), ...body.map(line)].join("\n");
}

function inline(token: Token): string {
  const inner = (): string =>
    "tokens" in token && token.tokens ? token.tokens.map(inline).join("") : plain(token);
  switch (token.type) {
    case "strong":
      return colour.bold(inner());
    case "em":
      return colour.italic(inner());
    case "codespan":
      return colour.cyan(plain(token));
    case "link":
      return link(inner(), (token as Tokens.Link).href);
    case "br":
      return "\n";
    case "html":
      return "";
    default:
      return inner();
  }
}

const link = (text: string, href: string): string =>
  text === href ? colour.underline(text) : `${text} (${colour.underline(href)})`;

/** A token's own text. The lexer leaves entities as they are written. */
function plain(token: Token): string {
  const text = "text" in token ? String(token.text) : token.raw;
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
};

const STYLE = /\u001b\[[0-9;]*m/g;
const visibleLength = (text: string): number => text.replace(STYLE, "").length;
const pad = (text: string, width: number): string => text + " ".repeat(width - visibleLength(text));
const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);

/** Breaks at spaces into lines of at most `width` visible characters. */
function wrapStyled(text: string, width: number): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/ +/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && visibleLength(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines.join("\n");
}
