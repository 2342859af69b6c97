import { isMark, lexemes, type CFamily, type Lexeme } from "./c-family-lexemes.ts";

/**
 * What a formatter may not change in a language of the C family: equal arrays mean that two texts
 * differ only in white space, in the layout of comments, and in commas that say nothing.
 *
 * It errs on one side. Of two texts that both compile, a change of meaning is never called
 * formatting; an odd layout that means the same may be called a change. What cannot be read for
 * certain, such as an unclosed string, is one token as it stands.
 */
export function cFamilyTokens(text: string, language: CFamily): string[] {
  const code = lexemes(text, language);
  if (code === undefined) return [text];
  const result: string[] = [];
  const comments: string[] = [];
  const settle = (): unknown => result.push(...joined(comments.splice(0)));
  for (const lexeme of code) {
    if (lexeme.kind === "comment") {
      comments.push(commentText(lexeme.text));
      continue;
    }
    // A formatter may move a comment past a mark, unless it speaks to a compiler, and never past a word.
    if (lexeme.kind !== "mark" || comments.some(isBound)) settle();
    if (!saysNothing(lexeme, language)) result.push(lexeme.text);
  }
  settle();
  return result;
}

const STRING = String.raw`"(?:\\[^]|[^"\\])*"`;

/** Go ends statements at line ends; a trailing comma may go, except where it marks a type parameter. */
export const go: CFamily = {
  literals: [/`[^`]*`/y],
  marks: ["<-", "&^=", "&^"],
  unreadable: /^[ \t]*(?:import[ \t]+)?"C"/m, // its comments are C
  lineEnds: "statement",
  isOptional: ({ next }) => isMark(next, ")", "}"),
};

/** Rust: what looks like an unclosed character is a lifetime, and `(a,)` is not `(a)`. */
export const rust: CFamily = {
  literals: [
    /[bc]?r(#*)"(?:[^]*?"\1|[^]*)/y, // unclosed, it is the rest: no other start is tried
    new RegExp(`[bc]${STRING}`, "y"),
    /'[\p{L}_][\p{L}\p{N}_]*(?![\p{L}\p{N}_'])/uy,
    /r#[\p{L}_][\p{L}\p{N}_]*/uy,
  ],
  nestedComments: true,
  isOptional: (comma) =>
    !isInMacro(comma) &&
    (isMark(comma.next, "]", "}", ">") || (isMark(comma.next, ")") && !makesTuple(comma))),
  wraps: isRustBlockOfOne,
};

/** C: a directive ends with its line, `#define F(x)` is not `#define F (x)`, and commas can count. */
export const c: CFamily = {
  literals: [
    /(?<=^[ \t]*#[ \t]*define[ \t]+)\w+\(/my,
    /(?<=^[ \t]*#[ \t]*include[ \t]*)<[^>\n]*>/my,
    /(?<=^[ \t]*#[ \t]*(?:error|warning)\b[ \t]*)\S.*/my,
    new RegExp(`(?:L|u8?|U)(?:${STRING}|'(?:\\\\.|[^'\\\\\\n])+')`, "y"),
  ],
  lineEnds: "directive",
  // A directive behind a comment, a raw string of C++, and what a macro makes a string of as it is.
  unreadable: /\*\/[ \t]*#|R"|^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*[^#\n]#[^#\n]/m,
};

/** Java: the indentation within a text block counts. */
export const java: CFamily = {
  literals: [/"""(?:\\[^]|(?!""")[^\\])*"""/y],
  isOptional: ({ next }) => isMark(next, "}"),
};

function saysNothing(lexeme: Lexeme, language: CFamily): boolean {
  if (isMark(lexeme, ",")) return language.isOptional?.(lexeme) ?? false;
  if (isMark(lexeme, "{")) return language.wraps?.(lexeme) ?? false;
  if (isMark(lexeme, "}") && lexeme.partner) return language.wraps?.(lexeme.partner) ?? false;
  // Go's semicolons are marks at line ends, and may be left out before a closing bracket.
  const mayEnd = language.lineEnds === "statement" && isMark(lexeme, ";");
  return mayEnd && isMark(lexeme.next, ")", "}") && !isMark(lexeme.previous, ";");
}

/**
 * A block around the one expression that a closure is, as in `|x| { x + 1 }`, which ends there. (A
 * block within it may be a statement, and what follows another expression.)
 */
function isRustBlockOfOne(brace: Lexeme): boolean {
  const { next, partner } = brace;
  if (next === partner || !isMark(partner?.next, ";", ",", ")", "]", "}")) return false;
  if (!endsParameters(brace.previous) || isInMacro(brace)) return false;
  for (let at = next; at !== undefined && at !== partner; at = at.next) {
    if (isMark(at, ";") && at.inside === brace) return false;
    if (
      isMark(at, "}") &&
      at.inside === brace &&
      !isMark(at.next, "}", ".", "?") &&
      !isElse(at.next)
    )
      return false;
  }
  return true;
}

const isElse = (lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === "word" && lexeme.text === "else";

/** Is it the bar behind the parameters of a Rust closure, and no operator? */
function endsParameters(bar: Lexeme | undefined): boolean {
  if (!isMark(bar, "|")) return isMark(bar, "||");
  let first = bar?.previous;
  while (first !== undefined && first !== bar?.inside && !isMark(first, "|"))
    first = first.previous;
  const before = first?.previous;
  return isMark(first, "|") && (isMark(before, "(", ",", "=") || before?.text === "move");
}

/** Does this last comma make a Rust tuple of one? */
function makesTuple({ inside, previous }: Lexeme): boolean {
  if (isCalled(inside?.previous)) return false;
  for (let at = previous; at !== undefined && at !== inside; at = at.previous) {
    if (isMark(at, ",") && at.inside === inside) return false;
  }
  return true;
}

/** Is a bracket behind it that of a call, as in `f(a)` and `(f)(a)`? In `pub(crate) (A,)` it is not. */
const isCalled = (lexeme: Lexeme | undefined): boolean =>
  lexeme?.kind === "word"
    ? !NO_CALL.test(lexeme.text)
    : isMark(lexeme, ")") && lexeme?.partner?.previous?.text !== "pub";

const NO_CALL: RegExp = new RegExp(
  "^(?:as|async|become|box|break|const|crate|default|do|dyn|else|for|if|impl|in|let|loop|match|" +
    "move|mut|pub|raw|ref|return|static|super|unsafe|where|while|yield)$",
);

/** A Rust macro may tell apart what the language itself does not. */
function isInMacro({ inside }: Lexeme): boolean {
  for (let bracket = inside; bracket !== undefined; bracket = bracket.inside) {
    const { previous } = bracket;
    if (isMark(previous, "!") && previous?.previous?.kind === "word") return true;
    if (previous?.kind === "word" && isMark(previous.previous, "!")) return isMark(bracket, "{");
  }
  return false;
}

// Comments.

const KIND = /^(?:\/\/\/(?!\/)|\/\/!|\/\/|\/\*\*(?![*/])|\/\*!|\/\*)/;

/** A line that a tool obeys, such as //go:build: a blank after the slashes would end that. */
const DIRECTIVE = /^\/\/(?:[a-z0-9]+:[a-z0-9]|line |export |extern |nolint|#|\s*\+build )/;

/** The kind of a comment and its words, however they are indented and wrapped. */
function commentText(comment: string): string {
  // In a Java comment \u000a ends the line, and what follows is code.
  if (DIRECTIVE.test(comment) || comment.includes("\\u")) return comment.trimEnd();
  const kind = KIND.exec(comment)?.[0] ?? "";
  const lines = comment.slice(kind.length).replace(/\*\/$/, "").split("\n");
  const words = lines.flatMap((line) => line.replace(/^\s*\*(?=\s|$)/, "").split(/\s+/));
  return [kind, ...words.filter((word) => word !== "")].join(" ");
}

/** Comments with runs of line comments of a kind made one: wrapping moves words between them. */
function joined(comments: readonly string[]): string[] {
  const texts: string[] = [];
  for (const comment of comments) {
    const kind = /^\/\/[/!]? /.exec(comment)?.[0];
    const continues = kind !== undefined && texts.at(-1)?.startsWith(kind);
    texts.push(continues ? `${texts.pop()}${comment.slice(kind.length - 1)}` : comment);
  }
  return texts;
}

/** Is its place part of its meaning: documentation, or a word to a tool? */
const isBound = (comment: string): boolean => !/^(?:\/\/|\/\*)(?: |$)/.test(comment);
