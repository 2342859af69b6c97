import { accessSync, constants, lstatSync, type Stats } from "node:fs";
import path from "node:path";
import { PolicybookError, systemCode } from "../ui/errors.ts";

/**
 * Where a copy may be written: a regular file below the project's real root, reached without a
 * symbolic link. Everything is checked before anything is written.
 */
export interface Target {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly absolute: string;
}

/** The folder that a user named, relative to the project, in one spelling: "src/retry", or ".". */
export function checkedFolder(folder: string): string {
  const wrong = fault(folder);
  if (wrong === undefined) return path.posix.normalize(folder).replace(/\/$/, "");
  throw refused(JSON.stringify(folder), wrong);
}

function fault(folder: string): string | undefined {
  if (folder.trim() === "") return "it is empty";
  if (/[\u0000-\u001f\u007f]/.test(folder)) return "it holds a control character";
  if (folder.includes("\\")) return "it holds a backslash: separate folders with /";
  if (/^([a-z]:|\/)/i.test(folder)) return "it is not relative to the project";
  if (/%[0-9a-f]{2}/i.test(folder)) return "it holds a percent-encoded character";
  if (folder.split("/").includes("..")) return "a .. in it leads out of a folder";
  return undefined;
}

/** The file of this name in the folder, if a copy may be written there; an error that says why not. */
export function resolveTarget(root: string, folder: string, fileName: string): Target {
  if (fileName === "" || /^\.+$|[/\\\u0000-\u001f]/.test(fileName)) {
    throw refused(JSON.stringify(fileName), "it is not the name of a file");
  }
  const relative = path.posix.join(checkedFolder(folder), fileName);
  const segments = relative.split("/");
  let at = root;
  for (const [index, segment] of segments.entries()) {
    const parent = at;
    at = path.join(at, segment);
    const stats = statsOf(at, relative);
    if (stats === undefined) {
      requireWritable(parent, relative);
      break;
    }
    const shown = segments.slice(0, index + 1).join("/");
    const isLast = index === segments.length - 1;
    if (stats.isSymbolicLink()) throw refused(relative, `${shown} is a symbolic link`);
    if (!isLast && !stats.isDirectory()) throw refused(relative, `${shown} is not a folder`);
    if (isLast && !stats.isFile()) throw refused(relative, `${shown} is not a regular file`);
    if (isLast) requireWritable(parent, relative);
  }
  return { path: relative, absolute: path.join(root, ...segments) };
}

/** The same for a file that is there, by its path relative to the project. */
export function existingTarget(root: string, file: string): Target {
  try {
    return resolveTarget(root, path.posix.dirname(file), path.posix.basename(file));
  } catch (error) {
    if (!(error instanceof PolicybookError)) throw error;
    const advice = "Mend that; in another project, run the command there, with --cwd.";
    throw new PolicybookError(error.code, error.message, advice, { file, cause: error });
  }
}

function statsOf(file: string, relative: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw refused(relative, `it cannot be looked at (${systemCode(error)})`);
  }
}

/** A file is replaced by renaming, so it is the folder that must be writable. */
function requireWritable(folder: string, relative: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refused(relative, `the folder ${folder} is not writable (${systemCode(error)})`);
  }
}

function refused(file: string, reason: string): PolicybookError {
  return new PolicybookError(
    "unsafe-path",
    `Cannot write to ${file}: ${reason}.`,
    "Name a real folder inside the project with --dir, such as --dir src/retry.",
    { file },
  );
}
