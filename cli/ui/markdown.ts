import { lexer, type Token, type Tokens } from "marked";
import { grid } from "./grid.ts";
import { colour } from "./output.ts";
import { wrapStyled } from "./styled.ts";

/** A Markdown page laid out for a terminal of this many columns; text is never wider than is read well. */
export function renderMarkdown(text: string, columns: number): string {
  return blocks(lexer(text), { width: Math.min(columns, 100), columns }).join("\n\n");
}

/** What there is to lay out in: for text, and for tables, which may be wider. */
interface Room {
  readonly width: number;
  readonly columns: number;
}

const narrower = ({ width, columns }: Room, by: number): Room => ({
  width: width - by,
  columns: columns - by,
});

const blocks = (tokens: readonly Token[], room: Room): readonly string[] =>
  tokens.map((token) => block(token, room)).filter((text) => text !== "");

function block(token: Token, room: Room): string {
  switch (token.type) {
    case "heading":
      return heading(token as Tokens.Heading);
    case "code":
      return indent(colour.cyan((token as Tokens.Code).text), "    ");
    case "list":
      return list(token as Tokens.List, room);
    case "table":
      return tableOf(token as Tokens.Table, room.columns);
    case "blockquote":
      return indent(
        blocks((token as Tokens.Blockquote).tokens, narrower(room, 2)).join("\n\n"),
        "| ",
      );
    case "hr":
      return colour.dim("─".repeat(room.width));
    case "space":
    case "html":
    case "def":
      return "";
    default:
      return wrapStyled(inline(token), room.width).join("\n");
  }
}

function heading({ depth, tokens }: Tokens.Heading): string {
  const text = tokens.map(inline).join("");
  return colour.bold(depth === 1 ? colour.underline(text) : text);
}

function list({ items, ordered, start, loose }: Tokens.List, room: Room): string {
  const rendered = items.map((item, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : "- ";
    const text = blocks(item.tokens, narrower(room, mark.length)).join("\n");
    return mark + indent(text, " ".repeat(mark.length)).trimStart();
  });
  return rendered.join(loose ? "\n\n" : "\n");
}

function tableOf({ header, rows }: Tokens.Table, columns: number): string {
  const cells = [header, ...rows].map((row) =>
    row.map(({ tokens }) => tokens.map(inline).join("")),
  );
  const aligned = grid(cells, columns);
  if (aligned === undefined) return records(cells, columns);
  const [head = [], ...body] = aligned.lines;
  return [...head.map((line) => colour.bold(line)), colour.dim(aligned.rule), ...body.flat()].join(
    "\n",
  );
}

/** A table that no terminal of this width could hold: each row by itself, with the columns' names. */
function records([head = [], ...rows]: readonly (readonly string[])[], columns: number): string {
  const field = (cell: string, column: number): readonly string[] =>
    cell === "" ? [] : wrapStyled(`${colour.bold(head[column] ?? "")}: ${cell}`, columns - 2);
  return rows.map((row) => row.flatMap(field).join("\n  ")).join("\n");
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

/** Where a relative link leads is no use to who has the page on a terminal. */
function link(text: string, href: string): string {
  if (text === href) return colour.underline(text);
  return /^[a-z][a-z0-9+.-]*:/i.test(href) ? `${text} (${colour.underline(href)})` : text;
}

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

const indent = (text: string, by: string): string => text.replace(/^(?=.)/gm, by);
