import type { Document as Vectors } from "../../vectors/run.js";
import type { Item } from "./item.ts";

/**
 * One item in one language, as a registry serves it: a registry item of shadcn, whose tools install
 * `files` and pass over `meta`. docs/registries.md describes the format.
 */
export interface RegistryDocument {
  readonly $schema: string;
  readonly name: string;
  readonly type: "registry:file";
  readonly title: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly docs: string;
  readonly files: readonly DocumentFile[];
  readonly meta: { readonly policybook: Meta };
}

export interface DocumentFile {
  readonly path: string;
  readonly type: "registry:file";
  readonly target: string;
  /** The whole copy: its provenance line and its body. */
  readonly content: string;
}

export interface Meta {
  readonly format: 1;
  readonly language: string;
  /** The item's metadata; its files are those of this language. */
  readonly item: Item;
  /** The files of superseded versions, by version and name, without provenance lines. */
  readonly history: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly page: string;
  readonly vectors?: Vectors | undefined;
}

/** What a registry has, in the registry format of shadcn. */
export interface RegistryIndex {
  readonly $schema: string;
  readonly name: string;
  readonly homepage: string;
  readonly items: readonly IndexEntry[];
}

export type IndexEntry = Omit<RegistryDocument, "$schema" | "docs" | "files" | "meta"> & {
  readonly files: readonly Omit<DocumentFile, "content">[];
  readonly meta: { readonly policybook: Pick<Meta, "format" | "language" | "item"> };
};

/** What is larger is not read: 2 MB. */
export const MAX_BYTES = 2_000_000;

/** The name that a registry gives its index. */
export const INDEX = "registry";

/** The name of the document of an item in a language. It follows from these two and from nothing else. */
export const documentName = (item: string, language: string): string =>
  language === "typescript" ? item : `${item}.${language}`;
