import type { Document } from "../../vectors/run.js";
import type { Item } from "./item.ts";

/** Where items come from, and every text they ever had: a folder, or what was fetched from elsewhere. */
export interface Registry {
  /** Every item, by name; the recommended one first. */
  readonly items: readonly Item[];
  /** What copies from here name as their source; undefined where the registry is policybook's own. */
  readonly from?: string | undefined;
  /** The item of this name or alias. */
  find(name: string): Item | undefined;
  /** The item's page, in Markdown. */
  page(item: Item): string;
  /** The item's vectors, if there are any. */
  vectors(item: Item): Document | undefined;
  /** Every version of the item that was released, the newest first. */
  versions(item: Item): readonly string[];
  /** The text of a port's file at the item's current version. */
  source(item: Item, file: string): string;
  /** The text of a port's file at any version ever released, or undefined if there was none such. */
  sourceAt(item: Item, file: string, version: string): string | undefined;
}
