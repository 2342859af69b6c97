import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { messageOf, PolicybookError } from "../ui/errors.ts";
import type { Document } from "../../vectors/run.js";
import { isVersion, newestFirst } from "../copies/versions.ts";
import type { Item } from "./item.ts";
import type { Registry } from "./registry.ts";

/** A folder of items, each a folder of its own with a policy.json. */
export class FolderRegistry implements Registry {
  readonly folder: string;
  /** What has been read, by folder. */
  readonly #read = new Map<string, Item | undefined>();
  #items: readonly Item[] | undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  get items(): readonly Item[] {
    this.#items ??= readdirSync(this.folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => this.#ownItemIn(entry.name))
      .filter((item) => item !== undefined)
      .toSorted(
        (a, b) =>
          Number(b.recommended ?? false) - Number(a.recommended ?? false) ||
          compare(a.name, b.name),
      );
    return this.#items;
  }

  /** The item of this name, for which none but its own folder is read, or of this alias. */
  find(name: string): Item | undefined {
    const own = /^[\w-]+$/.test(name) ? this.#itemIn(name) : undefined;
    if (own?.name === name) return own;
    return this.items.find((item) => item.name === name || item.aliases.includes(name));
  }

  /** The item in this folder, whose other files are looked for in the folder of its name. */
  #ownItemIn(name: string): Item | undefined {
    const item = this.#itemIn(name);
    if (item === undefined || item.name === name) return item;
    const file = fileIn(path.join(this.folder, name));
    throw unfit(file, `"name" is ${item.name}, and the folder is named otherwise`);
  }

  #itemIn(name: string): Item | undefined {
    if (!this.#read.has(name)) this.#read.set(name, readItem(path.join(this.folder, name)));
    return this.#read.get(name);
  }

  /** The item of this name or alias, or an error that suggests the nearest name. */
  async get(name: string): Promise<Item> {
    return this.find(name) ?? (await failUnknown(name, this.items));
  }

  page(item: Item): string {
    return readFileSync(path.join(this.folder, item.name, "page.md"), "utf8");
  }

  /** From the folder beside the registry. */
  vectors(item: Item): Document | undefined {
    const file = path.join(this.folder, "..", "vectors", `${item.name}.json`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Document) : undefined;
  }

  versions(item: Item): readonly string[] {
    const history = path.join(this.folder, item.name, "history");
    const old = existsSync(history) ? readdirSync(history).filter(isVersion) : [];
    return newestFirst([item.version, ...old]);
  }

  /** What the folder of a superseded version holds. */
  filesAt(item: Item, version: string): readonly string[] {
    return readdirSync(path.join(this.folder, item.name, "history", version));
  }

  source(item: Item, file: string): string {
    return readFileSync(path.join(this.folder, item.name, file), "utf8");
  }

  sourceAt(item: Item, file: string, version: string): string | undefined {
    if (version === item.version) return file in item.files ? this.source(item, file) : undefined;
    const old = path.join(this.folder, item.name, "history", version, file);
    return existsSync(old) ? readFileSync(old, "utf8") : undefined;
  }
}

const fileIn = (folder: string): string => path.join(folder, "policy.json");

function readItem(folder: string): Item | undefined {
  const file = fileIn(folder);
  return existsSync(file) ? itemOf(readFileSync(file, "utf8"), file) : undefined;
}

/** (All that is asked is what any command needs; `build` checks the rest.) */
function itemOf(text: string, file: string): Item {
  const item = parsed(text, file) as Partial<Item> | null;
  for (const field of ["aliases", "uses", "params", "tags"] as const)
    if (!Array.isArray(item?.[field])) throw unfit(file, `it has no list of "${field}"`);
  for (const field of ["name", "title", "summary", "version"] as const)
    if (typeof item?.[field] !== "string") throw unfit(file, `it has no "${field}"`);
  if (typeof (item?.files ?? undefined) !== "object") throw unfit(file, 'it has no "files"');
  return item as Item;
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unfit(file, `it is not JSON (${messageOf(error)})`);
  }
}

const unfit = (file: string, fault: string): PolicybookError =>
  new PolicybookError(
    "bad-item",
    `${file} cannot be read: ${fault}.`,
    "Correct it, or take its folder out of the registry.",
    { file },
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function failUnknown(name: string, items: readonly Item[]): Promise<never> {
  const { adviceOn } = await import("./nearest-item.ts");
  throw new PolicybookError(
    "unknown-policy",
    `There is no policy named "${name}" in the registry.`,
    adviceOn(name, items),
  );
}
