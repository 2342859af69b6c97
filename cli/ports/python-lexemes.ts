/** A word, a literal, a mark of Python, or what its layout says, and where it stands. */
export interface Lexeme {
  readonly kind: "word" | "number" | "string" | "mark" | Layout;
  readonly text: string;
  /** The comments between the lexeme before and this one, as they stand. */
  readonly comments: readonly string[];
  readonly previous: Lexeme | undefined;
  next?: Lexeme;
  /** Of a bracket: the other one of the pair. */
  partner?: Lexeme;
  /** The innermost bracket that is open here. */
  readonly inside: Lexeme | undefined;
  /** The first lexeme of its logical line; none if it is that itself, or layout. */
  readonly first: Lexeme | undefined;
}

type Layout = "newline" | "indent" | "dedent" | "end";

/**
 * The lexemes of a text; or undefined where it cannot be read for certain: an unclosed string or
 * bracket, a line indented like none above it, an f-string with quotes in its braces.
 */
export function lexemes(text: string): Lexeme[] | undefined {
  const reader = new Reader();
  const source = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  for (let at = 0; at < source.length;) {
    const [kind, value] = matchAt(source, at) ?? [];
    if (kind === undefined || value === undefined || !reader.read(kind, value)) return undefined;
    at += value.length;
  }
  return reader.end();
}

type Part = "word" | "number" | "string" | "mark" | "comment" | "space" | "break";

const PARTS: readonly (readonly [Part, RegExp])[] = [
  ["space", /(?:[ \t\f]|\\\n)+/y],
  ["break", /\n/y],
  ["comment", /#[^\n]*/y],
  ["string", /[rbuft]{0,2}(?:"""(?:\\[^]|(?!""")[^\\])*"""|'''(?:\\[^]|(?!''')[^\\])*''')/iy],
  ["string", /[rbuft]{0,2}(?:"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')/iy],
  ["number", /0[xbo][\da-f_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[+-]?[\d_]+)?j?/iy],
  ["word", /[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*/uy],
  ["mark", /\.\.\.|\*\*=|\/\/=|>>=|<<=|->|:=|[=!<>+\-*/%&|^@]=|\*\*|\/\/|<<|>>/y],
  ["mark", /[()[\]{}.,:;@=+\-*/%&|^~<>]/y],
];

function matchAt(text: string, at: number): readonly [Part, string] | undefined {
  for (const [part, pattern] of PARTS) {
    pattern.lastIndex = at;
    const value = pattern.exec(text)?.[0];
    if (value === undefined) continue;
    return part === "string" && mayEndEarly(value) ? undefined : [part, value];
  }
  return undefined;
}

/** Is it an f-string whose closing quote may open a string within its braces? */
function mayEndEarly(literal: string): boolean {
  if (!/^\w*[ft]/i.test(literal)) return false;
  const plain = literal.replace(/\{\{|\}\}/g, "");
  const other = /^\w*"/.test(literal) ? /'[^']*'/g : /"[^"]*"/g;
  return [plain, plain.replace(other, "")].some(
    (content) => content.split("{").length !== content.split("}").length,
  );
}

const CLOSES: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Puts lexemes in line, pairs brackets, and turns line breaks and indentation into lexemes. */
class Reader {
  readonly #lexemes: Lexeme[] = [];
  readonly #indents = [0];
  readonly #open: Lexeme[] = [];
  #comments: string[] = [];
  /** The first lexeme of the logical line; none at its beginning. */
  #first: Lexeme | undefined;
  /** How far the physical line is indented. */
  #column = 0;

  /** Takes the next part of the text; false if it makes no sense there. */
  read(part: Part, value: string): boolean {
    if (part === "space") return this.#space(value);
    if (part === "comment") this.#comments.push(value);
    else if (part === "break") this.#breakLine();
    else return this.#indent() && this.#take(part, value);
    return true;
  }

  /** A line that is carried on within its indentation has that of its first part: no one writes it. */
  #space(value: string): boolean {
    if (this.#first !== undefined) return true;
    if (value.includes("\\")) return this.#open.length > 0;
    this.#column += columns(value);
    return true;
  }

  end(): Lexeme[] | undefined {
    if (this.#open.length > 0) return undefined;
    this.#breakLine();
    this.#indent();
    this.#push("end", "");
    return this.#lexemes;
  }

  #breakLine(): void {
    if (this.#open.length > 0) return;
    if (this.#first !== undefined) this.#push("newline", "\n");
    this.#first = undefined;
    this.#column = 0;
  }

  #indent(): boolean {
    if (this.#first !== undefined) return true;
    if (this.#column > (this.#indents.at(-1) ?? 0)) {
      this.#indents.push(this.#column);
      this.#push("indent", "");
    }
    while (this.#column < (this.#indents.at(-1) ?? 0)) {
      this.#indents.pop();
      this.#push("dedent", "");
    }
    return this.#column === this.#indents.at(-1);
  }

  #take(kind: "word" | "number" | "string" | "mark", value: string): boolean {
    const isMark = kind === "mark";
    const opens = isMark && "([{".includes(value);
    const partner = isMark && value in CLOSES ? this.#open.pop() : undefined;
    if (isMark && partner?.text !== CLOSES[value]) return false;
    const lexeme = this.#push(kind, value);
    if (partner !== undefined) [lexeme.partner, partner.partner] = [partner, lexeme];
    if (opens) this.#open.push(lexeme);
    return true;
  }

  #push(kind: Lexeme["kind"], text: string): Lexeme {
    const previous = this.#lexemes.at(-1);
    const comments = kind === "newline" ? [] : this.#comments.splice(0);
    const isLayout = /newline|dent|end/.test(kind);
    const first = isLayout ? undefined : this.#first;
    const lexeme: Lexeme = { kind, text, comments, previous, inside: this.#open.at(-1), first };
    if (!isLayout) this.#first ??= lexeme;
    if (previous !== undefined) previous.next = lexeme;
    this.#lexemes.push(lexeme);
    return lexeme;
  }
}

/** How far this white space reaches: a tab to the next multiple of 8; a form feed begins anew. */
function columns(space: string): number {
  let column = 0;
  for (const character of space) {
    if (character === "\f") column = 0;
    else column = character === "\t" ? (column | 7) + 1 : column + 1;
  }
  return column;
}

/** Is it one of these marks? Without marks: is it any? */
export const isMark = (lexeme: Lexeme | undefined, ...marks: readonly string[]): boolean =>
  lexeme?.kind === "mark" && (marks.length === 0 || marks.includes(lexeme.text));

/** Is it a word of these? */
export const isWord = (lexeme: Lexeme | undefined, words: RegExp): boolean =>
  lexeme?.kind === "word" && words.test(lexeme.text);

/** What stands in these brackets, and not in others within them. */
export function directlyIn(open: Lexeme): Lexeme[] {
  const result: Lexeme[] = [];
  for (let at = open.next; at !== undefined && at !== open.partner; at = at.next) {
    if (at.inside === open) result.push(at);
  }
  return result;
}
