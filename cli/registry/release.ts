import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { holds } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import { PolicybookError } from "../ui/errors.ts";
import { withChange } from "./changelog.ts";
import type { Change, Item } from "./item.ts";
import { withParameters, withVersions } from "./page-sections.ts";
import { itemOf } from "./read-item.ts";
import { sealedText } from "./sealed-text.ts";
import { isSeal, sealOf, UNFINISHED } from "./seals.ts";

/** The numbers of a version, the greatest first. */
export const PARTS = ["major", "minor", "patch"] as const;

/** What is released, and why. */
export interface Order {
  readonly name: string;
  /** The number to raise; a first release has none to raise. */
  readonly part: (typeof PARTS)[number] | undefined;
  /** In one line, for whoever has a copy. */
  readonly reason: string | undefined;
  /** As 2026-01-31. */
  readonly date: string;
}

type Texts = Readonly<Record<string, string>>;

export interface Release {
  readonly version: string;
  /** The version before it; undefined if only drafts of this one are sealed. */
  readonly supersedes: string | undefined;
  /** The files that are sealed by it. */
  readonly sealed: readonly string[];
  /** Files of the version before that this one has no longer. */
  readonly dropped: readonly string[];
  /** What is to be written, by path from the folder that holds registry/. */
  readonly texts: Texts;
}

/**
 * The release of an item of the root's registry/ folder. Drafts are sealed in the version that they
 * are of. If sealed text has changed, all files of its version go to history/<version>/, so that any
 * copy has its base there, and the metadata, the page and CHANGELOG.md tell of a new version.
 */
export function releaseOf(root: string, order: Order, ports: readonly Port[]): Release {
  const place = `registry/${order.name}`;
  const file = `${place}/policy.json`;
  const metadata = readFileSync(path.join(root, file), "utf8");
  itemOf(metadata, { name: order.name, file });
  requireWritten(root, [file, `${place}/page.md`]);
  const item = JSON.parse(metadata) as Item; // with what is no concern of ours, such as $schema
  const files = sealsIn(path.join(root, place), ports);
  const old = Object.entries(item.files).filter(([, seal]) => isSeal(seal));
  const isChanged = old.some(([name, seal]) => files[name] !== seal);
  const sealed = Object.keys(files).filter((name) => files[name] !== item.files[name]);
  if (!isChanged && sealed.length === 0) throw nothingNew(place);
  const change = isChanged || order.part !== undefined ? changeOf(item, old.length, order) : null;
  const released = change === null ? { ...item, files } : succeeding(item, files, change);
  const text = `${JSON.stringify(released, null, 2)}\n`;
  itemOf(text, { name: order.name, file });
  const kept = ([name, seal]: readonly [string, string]) => {
    const at = `${place}/history/${item.version}/${name}`;
    return [at, sealedText(root, seal, { file: `${place}/${name}`, kept: at })] as const;
  };
  return {
    version: released.version,
    supersedes: change === null ? undefined : item.version,
    sealed,
    dropped: old.map(([name]) => name).filter((name) => !(name in files)),
    texts: {
      ...(change && Object.fromEntries(old.map(kept))),
      [file]: text,
      ...toldOf(root, released, change),
    },
  };
}

/** Nothing of what tells of the item is still as `policybook new` began it. */
function requireWritten(root: string, files: readonly string[]): void {
  for (const file of files.filter((name) => existsSync(path.join(root, name)))) {
    const lines = readFileSync(path.join(root, file), "utf8").split("\n");
    const at = lines.findIndex((line) => /\bTODO\b/.test(line));
    if (at >= 0) throw unwritten(file, at + 1);
  }
}

/** The seal of every file of a port that is in the folder. */
function sealsIn(folder: string, ports: readonly Port[]): Texts {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[\w-]+\.[a-z]+$/.test(entry.name))
    .map((entry) => entry.name)
    .filter((name) => ports.some((port) => holds(port, name)));
  const seals = names.toSorted().map((name) => {
    const text = readFileSync(path.join(folder, name), "utf8");
    if (text.includes(UNFINISHED)) throw unfinished(`${path.basename(folder)}/${name}`);
    return [name, sealOf(text)] as const;
  });
  return Object.fromEntries(seals);
}

/** The item with the new version, and the seals of the old one. */
function succeeding(item: Item, files: Texts, change: Change): Item {
  const old = Object.entries(item.files).filter(([, seal]) => isSeal(seal));
  return {
    ...item,
    version: change.version,
    files,
    changes: [change, ...(item.changes ?? [])],
    history: { ...item.history, [item.version]: Object.fromEntries(old) },
  };
}

/** The page with the parameters as they are, and it and the changelog with what changed, as far as they are there. */
function toldOf(root: string, item: Item, change: Change | null): Texts {
  const page = `registry/${item.name}/page.md`;
  const tell: Readonly<Record<string, (text: string) => string>> =
    change === null
      ? { [page]: (text) => withParameters(text, item) }
      : {
          [page]: (text) => withVersions(withParameters(text, item), item),
          "CHANGELOG.md": (text) => withChange(text, item.name, change),
        };
  const there = Object.entries(tell).filter(([file]) => existsSync(path.join(root, file)));
  return Object.fromEntries(
    there.map(([file, told]) => [file, told(readFileSync(path.join(root, file), "utf8"))]),
  );
}

function changeOf({ name, version }: Item, sealed: number, order: Order): Change {
  const { part, reason = "", date } = order;
  if (sealed === 0) throw firstRelease(name, version);
  if (part === undefined || reason.trim() === "") throw incomplete(name, version);
  return { version: raised(version, part), date, reason: reason.trim() };
}

function raised(version: string, part: (typeof PARTS)[number]): string {
  const at = PARTS.indexOf(part);
  const numbers = version.split(".").map((digits, index) => (index > at ? 0 : Number(digits)));
  return numbers.with(at, (numbers[at] ?? 0) + 1).join(".");
}

const unfinished = (file: string): PolicybookError =>
  new PolicybookError(
    "unfinished",
    `registry/${file} is still what \`policybook new\` began, and its note says what is to do.`,
    "Write it and remove the note; a text that is released does not change.",
    { file: `registry/${file}` },
  );

const unwritten = (file: string, line: number): PolicybookError =>
  new PolicybookError(
    "unfinished",
    `${file} still says TODO in line ${line}.`,
    "Write what it asks for: those who list, show or copy the item read it.",
    { file },
  );

const nothingNew = (place: string): PolicybookError =>
  new PolicybookError(
    "nothing-new",
    `${place}: every file is as it was sealed, so there is nothing to release.`,
    "Change one of them first.",
    { file: place },
  );

const firstRelease = (name: string, version: string): PolicybookError =>
  new PolicybookError(
    "usage",
    `${name} has had no release, so there is no version to raise.`,
    `\`policybook release ${name}\` releases it as ${version}, the version in its policy.json.`,
  );

const incomplete = (name: string, version: string): PolicybookError =>
  new PolicybookError(
    "usage",
    `${name} ${version} is released, and its text has changed: a new version needs a part to raise and a reason.`,
    `Say \`policybook release ${name} patch --reason "<what changed, in one line>"\`; minor adds something, major changes delays or the surface.`,
  );
