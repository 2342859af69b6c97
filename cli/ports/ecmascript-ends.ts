import { isMark, isWord, type Lexeme } from "./ecmascript-lexemes.ts";

/*
 * Where statements end: by a semicolon, by a line break, or by a bracket.
 *
 * A semicolon says nothing where the next lexeme could not carry the statement on: a formatter may
 * drop it, since a line break ends the statement as well. A line break says something in the few
 * places where the same lexemes on one line would mean something else.
 */

/** After these a line break ends the statement. */
const ENDED_BY_BREAK = /^(?:return|break|continue)$/;
/** Names that become keywords if a word follows, some of them only on the same line. */
const MAY_TAKE_MORE =
  /^(?:abstract|accessor|asserts|async|await|declare|enum|get|global|interface|let|module|namespace|override|private|protected|public|readonly|set|static|type|unique|using|yield)$/;
/** Before these a line break ends the statement, if it can end there. */
const BREAKS_BEFORE = /^(?:\+\+|--|!|as|is|satisfies)$/;
/** Words that carry on what stands before them. */
const CARRIES_ON = /^(?:as|extends|implements|in|instanceof|is|of|satisfies)$/;
/** Of these, those that may as well be names where they lead a line. */
const NAMES_AT_LINE_START = /^(?:as|is|of|satisfies)$/;
/** Words that nothing can end on. */
const WANTS_MORE = /^(?:case|delete|do|else|in|instanceof|new|throw|typeof)$/;

/** What the line break before a lexeme says: nothing, the end of a statement, or "not as one line". */
export function lineBreakBefore(lexeme: Lexeme): string[] {
  const { previous } = lexeme;
  if (!lexeme.leads || lexeme.kind === "End" || isMark(lexeme, ";", "}")) return [];
  // (What begins with punctuation could be the parameters of a member named `return`.)
  if (isWord(previous, ENDED_BY_BREAK)) return isMark(lexeme) ? ["\n"] : [";"];
  // What has a type before it would be an array of it, or an index, on one line.
  if (isMark(lexeme, "[") && mayEnd(previous)) return ["\n"];
  const follows = !isMark(lexeme) || isMark(lexeme, "(", "[", "{", "*");
  if (isWord(previous, MAY_TAKE_MORE) && follows) return ["\n"];
  return BREAKS_BEFORE.test(lexeme.text) && mayEnd(previous) ? [";"] : [];
}

/** Would the statement end here without the semicolon? */
export function isImpliedEnd({ previous, next, inside, ended: last }: Lexeme): boolean {
  if (isMark(inside, "(") || takesBody(last) || isMark(last, ":")) return false;
  const begins = last === undefined || isMark(last, "{");
  // At the head of a block strings are directives, but not behind an empty statement.
  if (next?.kind === "StringLiteral" && (begins || last !== previous)) return false;
  return begins || endsBetween(last, next);
}

/** Does the statement that may end with `last` end there, if nothing but a line break follows? */
export function endsBetween(last: Lexeme | undefined, next: Lexeme | undefined): boolean {
  if (isEnd(next)) return true;
  if (isWord(last, ENDED_BY_BREAK) || isWord(last, MAY_TAKE_MORE)) return false;
  return !carriesOn(next);
}

export const isEnd = (lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === "End" || isMark(lexeme, ";", "}");

/** Is this the first lexeme of a line, and of a statement? */
export const beginsStatement = (lexeme: Lexeme | undefined): boolean =>
  lexeme?.leads === true &&
  mayEnd(lexeme.previous) &&
  (isWord(lexeme, NAMES_AT_LINE_START) || !carriesOn(lexeme));

/** Is the next statement the body of this? A semicolon would be an empty body. */
export function takesBody(lexeme: Lexeme | undefined): boolean {
  if (isWord(lexeme, /^(?:do|else)$/)) return true;
  const word = isMark(lexeme, ")") ? lexeme?.partner?.previous : undefined;
  const keyword = isWord(word, /^await$/) ? word?.previous : word;
  return isWord(keyword, /^(?:for|if|while|with)$/) && !closesDo(keyword);
}

/** Is it the `while` of `do { … } while (…)`? */
const closesDo = (keyword: Lexeme | undefined): boolean =>
  isMark(keyword?.previous, "}") && isWord(keyword?.previous?.partner?.previous, /^do$/);

/** Could a statement end with this? */
function mayEnd(lexeme: Lexeme | undefined): boolean {
  if (lexeme === undefined || takesBody(lexeme)) return false;
  return isMark(lexeme)
    ? isMark(lexeme, ")", "]", "}", ">", "++", "--", "!")
    : !isWord(lexeme, WANTS_MORE);
}

/** Could this be read as part of what stands before it, but for a semicolon? */
function carriesOn(lexeme: Lexeme | undefined): boolean {
  if (isMark(lexeme)) return !isMark(lexeme, "@", "~", "}");
  return isWord(lexeme, CARRIES_ON) || /Template|Regular/.test(lexeme?.kind ?? "");
}
