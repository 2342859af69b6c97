import type { Document as Vectors } from "../../vectors/run.js";
import { parseCopy } from "../copies/provenance.ts";
import { newestFirst } from "../copies/versions.ts";
import type { Meta, RegistryDocument } from "./document.ts";
import type { Item } from "./item.ts";
import type { Registry } from "./registry.ts";

/** The one item, in one language, that a document holds, as a registry. */
export class DocumentRegistry implements Registry {
  readonly from: string;
  readonly #meta: Meta;
  readonly #texts: ReadonlyMap<string, string>;

  /** Of a document that has been checked; `from` is what copies name as their source. */
  constructor({ files, meta }: RegistryDocument, from: string) {
    this.from = from;
    this.#meta = meta.policybook;
    this.#texts = new Map(files.map((file) => [file.path, parseCopy(file.content)?.body ?? ""]));
  }

  get language(): string {
    return this.#meta.language;
  }

  get item(): Item {
    return this.#meta.item;
  }

  get items(): readonly Item[] {
    return [this.item];
  }

  find(name: string): Item | undefined {
    return name === this.item.name || this.item.aliases.includes(name) ? this.item : undefined;
  }

  page(): string {
    return this.#meta.page;
  }

  vectors(): Vectors | undefined {
    return this.#meta.vectors;
  }

  versions(): readonly string[] {
    return newestFirst([this.item.version, ...Object.keys(this.#meta.history)]);
  }

  source(_: Item, file: string): string {
    return this.#texts.get(file) ?? "";
  }

  sourceAt(item: Item, file: string, version: string): string | undefined {
    if (version === item.version) return this.#texts.get(file);
    const { history } = this.#meta;
    const files = Object.hasOwn(history, version) ? history[version] : undefined;
    return files && Object.hasOwn(files, file) ? files[file] : undefined;
  }
}
