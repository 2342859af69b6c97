import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Change, Item } from "../cli/registry/item.ts";
import { withChange } from "./changelog.ts";
import { formatted, portTexts } from "./derived.ts";
import { javascriptOf } from "./javascript.ts";
import { sealOf } from "./seals.ts";

type Texts = Readonly<Record<string, string>>;

/** What is released, and why. */
export interface Order {
  readonly name: string;
  readonly part: "patch" | "minor" | "major";
  /** In one line, for whoever has a copy. */
  readonly reason: string;
  /** As 2026-01-31. */
  readonly date: string;
}

/**
 * What releasing an item's changed files writes, by path from the repository's root: all files of
 * the superseded version in history/<version>/, so that any copy of it has its base there; the
 * metadata with the new version, the reason and the new seals; the page and CHANGELOG.md.
 *
 * @param sealedText what a file of the item was when it was sealed, if that is known; it is checked
 * @throws {Error} if there is nothing to release, or a sealed text is not to be found
 */
export async function releasedTexts(
  root: string,
  { name, part, reason, date }: Order,
  sealedText: (file: string) => string | undefined,
): Promise<Texts> {
  const place = `registry/${name}`;
  const folder = path.join(root, place);
  const item = JSON.parse(readFileSync(path.join(folder, "policy.json"), "utf8")) as Item;
  const texts = await textsOf(folder, name);
  const files = Object.fromEntries(
    Object.entries(texts).map(([file, text]) => [file, sealOf(text)]),
  );
  if (JSON.stringify(files) === JSON.stringify(item.files)) {
    throw new Error(`${place}: no file differs from its seal, so there is nothing to release.`);
  }
  const old = Object.entries(item.files).map(([file, seal]) => {
    const known = [onDisk(path.join(folder, file)), sealedText(file)];
    const text = known.find((one) => one !== undefined && sealOf(one) === seal);
    if (text !== undefined) return [`${place}/history/${item.version}/${file}`, text] as const;
    throw new Error(
      seal === "draft"
        ? `${place}: ${file} of ${item.version} is a draft; npm run generate seals it.`
        : `${place}: ${file} as sealed for ${item.version} is neither in the folder nor in git's HEAD.`,
    );
  });
  const version = raised(item.version, part);
  const change: Change = { version, date, reason };
  const released: Item = {
    ...item,
    version,
    files,
    changes: [change, ...(item.changes ?? [])],
    history: { ...item.history, [item.version]: item.files },
  };
  const changelog = onDisk(path.join(root, "CHANGELOG.md")) ?? "# Changelog\n";
  return {
    ...Object.fromEntries(old),
    [`${place}/${name}.js`]: texts[`${name}.js`] ?? "",
    [`${place}/policy.json`]: await formatted("json", JSON.stringify(released)),
    [`${place}/page.md`]: withVersionsSection(readFileSync(path.join(folder, "page.md"), "utf8")),
    "CHANGELOG.md": await formatted("markdown", withChange(changelog, name, change)),
  };
}

/** The files that get copied, as they are to be: the JavaScript follows from the TypeScript. */
async function textsOf(folder: string, name: string): Promise<Texts> {
  const texts = portTexts(folder);
  const all = { ...texts, [`${name}.js`]: await javascriptOf(texts[`${name}.ts`] ?? "") };
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const onDisk = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, "utf8") : undefined;

function raised(version: string, part: Order["part"]): string {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  if (part === "major") return `${major + 1}.0.0`;
  return part === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

/** The page with a place for its versions, which `npm run generate` fills. */
const withVersionsSection = (page: string): string =>
  page.includes("<!-- versions -->")
    ? page
    : `${page.trimEnd()}\n\n## Versions\n\n<!-- versions -->\n\n<!-- /versions -->\n`;

function fromGit(root: string, file: string): string | undefined {
  try {
    const show = ["show", `HEAD:${file}`];
    return execFileSync("git", show, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined; // the file is new, or this is no repository
  }
}

async function main([name = "", part = "", reason = ""]: readonly string[]): Promise<number> {
  const root = process.cwd();
  if (!isPart(part) || reason.trim() === "" || /\n/.test(reason)) {
    console.error('Usage: npm run release -- <item> patch|minor|major "<reason, in one line>"');
    return 2;
  }
  try {
    const order = { name, part, reason, date: new Date().toISOString().slice(0, 10) };
    const texts = await releasedTexts(root, order, (file) =>
      fromGit(root, `registry/${name}/${file}`),
    );
    for (const [file, text] of Object.entries(texts)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
      console.log(`wrote ${file}`);
    }
    console.log("Now run npm run generate, then npm test.");
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const isPart = (text: string): text is Order["part"] => /^(?:patch|minor|major)$/.test(text);

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));
