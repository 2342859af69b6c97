/** What tells one language of the C family from another when its text is taken apart. */
export interface CFamily {
  /** Literals that not every language of the family has, tried before anything else; sticky. */
  readonly literals?: readonly RegExp[];
  /** Marks that only this language reads as one, such as Go's <-. */
  readonly marks?: readonly string[];
  /** What shows that a text is more than its language says, so that nothing is certain. */
  readonly unreadable?: RegExp;
  /** Does a block comment end only where those within it do? */
  readonly nestedComments?: boolean;
  /** What the end of a line can mean: the end of a statement (Go) or of a # directive (C). */
  readonly lineEnds?: "statement" | "directive";
  /** Does this comma before a closing bracket say nothing? Left out, every comma counts. */
  readonly isOptional?: (comma: Lexeme) => boolean;
  /** Is this an opening brace, and do it and its partner say nothing? Left out, every brace counts. */
  readonly wraps?: (brace: Lexeme) => boolean;
}

export interface Lexeme {
  readonly kind: "word" | "literal" | "mark" | "comment";
  readonly text: string;
  /** The neighbours, comments left out. */
  readonly previous: Lexeme | undefined;
  next?: Lexeme;
  /** The innermost bracket that is open here. */
  readonly inside: Lexeme | undefined;
  /** Of a bracket, the other one. */
  partner?: Lexeme | undefined;
}

/** The lexemes of a text, or undefined where it cannot be read for certain. */
export function lexemes(text: string, language: CFamily): Lexeme[] | undefined {
  if (language.unreadable?.test(text)) return undefined;
  const reader = new Reader(language);
  const rules = rulesOf(language);
  // C joins the lines of a text at its backslashes before anything else.
  const source = language.lineEnds === "directive" ? text.replace(/\\\r?\n/g, "") : text;
  for (let at = 0; at < source.length;) {
    const [kind, value] = matchAt(source, at, rules, language) ?? [];
    if (kind === undefined || value === undefined) return undefined;
    reader.read(kind, value);
    at += value.length;
  }
  return reader.end();
}

type Kind = Lexeme["kind"] | "space";
type Rule = readonly [Kind, RegExp];

const WORD = String.raw`[\p{L}\p{Nl}_$][\p{L}\p{N}\p{M}\p{Pc}$]*`;
const NUMBER = [
  String.raw`0[xX][\da-fA-F_]*(?:\.[\da-fA-F_]*(?=[pP]))?(?:[pP][+-]?\d+)?\w*`,
  String.raw`(?:\d[\d_]*(?:\.(?![.\p{L}_])[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?[\d_]+)?[\p{L}\p{N}_]*`,
].join("|");
const MARKS = "... ..= .. :: := -> => <<= << <= >= == != && || ++ -- += -= *= /= %= &= |= ^= ##";

function rulesOf({ literals = [], marks = [] }: CFamily): readonly Rule[] {
  const long = [...marks, ...MARKS.split(" ")].map((mark) => mark.replace(/[.|+*^]/g, "\\$&"));
  return [
    ["space", /[ \t\n\r\f\v]+/y],
    ["comment", /\/\/[^\n]*/y],
    ...literals.map((literal): Rule => ["literal", literal]),
    ["literal", /"(?:\\[^]|[^"\\])*"/y],
    ["literal", /'(?:\\.|[^'\\\n])+'/y],
    ["literal", new RegExp(NUMBER, "uy")],
    ["word", new RegExp(WORD, "uy")],
    ["mark", new RegExp(long.join("|"), "y")],
    ["mark", /[^"'`\\]/uy],
  ];
}

function matchAt(
  text: string,
  at: number,
  rules: readonly Rule[],
  { nestedComments = false }: CFamily,
): readonly [Kind, string] | undefined {
  if (text.startsWith("/*", at)) {
    const end = endOfComment(text, at, nestedComments);
    return end === undefined ? undefined : ["comment", text.slice(at, end)];
  }
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = at;
    const value = pattern.exec(text)?.[0];
    if (value !== undefined && value !== "") return [kind, value];
  }
  return undefined;
}

function endOfComment(text: string, start: number, nested: boolean): number | undefined {
  const edge = nested ? /\/\*|\*\//g : /\*\//g;
  edge.lastIndex = start + 2;
  for (let depth = 1, match = edge.exec(text); match !== null; match = edge.exec(text)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return undefined;
}

/** Puts lexemes in a row, with the ends of lines that mean something, and ties them together. */
class Reader {
  private readonly result: Lexeme[] = [];
  private readonly open: Lexeme[] = [];
  private readonly lineEnds: CFamily["lineEnds"];
  private last: Lexeme | undefined;
  private startsLine = true;
  private inDirective = false;

  constructor({ lineEnds }: CFamily) {
    this.lineEnds = lineEnds;
  }

  read(kind: Kind, text: string): void {
    if (kind === "space" || kind === "comment") this.readGap(kind, text);
    else if (this.lineEnds === "directive" && this.startsLine && text === "#") this.directive();
    else this.push({ kind, text });
  }

  end(): Lexeme[] {
    this.endLine();
    return this.result;
  }

  private readGap(kind: "space" | "comment", text: string): void {
    const breaks = text.includes("\n");
    // To Go a comment over several lines is a line break; to C it is a blank, even in a directive.
    const endsLine = breaks && (kind === "space" || this.lineEnds === "statement");
    if (endsLine) this.endLine();
    if (kind === "comment") this.result.push(this.lexeme({ kind, text }));
    if (breaks) this.startsLine = true;
  }

  private directive(): void {
    this.inDirective = true;
    this.push({ kind: "mark", text: "\n#" });
  }

  private endLine(): void {
    if (this.inDirective) this.push({ kind: "mark", text: "\n" });
    if (this.lineEnds === "statement" && this.last !== undefined && endsStatement(this.last)) {
      this.push({ kind: "mark", text: ";" });
    }
    [this.inDirective, this.startsLine] = [false, true];
  }

  private push(part: Pick<Lexeme, "kind" | "text">): void {
    const opening = isMark(part, ")", "]", "}") ? this.open.pop() : undefined;
    const lexeme: Lexeme = { ...this.lexeme(part), partner: opening };
    if (opening !== undefined) opening.partner = lexeme;
    if (this.last !== undefined) this.last.next = lexeme;
    if (isMark(part, "(", "[", "{")) this.open.push(lexeme);
    this.result.push(lexeme);
    [this.last, this.startsLine] = [lexeme, false];
  }

  private lexeme(part: Pick<Lexeme, "kind" | "text">): Lexeme {
    return { ...part, previous: this.last, inside: this.open.at(-1) };
  }
}

/** May Go put a semicolon after it at the end of a line? */
function endsStatement(lexeme: Lexeme): boolean {
  if (lexeme.kind === "mark") return isMark(lexeme, ")", "]", "}", "++", "--");
  return lexeme.kind === "literal" || !GO_KEYWORDS.has(lexeme.text);
}

const GO_KEYWORDS: ReadonlySet<string> = new Set(
  // Without break, continue, fallthrough and return, which can end a statement.
  (
    "case chan const default defer else for func go goto if import interface map package range " +
    "select struct switch type var"
  ).split(" "),
);

/** Is it one of these marks? */
export const isMark = (
  lexeme: Pick<Lexeme, "kind" | "text"> | undefined,
  ...marks: readonly string[]
): boolean => lexeme?.kind === "mark" && marks.includes(lexeme.text);
