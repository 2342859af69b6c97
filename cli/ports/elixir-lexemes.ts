/** A word, a literal or a mark of Elixir, and what stands around it. */
export interface Lexeme {
  readonly kind: "word" | "atom" | "key" | "number" | "string" | "mark" | "comment" | "break";
  readonly text: string;
  /** Is there white space before it? */
  readonly spaced: boolean;
}

/**
 * The lexemes of a text, or undefined where it cannot be read for certain, such as at an unclosed
 * string. Comments and line breaks are lexemes too.
 */
export function lexemes(text: string): Lexeme[] | undefined {
  const source = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const result: Lexeme[] = [];
  let spaced = true;
  for (let at = 0; at < source.length;) {
    const space = match(source, at, SPACE);
    if (space !== undefined) {
      [spaced, at] = [true, at + space.length];
      continue;
    }
    const [kind, value] = literalAt(source, at) ?? partAt(source, at) ?? [];
    if (kind === undefined || value === undefined) return undefined;
    result.push({ kind, text: value, spaced });
    [spaced, at] = [kind === "break", at + value.length];
  }
  return result;
}

const SPACE = /(?:[ \t\f]|\\\n)+/y;
const NAME = String.raw`[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*[?!]?`;
const OPERATORS =
  "+++ --- === !== &&& ||| ^^^ ~~~ <<< >>> <<~ ~>> <~> <|> ... ++ -- ** .. // == != =~ <= >= && || <> |> <~ ~> -> <- => :: \\\\ << >>";
const MARK = OPERATORS.split(" ").map((mark) => mark.replace(/[.|+*^\\]/g, String.raw`\$&`));

type Part = readonly [Lexeme["kind"], string];

const PARTS: readonly (readonly [Lexeme["kind"], RegExp])[] = [
  ["break", /\n/y],
  ["comment", /#[^\n]*/y],
  ["number", /0x[\da-f_]+|0[bo][\d_]+|\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?\d+)?)?/iy],
  ["number", /\?(?:\\[^]|[^\s\\])/uy],
  ["key", new RegExp(`${NAME}:(?=\\s)`, "uy")],
  ["word", new RegExp(NAME, "uy")],
  ["atom", new RegExp(`:(?:${NAME}|@)`, "uy")],
  ["mark", new RegExp(MARK.join("|"), "y")],
  ["mark", /[()[\]{}<>.,:;@=+\-*/%&|^!]/y],
];

function partAt(text: string, at: number): Part | undefined {
  for (const [kind, pattern] of PARTS) {
    const value = match(text, at, pattern);
    if (value !== undefined) return [kind, value];
  }
  return undefined;
}

const OPENING = /(?:~(?<sigil>[a-z]+|[A-Z]))?(?<open>"""|'''|["'/|([{<])|:(?<quoted>["'])/y;
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

function opensLiteral(text: string, at: number): boolean {
  OPENING.lastIndex = at;
  const { sigil, open = "", quoted } = OPENING.exec(text)?.groups ?? {};
  return sigil !== undefined || quoted !== undefined || /["']/.test(open);
}

/** A string, a charlist, a heredoc, a sigil or a quoted atom. */
function literalAt(text: string, at: number): Part | undefined {
  if (!opensLiteral(text, at)) return undefined;
  OPENING.lastIndex = at;
  const found = OPENING.exec(text);
  const { sigil, open = "", quoted } = found?.groups ?? {};
  if (found === null) return undefined;
  const start = at + found[0].length;
  const opened = quoted ?? open;
  const end = endOfString(text, start, CLOSING[opened] ?? opened, !/^[A-Z]/.test(sigil ?? "a"));
  if (end === undefined) return undefined;
  const modifiers = sigil === undefined ? "" : (match(text, end, /[a-zA-Z]+/y) ?? "");
  return [quoted === undefined ? "string" : "atom", text.slice(at, end) + modifiers];
}

/** Where a string that is open at `at` ends. Code in #{} may hold strings of its own. */
function endOfString(
  text: string,
  at: number,
  close: string,
  interpolates: boolean,
): number | undefined {
  while (at < text.length) {
    if (text.startsWith(close, at)) return at + close.length;
    if (text[at] === "\\") at += 2;
    else if (interpolates && text.startsWith("#{", at)) {
      const end = endOfCode(text, at + 2);
      if (end === undefined) return undefined;
      at = end;
    } else at += 1;
  }
  return undefined;
}

function endOfCode(text: string, at: number): number | undefined {
  while (at < text.length && text[at] !== "}") {
    const literal = literalAt(text, at);
    // What is not closed by now never is; to read on would be to try every way to read the rest.
    if (literal === undefined && opensLiteral(text, at)) return undefined;
    const [, value = text[at] ?? ""] = literal ?? [];
    if (value !== "{") at += value.length;
    else {
      const end = endOfCode(text, at + 1);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return at < text.length ? at + 1 : undefined;
}

function match(text: string, at: number, pattern: RegExp): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Is it one of these marks? */
export const isMark = (lexeme: Lexeme | undefined, ...marks: readonly string[]): boolean =>
  lexeme?.kind === "mark" && marks.includes(lexeme.text);

/** Is it a word of these? */
export const isWord = (lexeme: Lexeme | undefined, words: RegExp): boolean =>
  lexeme?.kind === "word" && words.test(lexeme.text);
