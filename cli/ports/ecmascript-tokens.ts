import { lexemes, type Lexeme } from "./ecmascript-lexemes.ts";

/**
 * What a formatter may not change in TypeScript or JavaScript: equal arrays mean that two texts
 * differ only in quotes, semicolons, commas, brackets and white space that say nothing.
 *
 * It errs on one side. Of two texts that both compile, a change of meaning is never called
 * formatting; an odd layout that means the same may be called a change. What cannot be read for
 * certain, such as an unclosed string, is one token as it stands.
 */
export function tokens(text: string): string[] {
  const code = lexemes(text);
  if (code === undefined) return [text];
  const result: string[] = [];
  const comments: string[] = [];
  for (const lexeme of code) {
    // A formatter moves a comment past punctuation, but never past a word.
    comments.push(...lexeme.comments);
    if (!isMark(lexeme)) result.push(...commentTexts(comments.splice(0)));
    result.push(...lineBreakBefore(lexeme));
    if (!saysNothing(lexeme)) result.push(canonical(lexeme));
  }
  return result;
}

const isMark = (lexeme: Lexeme | undefined, ...marks: readonly string[]): boolean =>
  lexeme?.kind === "Punctuator" && (marks.length === 0 || marks.includes(lexeme.text));

const isWord = (lexeme: Lexeme | undefined, words: RegExp): boolean =>
  lexeme?.kind === "IdentifierName" &&
  words.test(lexeme.text) &&
  !isMark(lexeme.previous, ".", "?.");

/** After these a line break ends the statement, as a semicolon would. */
const ENDED_BY_BREAK = /^(?:return|break|continue|yield)$/;
/** Names that become keywords if a word follows, some of them only on the same line. */
const MAY_TAKE_MORE =
  /^(?:abstract|accessor|asserts|async|await|declare|enum|get|global|interface|let|module|namespace|override|private|protected|public|readonly|set|static|type|unique|using)$/;
/** Before these a line break ends the statement, if it can end there. */
const BREAKS_BEFORE = /^(?:\+\+|--|!|as|is|satisfies)$/;
/** Words that carry on what stands before them. */
const CARRIES_ON = /^(?:as|extends|implements|in|instanceof|is|of|satisfies)$/;
/** Words that nothing can end on. */
const WANTS_MORE = /^(?:await|case|delete|do|else|in|instanceof|new|of|throw|typeof|void)$/;

/** The line break before a lexeme, where it means something. */
function lineBreakBefore(lexeme: Lexeme): string[] {
  const { previous } = lexeme;
  if (!lexeme.leads || lexeme.kind === "End" || isMark(lexeme, ";", "}")) return [];
  if (isWord(previous, ENDED_BY_BREAK)) return [";"];
  if (BREAKS_BEFORE.test(lexeme.text) && mayEnd(previous)) return [";"];
  const follows = !isMark(lexeme) || isMark(lexeme, "(", "[", "{", "*");
  return isWord(previous, MAY_TAKE_MORE) && follows ? ["\n"] : [];
}

function mayEnd(lexeme: Lexeme | undefined): boolean {
  if (lexeme === undefined || takesBody(lexeme)) return false;
  return isMark(lexeme) ? isMark(lexeme, ")", "]", "}", ">") : !isWord(lexeme, WANTS_MORE);
}

/** Is the next statement the body of this? A semicolon would be an empty body. */
function takesBody(lexeme: Lexeme | undefined): boolean {
  if (isWord(lexeme, /^(?:do|else)$/)) return true;
  const word = isMark(lexeme, ")") ? lexeme?.partner?.previous : undefined;
  const keyword = isWord(word, /^await$/) ? word?.previous : word;
  return isWord(keyword, /^(?:for|if|while|with)$/) && !closesDo(keyword);
}

/** Is it the `while` of `do { … } while (…)`? */
const closesDo = (keyword: Lexeme | undefined): boolean =>
  isMark(keyword?.previous, "}") && isWord(keyword?.previous?.partner?.previous, /^do$/);

function saysNothing(lexeme: Lexeme): boolean {
  if (lexeme.kind === "End") return true;
  if (!isMark(lexeme)) return false;
  switch (lexeme.text) {
    case ";":
      return isImpliedEnd(lexeme);
    case ",":
      return isTrailingComma(lexeme) || (isMemberComma(lexeme) && isImpliedEnd(lexeme));
    case "|":
    case "&":
      return isMark(lexeme.previous, "=", ":", "(", "[", "<", ",", "=>", "?");
    case "(":
      return holdsOneParameter(lexeme) || wrapsResult(lexeme);
    case ")":
      return lexeme.partner !== undefined && saysNothing(lexeme.partner);
    default:
      return false;
  }
}

/** A semicolon without which the statement would end all the same. */
function isImpliedEnd({ previous, next, inside }: Lexeme): boolean {
  if (isMark(inside, "(") || takesBody(previous)) return false;
  if (ends(next) || previous === undefined) return true;
  if (isWord(previous, ENDED_BY_BREAK) || isWord(previous, MAY_TAKE_MORE)) return false;
  return !carriesOn(next);
}

const ends = (next: Lexeme | undefined): boolean => next?.kind === "End" || isMark(next, ";", "}");

/** Could this be read as part of what stands before it, but for a semicolon? */
function carriesOn(lexeme: Lexeme | undefined): boolean {
  if (isMark(lexeme)) return !isMark(lexeme, "@", "~", "}");
  return isWord(lexeme, CARRIES_ON) || /Template|Regular/.test(lexeme?.kind ?? "");
}

/** `[a, ]`, but not the hole of `[a, , ]`. */
const isTrailingComma = ({ previous, next }: Lexeme): boolean =>
  isMark(next, ")", "]", "}", ">") && !isMark(previous, ",", "[", "(", "{", "<");

/** In an interface a comma is a semicolon. */
function isMemberComma({ inside }: Lexeme): boolean {
  let head = isMark(inside, "{") ? inside?.previous : undefined;
  while (head?.kind === "IdentifierName" || isMark(head, ",", ".", "<", ">")) {
    if (isWord(head, /^interface$/)) return true;
    head = head?.previous;
  }
  return false;
}

/** The parentheses of `(x) => …`. */
const holdsOneParameter = ({ next, partner }: Lexeme): boolean =>
  next?.kind === "IdentifierName" && next.next === partner && isMark(partner?.next, "=>");

/** Parentheses that only hold a long result together: `return ( … );`, `=> ( … )`. */
function wrapsResult(open: Lexeme): boolean {
  const after = open.partner?.next;
  const ended = ends(after) || (after?.leads === true && !carriesOn(after));
  if (isWord(open.previous, /^(?:return|throw)$/)) return !open.leads && ended;
  if (!isMark(open.previous, "=>") || isMark(open.next, "{") || holdsComma(open)) return false;
  return ended || isMark(after, ",", ")", "]");
}

function holdsComma(open: Lexeme): boolean {
  for (let at = open.next; at !== undefined && at !== open.partner; at = at.next) {
    if (isMark(at, ",") && at.inside === open) return true;
  }
  return false;
}

/** A lexeme as no formatter would leave it, but each in the same way. */
function canonical(lexeme: Lexeme): string {
  if (isMark(lexeme, ",") && isMemberComma(lexeme)) return ";";
  if (lexeme.kind !== "StringLiteral") return lexeme.text;
  const content = lexeme.text.slice(1, -1).replace(/\\([^])/g, unescapedQuote);
  return isKey(lexeme) && /^[A-Za-z_$][\w$]*$/.test(content) ? content : `"${content}`;
}

const unescapedQuote = (escape: string, character: string): string =>
  character === '"' || character === "'" ? character : escape;

/** Is it the quoted name of a property, as in `{ "a": 1 }` or `{ "a"?: string }`? */
function isKey({ previous, next, inside }: Lexeme): boolean {
  const colon = isMark(next, "?") ? next?.next : next;
  const begins = isMark(previous, "{", ",", ";") || isWord(previous, /^readonly$/);
  return begins && isMark(colon, ":") && isMark(inside, "{") && !isMark(inside?.previous, ")");
}

/** Comments as their kinds and words, however they are indented and wrapped. */
function commentTexts(comments: readonly string[]): string[] {
  const texts: string[] = [];
  for (const comment of comments) {
    const text = commentText(comment);
    const last = texts.at(-1);
    // Adjacent line comments are one text: wrapping moves words between them.
    if (last?.startsWith("//") && text.startsWith("//")) texts.push(texts.pop() + text.slice(2));
    else texts.push(text);
  }
  return texts;
}

function commentText(comment: string): string {
  const kind = /^(?:\/\/|\/\*\*?(?!\/)|#!)/.exec(comment)?.[0] ?? "";
  const lines = comment.slice(kind.length).replace(/\*\/$/, "").split("\n");
  const words = lines.flatMap((line) => line.replace(/^\s*\*(?=\s|$)/, "").split(/\s+/));
  return [kind, ...words.filter((word) => word !== "")].join(" ");
}
