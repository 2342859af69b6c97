import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";

/** The user's project: the folder that a command works in, and what its files say of it. */
export class Project {
  /** The real, absolute path. */
  readonly root: string;
  /** The namespace that copies go into in languages that have them, if the user chose one. */
  readonly namespace: string | undefined;

  constructor(folder: string, namespace?: string) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) {
      throw new PolicybookError(
        "no-folder",
        `There is no folder ${folder}.`,
        "Name an existing folder with --cwd.",
        { file: folder },
      );
    }
    this.root = realpathSync(folder);
    this.namespace = namespace;
  }

  /** Is there a regular file of this name? (A pipe, say, might never end.) */
  has(file: string): boolean {
    return statSync(path.join(this.root, file), { throwIfNoEntry: false })?.isFile() ?? false;
  }

  hasFolder(folder: string): boolean {
    return (
      statSync(path.join(this.root, folder), { throwIfNoEntry: false })?.isDirectory() ?? false
    );
  }

  /** The first file of the project's top folder whose name ends so. */
  fileEnding(...endings: readonly string[]): string | undefined {
    return readdirSync(this.root).find((name) => endings.some((ending) => name.endsWith(ending)));
  }

  /** The fields of a JSON file; none if it is missing or holds anything else. */
  json(file: string): Readonly<Record<string, unknown>> {
    if (!this.has(file)) return {};
    try {
      return fields(JSON.parse(readFileSync(path.join(this.root, file), "utf8")));
    } catch {
      return {}; // its own tools complain of it
    }
  }
}

/** The value as an object's fields; none if it is anything else. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
