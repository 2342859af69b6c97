import { isMark, isWord, lexemes, type Lexeme } from "./elixir-lexemes.ts";

/**
 * What a formatter may not change in Elixir: equal arrays mean that two texts differ only in white
 * space, in line breaks that end nothing, and in the place of a comment within its statement.
 *
 * It errs on one side. Of two texts that both compile, a change of meaning is never called
 * formatting; an odd layout that means the same, or parentheses that say nothing, may be called a
 * change. What cannot be read for certain, such as an unclosed string, is one token as it stands.
 */
export function tokens(text: string): string[] {
  const code = lexemes(text);
  const writer = new Writer();
  const meaningful = code?.filter(({ kind }) => kind !== "comment") ?? [];
  let index = 0;
  for (const lexeme of code ?? []) {
    if (lexeme.kind === "comment") {
      // Right behind an operator, a comment makes it a prefix: `f +# …` is f(+…).
      if (!lexeme.spaced && meaningful[index - 1]?.kind === "mark") return [text];
      writer.comment(lexeme.text);
    } else if (!writer.write(lexeme, meaningful, index++)) return [text];
  }
  return code === undefined ? [text] : (writer.end() ?? [text]);
}

const BREAK = "\n";
const CLOSES: Readonly<Record<string, string>> = {
  ")": "(",
  "]": "[",
  "}": "{",
  ">>": "<<",
  end: "do",
};

class Writer {
  readonly #result: string[] = [];
  /** The tokens of the statement. Its comments go before it: a formatter moves them there. */
  #statement: string[] = [];
  /** What is open: brackets, "do" for any block, and "((" for parentheses around expressions. */
  readonly #open: string[] = [];

  comment(text: string): void {
    this.#result.push(text.replace(/^#[ \t]*/, "# ").trimEnd());
  }

  /** Takes the next lexeme; false if it closes what is not open. */
  write(lexeme: Lexeme, code: readonly Lexeme[], index: number): boolean {
    // Of several line breaks the first has said it all.
    if (lexeme.kind === "break" && code[index - 1]?.kind === "break") return true;
    const before = lastBut(code, index - 1, -1);
    const after = lastBut(code, index + 1, 1);
    if (lexeme.kind === "break" || isMark(lexeme, ";")) {
      if (isMark(lexeme, ";") || this.#ends(before, after)) this.#break();
      return true;
    }
    if (isMark(lexeme, ",") && isMark(after, "]", "}", ">>")) return true;
    const previous = code[index - 1];
    if (!this.#nest(lexeme, previous, index)) return false;
    this.#statement.push(token(lexeme, previous, code[index + 1]));
    return true;
  }

  end(): string[] | undefined {
    this.#break();
    return this.#open.length === 0 ? this.#result : undefined;
  }

  #break(): void {
    if (this.#statement.length === 0) return;
    this.#result.push(...this.#statement.splice(0), BREAK);
  }

  /** Does a line break end a statement here? */
  #ends(before: Lexeme | undefined, after: Lexeme | undefined): boolean {
    const inside = this.#open.at(-1) ?? "do";
    return /^(?:do|\(\()$/.test(inside) && !leadsOn(before) && !carriesOn(after);
  }

  #nest(lexeme: Lexeme, previous: Lexeme | undefined, index: number): boolean {
    const isKeyword = lexeme.kind === "word" && !isMark(previous, ".");
    const text = isKeyword || lexeme.kind === "mark" ? lexeme.text : "";
    if (text === "do" || text === "fn") this.#open.push("do");
    else if (text === "(")
      this.#open.push(index > 0 && !lexeme.spaced && takes(previous) ? "(" : "((");
    else if (/^(?:\[|\{|<<)$/.test(text)) this.#open.push(text);
    else if (text in CLOSES) return this.#open.pop()?.[0] === CLOSES[text]?.[0];
    return true;
  }
}

/** The nearest lexeme from here on that is no line break. */
function lastBut(code: readonly Lexeme[], index: number, step: 1 | -1): Lexeme | undefined {
  while (code[index]?.kind === "break") index += step;
  return code[index];
}

/** Does the expression go on after this, whatever the line break? */
const leadsOn = (lexeme: Lexeme | undefined): boolean =>
  lexeme === undefined ||
  isWord(lexeme, /^(?:after|and|catch|do|else|fn|in|not|or|rescue|when)$/) ||
  lexeme.kind === "key" ||
  (lexeme.kind === "mark" && !isMark(lexeme, ")", "]", "}", ">>", "..", "..."));

/** Could nothing begin with this? Then it carries on, or closes, what stands before it. */
const carriesOn = (lexeme: Lexeme | undefined): boolean =>
  lexeme === undefined ||
  isWord(lexeme, /^(?:after|and|catch|do|else|end|in|or|rescue|when)$/) ||
  (lexeme.kind === "mark" && !/^(?:[([{%@&!^+-]|<<|~~~|\.\.\.?|->|;)$/.test(lexeme.text));

/** Is a parenthesis or bracket right behind this its argument? */
const takes = (lexeme: Lexeme | undefined): boolean =>
  /word|atom|string/.test(lexeme?.kind ?? "") || isMark(lexeme, ")", "]", "}", ".");

/** The lexeme, and what the white space around it says: `f (x)`, `f(x)`, `f -1` and `f - 1` differ. */
function token(lexeme: Lexeme, previous: Lexeme | undefined, next: Lexeme | undefined): string {
  const { kind, text, spaced } = lexeme;
  if (kind === "string") return heredoc(text);
  if (kind === "number") return /^\d/.test(text) ? number(text) : text;
  if (kind !== "mark" || !takes(previous)) return text;
  if (/^[([{]$/.test(text)) return spaced ? ` ${text}` : text;
  const touches = next?.spaced === false && next.kind !== "break";
  const isPrefix = spaced && touches && previous?.kind === "word";
  return isPrefix && /^(?:[+\-&!^@%:]|\.\.|<<|~~~)$/.test(text) ? ` ${text}` : text;
}

/** 0xFF as 0xff, 10_000 as 10000 */
const number = (text: string): string => text.toLowerCase().replaceAll("_", "");

/** A heredoc without the indentation of its closing quotes, which is no part of it. */
function heredoc(text: string): string {
  const margin = /\n([ \t]*)(?:"""|''')\w*$/.exec(text)?.[1];
  if (margin === undefined || !/^(?:~\w+)?(?:"""|''')/.test(text)) return text;
  const indentation = new RegExp(String.raw`\n[ \t]{0,${margin.length}}`, "g");
  return text.replace(indentation, "\n");
}
