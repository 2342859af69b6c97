import jsTokens from "js-tokens";

/** A word, a literal or a punctuation mark of TypeScript or JavaScript, and where it stands. */
export interface Lexeme {
  /** What js-tokens calls it; "End" is the end of the text. */
  readonly kind: string;
  readonly text: string;
  /** Does nothing stand between the lexeme before and this one? */
  readonly glued: boolean;
  /** Is it the first of its line? */
  readonly leads: boolean;
  /** The comments between the lexeme before and this one, as they stand. */
  readonly comments: readonly string[];
  readonly previous: Lexeme | undefined;
  /** The nearest lexeme before it that is no semicolon. */
  readonly ended: Lexeme | undefined;
  next?: Lexeme;
  /** Of a bracket: the other one of the pair. */
  partner?: Lexeme;
  /** The innermost open bracket it stands in. */
  inside?: Lexeme;
}

/** The lexemes of a text, or undefined where a string or a comment is not closed. */
export function lexemes(text: string): Lexeme[] | undefined {
  const result: Lexeme[] = [];
  let comments: string[] = [];
  let [glued, leads] = [true, true];
  const push = (kind: string, part: string): void => {
    const previous = result.at(-1);
    const ended = isMark(previous, ";") ? previous?.ended : previous;
    const lexeme: Lexeme = { kind, text: part, glued, leads, comments, previous, ended };
    if (previous !== undefined) previous.next = lexeme;
    result.push(lexeme);
    [comments, glued, leads] = [[], true, false];
  };
  for (const { type, value, ...token } of jsTokens(text)) {
    if ("closed" in token && !token.closed) return undefined;
    if (type === "Invalid" && value !== "@") return undefined;
    if (/Comment|Line|White/.test(type)) glued = false;
    if (/Comment|Line/.test(type)) leads ||= /[\n\r\u2028\u2029]/.test(value);
    if (type.endsWith("Comment")) comments.push(value);
    else if (/^>>+$/.test(value)) for (const mark of value) push(type, mark);
    else if (!/^(?:White|Line)/.test(type)) push(value === "@" ? "Punctuator" : type, value);
  }
  push("End", "");
  pairBrackets(result);
  return result;
}

const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Tells each bracket its partner, if it has one, and each lexeme what it stands in. */
function pairBrackets(code: readonly Lexeme[]): void {
  const open: Lexeme[] = [];
  for (const lexeme of code) {
    const mark = lexeme.kind === "Punctuator" ? lexeme.text : "";
    const partner = open.at(-1);
    if (partner !== undefined && partner.text === PAIRS[mark]) {
      open.pop();
      [lexeme.partner, partner.partner] = [partner, lexeme];
    }
    const inside = open.at(-1);
    if (inside !== undefined) lexeme.inside = inside;
    if (["(", "[", "{"].includes(mark)) open.push(lexeme);
  }
}

/** Is it one of these punctuation marks? Without marks: is it any? */
export const isMark = (lexeme: Lexeme | undefined, ...marks: readonly string[]): boolean =>
  lexeme?.kind === "Punctuator" && (marks.length === 0 || marks.includes(lexeme.text));

/** Is it a word of these, and not the name of a member, as in `map.get`? */
export const isWord = (lexeme: Lexeme | undefined, words: RegExp): boolean =>
  lexeme?.kind === "IdentifierName" &&
  words.test(lexeme.text) &&
  !isMark(lexeme.previous, ".", "?.");

/** What stands in these brackets, and not in others within them. */
export function directlyIn(open: Lexeme): Lexeme[] {
  const result: Lexeme[] = [];
  for (let at = open.next; at !== undefined && at !== open.partner; at = at.next) {
    if (at.inside === open) result.push(at);
  }
  return result;
}
