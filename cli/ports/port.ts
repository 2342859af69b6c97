import type { Item } from "../registry/item.ts";
import type { Project } from "./project.ts";

/** What policybook needs to know of a language to put a policy into a project and to look after it. */
export interface Port {
  /** What --lang takes, such as "typescript". */
  readonly language: string;
  /** What people call it, such as "TypeScript". */
  readonly title: string;
  /** Short forms that --lang takes as well, such as "ts". */
  readonly aliases: readonly string[];
  /** Extensions of the port's files in the registry; the first names the main file. */
  readonly files: readonly string[];
  /** Extensions of the files in a project that may hold a copy, whatever the user renamed it to. */
  readonly extensions: readonly string[];
  /** The text as a comment line. */
  comment(text: string): string;
  /** The file that shows that a project is in this language, such as "tsconfig.json". */
  evidence(project: Project): string | undefined;
  /** The folder that copies go to, relative to the project, with forward slashes. */
  folder(project: Project): string;
  /** The name that a registry file gets in this project. */
  fileName(registryFile: string, project: Project): string;
  /** A program that uses the copy and runs as printed, from a file in `from`. */
  usage(item: Item, target: UsageTarget): Promise<string>;
  /** What a formatter may not change: equal arrays mean that two texts differ in formatting only. */
  tokens(text: string): readonly string[];
}

export interface UsageTarget {
  readonly project: Project;
  /** The copy, relative to the project, with forward slashes. */
  readonly copy: string;
}

/** Where copies go in a project that keeps its sources in src/, and in one that does not. */
export function sourceFolder(project: Project, name: string): string {
  return project.has("src") ? `src/${name}` : name;
}
