import { directlyIn, isMark, isWord, lexemes, type Lexeme } from "./python-lexemes.ts";
import { docstring, stringToken } from "./python-strings.ts";

/**
 * What a formatter may not change in Python: equal arrays mean that two texts differ only in
 * quotes, commas, parentheses and white space that say nothing. Where blocks begin and end is kept,
 * how far they are indented is not.
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
    comments.push(...lexeme.comments.map(commentText));
    // A formatter moves a comment past marks and line ends, but never past a word.
    if (/word|number|string|end/.test(lexeme.kind)) result.push(...comments.splice(0));
    if (!saysNothing(lexeme)) append(lexeme, result);
    if (opensOnItsLine(lexeme)) result.push(NEWLINE, INDENT);
    if (lexeme.kind === "newline" && closesOnItsLine(lexeme)) result.push(DEDENT);
  }
  return result;
}

const [NEWLINE, INDENT, DEDENT] = ["\n", "\n>", "\n<"];

const commentText = (comment: string): string => comment.replace(/^#[ \t]*/, "# ").trimEnd();

function append(lexeme: Lexeme, result: string[]): void {
  const last = result.at(-1);
  switch (lexeme.kind) {
    case "newline":
      if (last !== NEWLINE) result.push(NEWLINE);
      break;
    case "indent":
      result.push(INDENT);
      break;
    case "dedent":
      result.push(DEDENT);
      break;
    case "end":
      break;
    case "number":
      result.push(numberToken(lexeme.text));
      break;
    case "string":
      appendString(lexeme, result);
      break;
    default:
      if (!isMark(lexeme, ";")) result.push(lexeme.text);
      else if (last !== NEWLINE) result.push(NEWLINE);
  }
}

/** Adjacent strings are one string, as a formatter may write them. */
function appendString(lexeme: Lexeme, result: string[]): void {
  const { previous, text } = lexeme;
  const token = stringToken(isDocstring(lexeme) ? docstring(text) : text);
  const prefix = /^b?"/.exec(token)?.[0];
  const last = result.at(-1);
  const joins = prefix !== undefined && previous?.kind === "string" && last?.startsWith(prefix);
  if (joins) result.push((result.pop() ?? "") + token.slice(prefix.length));
  else result.push(token);
}

/** A statement that is one string, at the head of a file or of a block. */
const isDocstring = ({ previous, next }: Lexeme): boolean =>
  next?.kind === "newline" && (previous === undefined || previous.kind === "indent");

/** 0XFF as 0xff, 1. as 1.0, .5 as 0.5 */
const numberToken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\./, "0.")
    .replace(/\.(?=$|[ej])/, ".0");

function saysNothing(lexeme: Lexeme): boolean {
  if (isMark(lexeme, ",")) return isTrailing(lexeme) && isOptional(lexeme);
  if (isMark(lexeme, ")")) return lexeme.partner !== undefined && saysNothing(lexeme.partner);
  return isMark(lexeme, "(") && (namesNoBase(lexeme) || holdsImports(lexeme) || wraps(lexeme));
}

const isTrailing = ({ previous, next }: Lexeme): boolean =>
  isMark(next, ")", "]", "}") && !isMark(previous, "(", "[", "{", ",");

/** Behind these a bracket holds a tuple or a list; behind any other word it is a call or an index. */
const KEYWORD =
  /^(?:and|as|assert|async|await|case|del|elif|else|except|for|from|if|import|in|is|lambda|match|not|or|raise|return|while|with|yield)$/;

/** Not the comma of `(a,)` or of `x[a,]`, which makes a tuple. */
function isOptional(comma: Lexeme): boolean {
  const open = comma.inside;
  if (open === undefined) return false;
  if (open.text === "{" || holdsImports(open)) return true;
  const { previous } = open;
  const isValue = /word|string/.test(previous?.kind ?? "") && !isWord(previous, KEYWORD);
  const follows = isValue || isMark(previous, ")", "]", "}");
  if (follows === (open.text === "(")) return true; // a call, or a list
  return directlyIn(open).some((lexeme) => lexeme !== comma && isMark(lexeme, ","));
}

/** The parentheses of `class A():`. */
const namesNoBase = ({ next, partner, previous }: Lexeme): boolean =>
  next === partner && isMark(partner?.next, ":") && isWord(previous?.previous, /^class$/);

/** The parentheses of `from a import (b, c)`. */
const holdsImports = ({ previous, first }: Lexeme): boolean =>
  isWord(previous, /^import$/) && isWord(first, /^from$/);

/** Parentheses around all of what is returned, assigned, tested or gone through. */
function wraps(open: Lexeme): boolean {
  const { previous, first, inside, partner } = open;
  const within = inside === undefined && open.next !== partner ? directlyIn(open) : [];
  const holds = (what: RegExp): boolean => within.some(({ text }) => what.test(text));
  if (within.length === 0 || holds(/^(?:async|for|yield)$/)) return false;
  const after = partner?.next;
  const second = previous === first;
  if (isWord(first, /^for$/) && second) return isWord(after, /^in$/);
  if (isWord(first, COMPOUND)) {
    if (!isMark(after, ":") || after !== blockColon(first)) return false;
    return isWord(first, /^for$/) ? isWord(previous, /^in$/) : second && isWord(first, TESTS);
  }
  if (holds(/^:=$/)) return false;
  const isAssigned = isMark(previous) && ASSIGNS.test(previous?.text ?? "");
  if (isMark(after, "=")) return first === undefined || isAssigned;
  const ends = after?.kind === "newline";
  if (isWord(first, /^assert$/)) {
    const isAll = second ? ends || isMark(after, ",") : ends && isMark(previous, ",");
    return isAll && !holds(/^,$/);
  }
  if (!ends) return false;
  return isAssigned || (second && isWord(first, /^return$/));
}

const TESTS = /^(?:if|elif|while)$/;
const ASSIGNS = /^(?:[+\-*/%&|^@]|\*\*|\/\/|<<|>>)?=$/;
const COMPOUND = /^(?:async|class|def|elif|else|except|finally|for|if|try|while|with)$/;

/** The colon that ends the head of a compound statement, by the statement's first lexeme. */
function blockColon(first: Lexeme | undefined): Lexeme | undefined {
  if (first === undefined || !isWord(first, COMPOUND)) return undefined;
  let lambdas = 0;
  for (
    let at: Lexeme | undefined = first;
    at !== undefined && at.kind !== "newline";
    at = at.next
  ) {
    if (at.inside !== undefined) continue;
    if (isWord(at, /^lambda$/)) lambdas += 1;
    else if (isMark(at, ":") && lambdas === 0) return at;
    else if (isMark(at, ":")) lambdas -= 1;
  }
  return undefined;
}

/** The colon of `class A: ...`, whose block is on the same line. */
const opensOnItsLine = (lexeme: Lexeme): boolean =>
  isMark(lexeme, ":") && lexeme.next?.kind !== "newline" && blockColon(lexeme.first) === lexeme;

function closesOnItsLine({ previous }: Lexeme): boolean {
  const colon = blockColon(previous?.first);
  return colon !== undefined && colon.next?.kind !== "newline";
}
