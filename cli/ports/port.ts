import path from "node:path";
import type { Item } from "../registry/item.ts";
import type { Language } from "./languages.ts";
import type { Limits } from "./process.ts";
import type { Project } from "./project.ts";

/** What policybook needs to know of a language to put a policy into a project and to look after it. */
export interface Port extends Language {
  /** The text as a comment line. */
  comment(text: string): string;
  /** The folder that copies go to, relative to the project, with forward slashes. */
  folder(project: Project): string;
  /** The name that a registry file gets in this project. */
  fileName(registryFile: string, project: Project): string | Promise<string>;
  /** A program that uses the copy and runs as printed, from a file in the folder above the copies. */
  usage(item: Item, target: UsageTarget): Promise<string>;
  /** Where else the program belongs, or what it takes to build it: "a file in src/ that …". */
  usagePlace?(target: UsageTarget): string;
  /**
   * The registry's text as it must read where the copy lands, such as with the package line of its
   * folder. Left out where a copy reads the same everywhere.
   */
  adapt?(text: string, target: UsageTarget): string;
  /** The reverse of adapt, for any copy: its adapted lines as the registry has them. */
  restore?(text: string): string;
  /** The registry's text with its adapted lines as this copy has them, wherever the copy is. */
  adaptLike?(text: string, copy: string): string;
  /** How copies in this language are run; for `verify`. */
  readonly toolchain?: Toolchain;
  /** What a formatter may not change: equal arrays mean that two texts differ in formatting only. */
  tokens(text: string): readonly string[];
}

export interface UsageTarget {
  readonly project: Project;
  /** The copy, relative to the project, with forward slashes. */
  readonly copy: string;
}

/** Runs copies by building a player around them (docs/porting.md) in an empty folder of its own. */
export interface Toolchain {
  /** The programs that must be there, such as "go". */
  readonly programs: readonly string[];
  /**
   * Writes and builds a player of these copies, of different items, in the folder. It writes
   * nowhere else, and reaches for no network.
   *
   * Without any copy it builds a player all the same, which shows that the language's tools work.
   *
   * @throws {PolicybookError} "cannot-build", with the compiler's own words
   * @throws {Interrupted} if it is stopped
   */
  build(copies: readonly PlayedCopy[], folder: string, limits?: Limits): Promise<PlayerCommand>;
}

export interface PlayedCopy {
  readonly item: Item;
  /** The copy's files by their names in the registry, without provenance lines, restored. */
  readonly files: Readonly<Record<string, string>>;
}

/** How to start a player. */
export interface PlayerCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Where copies go in a project that keeps its sources in src/, and in one that does not. */
export function sourceFolder(project: Project, name: string): string {
  return project.hasFolder("src") ? `src/${name}` : name;
}

/** The folder above the copies, as a person reads it: there the imports of a usage are right. */
export function folderAbove(copy: string): string {
  const above = path.posix.dirname(path.posix.dirname(copy));
  return above === "." ? "this folder" : `${above}/`;
}
