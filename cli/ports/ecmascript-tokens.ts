import { commentTexts } from "./ecmascript-comments.ts";
import {
  beginsStatement,
  endsBetween,
  isEnd,
  isImpliedEnd,
  lineBreakBefore,
  takesBody,
} from "./ecmascript-ends.ts";
import { directlyIn, isMark, isWord, lexemes, type Lexeme } from "./ecmascript-lexemes.ts";

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
    if (result.at(-1) !== ";") result.push(...lineBreakBefore(lexeme));
    if (!saysNothing(lexeme)) result.push(canonical(lexeme));
  }
  return result;
}

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
      return holdsOneParameter(lexeme) || wrapsResult(lexeme) || wrapsPartOfConditional(lexeme);
    case ")":
      return lexeme.partner !== undefined && saysNothing(lexeme.partner);
    case "{":
      return wrapsStatement(lexeme);
    case "}":
      return closesWrap(lexeme);
    default:
      return false;
  }
}

/** A lexeme in the one form that stands for every way to write it. */
function canonical(lexeme: Lexeme): string {
  if (isMark(lexeme, "}") && lexeme.partner !== undefined && wrapsStatement(lexeme.partner))
    return ";";
  if (isMark(lexeme, ",") && isMemberComma(lexeme)) return ";";
  // Formatters keep the space before a comparison, and put none before type arguments.
  if (isMark(lexeme, "<") && !lexeme.glued) return " <";
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
function holdsOneParameter({ next, partner }: Lexeme): boolean {
  const after = isMark(next?.next, ",") ? next?.next?.next : next?.next;
  return next?.kind === "IdentifierName" && after === partner && isMark(partner?.next, "=>");
}

/** Parentheses that only hold a long result together: `return ( … );`, `=> ( … )`. */
function wrapsResult(open: Lexeme): boolean {
  if (open.partner === undefined || open.next === open.partner) return false;
  if (isWord(open.previous, /^(?:return|throw)$/)) return !open.leads && isLast(open.partner);
  if (!isMark(open.previous, "=>") || isMark(open.next, "{")) return false;
  const holdsComma = directlyIn(open).some((lexeme) => isMark(lexeme, ","));
  return !holdsComma && isLastOperand(open.partner);
}

/** `= ( … ) ? a : ( … )`, around what binds more tightly than the conditional. */
function wrapsPartOfConditional(open: Lexeme): boolean {
  const { previous, partner } = open;
  const returned = isWord(previous, /^return$/) && !open.leads;
  const begins = returned || isMark(previous, "=", "(", "[", ",", "=>");
  const isTest = begins && isMark(partner?.next, "?");
  const isAlternate = isMark(previous, ":") && partner !== undefined && isLastOperand(partner);
  if (!isTest && !isAlternate) return false;
  return directlyIn(open).every((lexeme) =>
    isMark(lexeme) ? isMark(lexeme, ...TIGHT) : !isWord(lexeme, /^(?:async|await|yield)$/),
  );
}

const isLast = ({ next }: Lexeme): boolean => isEnd(next) || beginsStatement(next);

const isLastOperand = (lexeme: Lexeme): boolean =>
  isLast(lexeme) || isMark(lexeme.next, ",", ")", "]");

const TIGHT = "( ) [ ] . ?. ! < <= > >= == === != !== && || + - * / %".split(" ");

/** Braces around one simple statement: `if (a) { b(); }`, and deno fmt puts them there. */
function wrapsStatement(open: Lexeme): boolean {
  const first = open.next;
  if (!takesBody(open.previous) || isWord(open.previous, /^do$/)) return false;
  if (open.partner === undefined || isEnd(first) || isWord(first, /^(?:do|for|if|while|with)$/))
    return false;
  return directlyIn(open).every((lexeme) => {
    if (isMark(lexeme, ";")) return lexeme.next === open.partner;
    return !isMark(lexeme, "{", ":") && (lexeme === first || !beginsStatement(lexeme));
  });
}

/** Of braces around one statement: does the closing one say no more than a line break would? */
function closesWrap({ partner, previous, next }: Lexeme): boolean {
  const last = isMark(previous, ";") ? previous?.previous : previous;
  return partner !== undefined && wrapsStatement(partner) && endsBetween(last, next);
}
