/**
 * The first line of a copy is a comment that says what it is and what it was:
 *
 *     "policybook: full-jitter/full-jitter.ts@1.0.0 sha256:<hex of the pristine body>"
 *
 * The body is the rest of the file, with LF line endings: exactly the registry's file.
 */
export interface Provenance {
  /** The item, such as "full-jitter". */
  readonly policy: string;
  /** The registry's file, such as "full-jitter.ts". */
  readonly file: string;
  readonly version: string;
  /** The SHA-256 of the pristine body, in hexadecimal. */
  readonly sha256: string;
  /** Where the copy is from, if not from the built-in registry. */
  readonly from?: string | undefined;
}

export interface Copy {
  readonly provenance: Provenance;
  /** The file without its provenance line, with LF line endings. */
  readonly body: string;
}

const MARK = "policybook:";
/** Formatters wrap long comments: white space between the parts may be a line break in a comment. */
const GAP = String.raw`[ \t]*(?:\r?\n[ \t]*(?:(?://+|#+|\*+|--|;+)[ \t]*)?)?`;
/** In a line of its own, "from" may be code: there it is followed by what can only be a source. */
const FROM = String.raw`(?:[ \t]+|${GAP}(?=from (?:https?:|@|[.]{0,2}/)))from `;
/** Only comment marks stand before it: a string that holds such a line does not make a copy. */
const HEAD = String.raw`(?<=^[^\w"'\x60\n]*)${MARK}${GAP}`;
const NAME = String.raw`(?<policy>[a-z0-9@][\w@/.-]*)/(?<file>[\w.-]+)@`;
const PROVENANCE = new RegExp(
  HEAD +
    NAME +
    String.raw`(?<version>\d+\.\d+\.\d+(?:[A-Za-z_.+-][\w.+-]*)?)${GAP}` +
    String.raw`sha256:${GAP}(?<sha256>[0-9a-f]{64})(?:${FROM}(?<from>(?:(?!\*/)\S)+))?`,
  "my",
);
const MENTION = new RegExp(HEAD + NAME, "my");

/** Far enough to pass a shebang and a long licence header that a user put above the line. */
export const PROVENANCE_WITHIN_BYTES = 4096;

/**
 * The match that begins within the head. It may end beyond it, at the end of a line that is read in
 * whole: a line that is cut short could say that the copy is from elsewhere.
 */
function inHead(expression: RegExp, text: string): RegExpExecArray | undefined {
  const head = text.slice(0, 2 * PROVENANCE_WITHIN_BYTES);
  for (let at = head.indexOf(MARK); at >= 0; at = head.indexOf(MARK, at + 1)) {
    if (Buffer.byteLength(head.slice(0, at) + MARK) > PROVENANCE_WITHIN_BYTES) return undefined;
    expression.lastIndex = at;
    const match = expression.exec(head);
    if (match === null) continue;
    const isWhole = head.length === text.length || head.includes("\n", expression.lastIndex);
    return isWhole ? match : undefined;
  }
  return undefined;
}

/** The provenance line, without comment marks. */
export function provenanceLine({ policy, file, version, sha256, from }: Provenance): string {
  const source = from === undefined ? "" : ` from ${from}`;
  return `policybook: ${policy}/${file}@${version} sha256:${sha256}${source}`;
}

/** The file's text with other provenance, in the very place and comment where it has its own. */
export function withProvenance(text: string, provenance: Provenance): string {
  const match = inHead(PROVENANCE, text);
  if (match === undefined) return text;
  const end = match.index + match[0].length;
  return text.slice(0, match.index) + provenanceLine(provenance) + text.slice(end);
}

/** The provenance of a file and its body, or undefined if the file does not say that it is a copy. */
export function parseCopy(text: string): Copy | undefined {
  const match = inHead(PROVENANCE, text);
  if (match === undefined) return undefined;
  const { policy = "", file = "", version = "", sha256 = "", from } = match.groups ?? {};
  const provenance = { policy, file, version, sha256, ...(from === undefined ? {} : { from }) };
  return { provenance, body: without(text, match.index, match.index + match[0].length) };
}

/** Does the file say that it is a copy, if only in a line that is damaged? */
export const mentionsCopy = (text: string): boolean => inHead(MENTION, text) !== undefined;

/** The text without the provenance from `start` to `end`: the body, if nothing else is there. */
function without(text: string, start: number, end: number): string {
  const firstLine = text.lastIndexOf("\n", start) + 1;
  const lineEnd = text.indexOf("\n", end);
  const nextLine = lineEnd < 0 ? text.length : lineEnd + 1;
  const around = `${text.slice(firstLine, start)}\0${text.slice(end, nextLine)}`;
  // Whatever else stands on its lines is part of the body, be it code behind a comment's end.
  return COMMENT_AROUND.test(around)
    ? normalised(text.slice(0, firstLine) + text.slice(nextLine))
    : normalised(text.slice(0, start) + text.slice(end));
}

/** Nothing but the marks of one comment, a block comment or a line of its own. */
const COMMENT_AROUND = /^\uFEFF?\s*(?:(?:\/\/+|#+|\*+|--|;+|%+)?\s*\0|\/\*+\s*\0\s*\*+\/)\s*$/;

/**
 * LF line endings and no byte-order mark: the form that is hashed and compared. A carriage return
 * alone stays: to some languages it ends a line, to others it is part of a comment.
 */
export function normalised(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
