/**
 * A string literal in the one form that stands for every way to quote it, without the closing
 * quote. An escape is kept as it is written; each stands in parentheses, so that nothing that
 * follows can be read as part of it.
 */
export function stringToken(literal: string): string {
  const { prefix, content } = partsOf(literal);
  if (/[rft]/.test(prefix)) return /["']/.test(content) ? literal : `${prefix}"${content}`;
  return `${prefix}"${content.replace(ESCAPE, shownEscape)}`;
}

/** A docstring without the indentation, and the white space around it, that a formatter sets. */
export function docstring(literal: string): string {
  const { prefix, quote, content } = partsOf(literal);
  if (/[bft]/.test(prefix)) return literal;
  const [first = "", ...rest] = content.split("\n").map((line) => untabbed(line).trimEnd());
  const margins = rest.filter((line) => line !== "").map((line) => line.search(/\S/));
  const margin = margins.length > 0 ? Math.min(...margins) : 0;
  const lines = [first, ...rest.map((line) => line.slice(margin))];
  return `${prefix}${quote}${lines.join("\n").trim()}${quote}`;
}

const ESCAPE = /\\([0-7]{1,3}|x[\da-f]{2}|u[\da-f]{4}|U[\da-f]{8}|N\{[^}]*\}|[^])/gi;

const shownEscape = (_: string, escape: string): string =>
  escape === '"' || escape === "'" ? escape : `\\(${escape})`;

function partsOf(literal: string) {
  const { prefix = "", quote = "" } =
    /^(?<prefix>\w*)(?<quote>"""|'''|"|')/.exec(literal)?.groups ?? {};
  const content = literal.slice(prefix.length + quote.length, literal.length - quote.length);
  const marks = Array.from(prefix.toLowerCase().replace("u", "")).toSorted();
  return { prefix: marks.join(""), quote, content };
}

/** The line with its leading tabs as spaces. */
const untabbed = (line: string): string =>
  line.replace(/^[ \t]+/, (space) => space.replaceAll("\t", "        "));
