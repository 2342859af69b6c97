/** A JSDoc comment taken apart: its words, line by line, then its tags. */
export interface Doc {
  readonly text: readonly string[];
  readonly tags: readonly Tag[];
}

/** `@param {number} x what it is`: kind "param", type "number", rest "x what it is". */
export interface Tag {
  readonly kind: string;
  readonly type?: string;
  readonly rest: string;
}

/** The order tags are written in; a kind not named here goes last. */
const ORDER = ["typedef", "property", "implements", "type", "param", "returns", "throws"];
const WIDTH = 100;

/** Reads the inside of a comment, that is, without its opening and closing marks. */
export function readDoc(comment: string): Doc {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
  const [text = "", ...tags] = lines.join("\n").split(/^@/m);
  return { text: text.trim().split("\n").filter(Boolean), tags: tags.map(readTag) };
}

/** The doc with one more tag, the last. One that has words for this param or result keeps them. */
export function addTag(doc: Doc, tag: Tag): Doc {
  const same = (old: Tag) =>
    old.kind === tag.kind &&
    (tag.kind === "returns" || (tag.kind === "param" && old.rest.split(" ")[0] === tag.rest));
  const rest = doc.tags.find(same)?.rest ?? tag.rest;
  return { ...doc, tags: [...doc.tags.filter((old) => !same(old)), { ...tag, rest }] };
}

/** Writes the comment; its first line is taken to stand at column `indent` already. */
export function writeDoc(doc: Doc, indent = 0): string {
  const tags = doc.tags.toSorted((a, b) => rank(a) - rank(b)).map(writeTag);
  const gap = doc.text.length > 0 && tags.length > 0 ? [""] : [];
  const lines = [...doc.text, ...gap, ...tags];
  const oneLine = `/** ${lines.join("")} */`;
  if (lines.length === 1 && indent + oneLine.length <= WIDTH) return oneLine;
  const margin = " ".repeat(indent);
  const body = lines.flatMap((line) => wrap(line, WIDTH - indent - " * ".length));
  return ["/**", ...body.map((line) => `${margin} * ${line}`.trimEnd()), `${margin} */`].join("\n");
}

function readTag(text: string): Tag {
  const [, kind = "", type, rest = ""] = /^(\w+)\s*(?:\{([^}]*)\})?([^]*)$/.exec(text) ?? [];
  return { kind, ...(type === undefined ? {} : { type }), rest: rest.replace(/\s+/g, " ").trim() };
}

function writeTag({ kind, type, rest }: Tag): string {
  return [`@${kind}`, type === undefined ? "" : `{${type}}`, rest].filter(Boolean).join(" ");
}

function rank({ kind }: Tag): number {
  const place = ORDER.indexOf(kind);
  return place < 0 ? ORDER.length : place;
}

/** Breaks a line that became too long, as a tag does when it gains a type. */
function wrap(line: string, width: number): string[] {
  const cut = line.lastIndexOf(" ", width);
  if (line.length <= width || line.slice(0, cut).trim() === "") return [line];
  return [line.slice(0, cut), ...wrap(`  ${line.slice(cut + 1)}`, width)];
}
