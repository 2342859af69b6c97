import { closeSync, openSync, readdirSync, readFileSync, readSync, type Dirent } from "node:fs";
import path from "node:path";
import { languages } from "../ports/languages.ts";
import { messageOf, systemCode } from "../ui/errors.ts";
import { Ignores } from "./ignores.ts";
import { leavesOut } from "./leave-out.ts";
import {
  mentionsCopy,
  parseCopy,
  PROVENANCE_WITHIN_BYTES,
  provenanceLine,
  type Copy,
} from "./provenance.ts";

/** A file that says that it is a copy. */
export interface FoundCopy extends Copy {
  /** The absolute path. */
  readonly path: string;
}

/** What could not be read, and so may be a copy or hold some. */
export interface Unreadable {
  readonly path: string;
  readonly cause: string;
  /** What to do about it. */
  readonly advice: string;
}

export interface Found {
  readonly copies: readonly FoundCopy[];
  readonly unreadable: readonly Unreadable[];
}

/** Every copy below a folder, in the order of their paths. Symbolic links are not followed. */
export function findCopies(folder: string): Found {
  const finds: (FoundCopy | Unreadable)[] = [];
  search(folder, Ignores.above(folder), (find) => void finds.push(find));
  return sorted(finds);
}

/** The copy that a file is, whatever its name and whatever ignores it. */
export function findCopy(file: string): Found {
  const find = readCopy(file);
  return sorted(find === undefined ? [] : [find]);
}

/** Does findCopies come to this file, relative to the folder, where nobody names it? */
export function isSearched(folder: string, file: string): boolean {
  const parts = file.split("/");
  let [at, ignores] = [folder, Ignores.above(folder)];
  for (const [index, name] of parts.entries()) {
    const names = readdirSync(at);
    const isFolder = index < parts.length - 1;
    ignores = rulesIn(at, names, ignores);
    at = path.join(at, name);
    if (ignores.ignores(at, isFolder) || (isFolder && leavesOut(names)(name))) return false;
  }
  return true;
}

function sorted(finds: readonly (FoundCopy | Unreadable)[]): Found {
  const ordered = finds.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return {
    copies: ordered.filter((find) => "body" in find),
    unreadable: ordered.filter((find) => "cause" in find),
  };
}

type Report = (find: FoundCopy | Unreadable) => void;

function search(folder: string, inherited: Ignores, report: Report): void {
  const entries = attempt(folder, () => readdirSync(folder, { withFileTypes: true }));
  if (entries === undefined) return;
  if ("cause" in entries) return report(entries);
  const names = entries.map(({ name }) => name);
  const ignores = rulesIn(folder, names, inherited);
  const leftOut = leavesOut(names);
  const finds: (FoundCopy | Unreadable)[] = [];
  for (const entry of entries) {
    const at = folder + path.sep + entry.name; // path.join, which thousands of times is slow
    if (entry.isDirectory()) {
      if (!leftOut(entry.name) && !ignores.ignores(at, true)) search(at, ignores, report);
    } else if (mayHoldCopy(entry)) {
      // Few files are copies: looking into one is cheaper than asking every rule about it.
      const find = readCopy(at);
      if (find !== undefined && !ignores.ignores(at)) finds.push(find);
    }
  }
  for (const find of finds) if (!isCompiled(find, finds)) report(find);
}

/** Is it what a compiler made, first line included, of a copy beside it? */
function isCompiled(find: FoundCopy | Unreadable, beside: readonly (typeof find)[]): boolean {
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/s.exec(find.path) ?? [];
  if (stem === undefined || !("body" in find) || !find.provenance.file.endsWith(".ts"))
    return false;
  const sources = new Set([`${stem}.${kind}ts`, `${stem}.tsx`]);
  const line = provenanceLine(find.provenance);
  return beside.some(
    (other) =>
      "body" in other && sources.has(other.path) && provenanceLine(other.provenance) === line,
  );
}

/** A repository within a repository has only its own rules. */
function rulesIn(folder: string, names: readonly string[], inherited: Ignores): Ignores {
  const ignores = names.includes(".git") ? Ignores.none(folder) : inherited;
  return names.includes(".gitignore") ? ignores.within(folder) : ignores;
}

const EXTENSIONS: ReadonlySet<string> = new Set(languages.flatMap(({ extensions }) => extensions));

const mayHoldCopy = (entry: Dirent): boolean =>
  entry.isFile() && EXTENSIONS.has(path.extname(entry.name));

function readCopy(file: string): FoundCopy | Unreadable | undefined {
  return attempt(file, () => {
    if (!readHead(file).includes("policybook:")) return undefined;
    const text = readFileSync(file, "utf8");
    const copy = parseCopy(text);
    if (copy !== undefined) return { path: file, ...copy };
    return mentionsCopy(text) ? { path: file, ...DAMAGED } : undefined;
  });
}

const DAMAGED = {
  cause: 'its line "policybook: …" is damaged',
  advice: "Restore the line from version control, or `policybook add` the policy anew.",
};

/** One buffer for all: thousands of files are opened for the few that are copies. */
const head = Buffer.allocUnsafe(PROVENANCE_WITHIN_BYTES);

function readHead(file: string): string {
  const opened = openSync(file, "r");
  try {
    return head.toString("latin1", 0, readSync(opened, head, 0, head.length, 0));
  } finally {
    closeSync(opened);
  }
}

/** The result, or why there is none; undefined if the file has gone meanwhile. */
function attempt<T>(at: string, action: () => T): T | Unreadable | undefined {
  try {
    return action();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    const cause = CAUSES[systemCode(error) ?? ""] ?? messageOf(error);
    return { path: at, cause, advice: "Make it readable, or have .gitignore leave it out." };
  }
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EIO: "the disk could not read it",
};
