import { createHash } from "node:crypto";

/**
 * The first line of a copy says what it is and what it was:
 *
 *     // policybook: full-jitter/full-jitter.ts@1.0.0 sha256:<hex of the pristine body>
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
  readonly from?: string;
}

export interface Copy {
  readonly provenance: Provenance;
  /** The file without its provenance line, with LF line endings. */
  readonly body: string;
}

/** Formatters wrap long comments: white space between the parts may be a line break in a comment. */
const GAP = String.raw`[ \t]*(?:\r?\n[ \t]*(?://+|#+|\*+|--|;+)?)?[ \t]*`;
const PROVENANCE = new RegExp(
  String.raw`\bpolicybook:${GAP}` +
    String.raw`(?<policy>[a-z0-9@][\w@/.-]*)/(?<file>[\w.-]+)@(?<version>\d+\.\d+\.\d+[\w.+-]*)${GAP}` +
    String.raw`sha256:${GAP}(?<sha256>[0-9a-f]{64})(?:${GAP}from (?<from>\S+))?`,
);

/** Far enough to pass a shebang and a long licence header that a user put above the line. */
export const PROVENANCE_WITHIN_BYTES = 4096;

/** The provenance line, without comment marks. */
export function provenanceLine({ policy, file, version, sha256, from }: Provenance): string {
  const source = from === undefined ? "" : ` from ${from}`;
  return `policybook: ${policy}/${file}@${version} sha256:${sha256}${source}`;
}

/** The provenance of a file and its body, or undefined if the file does not say that it is a copy. */
export function parseCopy(text: string): Copy | undefined {
  const match = PROVENANCE.exec(text.slice(0, PROVENANCE_WITHIN_BYTES));
  if (match === null) return undefined;
  const { policy = "", file = "", version = "", sha256 = "", from } = match.groups ?? {};
  const provenance = { policy, file, version, sha256, ...(from === undefined ? {} : { from }) };
  return { provenance, body: withoutLines(text, match.index, match.index + match[0].length) };
}

/** The text without the whole lines from `start` to `end`, with LF line endings and no byte-order mark. */
function withoutLines(text: string, start: number, end: number): string {
  const firstLine = text.lastIndexOf("\n", start) + 1;
  const nextLine = text.indexOf("\n", end) + 1 || text.length;
  return normalised(text.slice(0, firstLine) + text.slice(nextLine));
}

/** LF line endings and no byte-order mark: the form that is hashed and compared. */
export function normalised(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
