import { accessSync, constants, existsSync, lstatSync, readFileSync, type Stats } from "node:fs";
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

/** What is at the target now, if anything is. */
export const textAt = ({ absolute }: Target): string | undefined =>
  existsSync(absolute) ? readFileSync(absolute, "utf8") : undefined;

/** The folder that a user named, relative to the project, in one spelling: "src/retry", or ".". */
export function checkedFolder(folder: string, advice = WITH_DIR): string {
  const wrong = fault(folder);
  if (wrong === undefined) return path.posix.normalize(folder).replace(/\/$/, "");
  throw refused(JSON.stringify(folder), wrong, advice);
}

const WITH_DIR =
  'Name a real folder inside the project with --dir, or as "dir" in policybook.json, such as src/retry.';

function fault(folder: string): string | undefined {
  if (folder.trim() === "") return "it is empty";
  if (/[\u0000-\u001f\u007f]/.test(folder)) return "it holds a control character";
  if (folder.includes("\\")) return "it holds a backslash: separate folders with /";
  if (/^([a-z]:|\/)/i.test(folder)) return "it is not relative to the project";
  if (folder.startsWith("~")) return "it begins with ~, which only a shell puts a folder for";
  if (/%[0-9a-f]{2}/i.test(folder)) return "it holds a percent-encoded character";
  if (folder.split("/").includes("..")) return "a .. in it leads out of a folder";
  return undefined;
}

/**
 * The file of this name in the folder, if a copy may be written there.
 *
 * @throws {PolicybookError} "unsafe-path" or "cannot-write", with why not and the advice
 */
export function resolveTarget(
  root: string,
  folder: string,
  fileName: string,
  advice = WITH_DIR,
): Target {
  if (fileName === "" || /^\.+$|[/\\\u0000-\u001f]/.test(fileName)) {
    throw refused(JSON.stringify(fileName), "it is not the name of a file", advice);
  }
  return reached(root, path.posix.join(checkedFolder(folder, advice), fileName), advice);
}

/**
 * The same for a file that is there, or is to stand beside one, by its path relative to the project.
 * Whoever named the folder has done so: only what protects is asked of its path.
 */
export function existingTarget(root: string, file: string): Target {
  const isInside =
    !path.posix.isAbsolute(file) && !path.isAbsolute(file) && !/^\.\.(?:\/|$)/.test(file);
  if (!isInside) throw refused(file, "it is outside of the project", HERE);
  return reached(root, file, HERE);
}

const HERE = "Mend that; in another project, run the command there, with --cwd.";

/** The file, if every folder on its way is one and no symbolic link. */
function reached(root: string, relative: string, advice: string): Target {
  const refuse = (reason: string) => refused(relative, reason, advice);
  const segments = relative.split("/");
  let at = root;
  for (const [index, segment] of segments.entries()) {
    const parent = at;
    at = path.join(at, segment);
    const stats = statsOf(at, refuse);
    if (stats === undefined) {
      requireWritable(parent, relative, advice);
      break;
    }
    const shown = segments.slice(0, index + 1).join("/");
    const isLast = index === segments.length - 1;
    if (stats.isSymbolicLink()) throw refuse(`${shown} is a symbolic link`);
    if (!isLast && !stats.isDirectory()) throw refuse(`${shown} is not a folder`);
    if (isLast && !stats.isFile()) throw refuse(`${shown} is not a regular file`);
    if (isLast) requireWritable(parent, relative, advice);
  }
  return { path: relative, absolute: path.join(root, ...segments) };
}

type Refuse = (reason: string) => PolicybookError;

function statsOf(file: string, refuse: Refuse): Stats | undefined {
  try {
    return lstatSync(file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw refuse(`it cannot be looked at (${systemCode(error)})`);
  }
}

/** A file is replaced by renaming, so it is the folder that must be writable. */
function requireWritable(folder: string, relative: string, advice: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = `the folder ${folder} is not writable (${systemCode(error)})`;
    throw refused(relative, reason, advice, "cannot-write");
  }
}

function refused(
  file: string,
  reason: string,
  advice: string,
  code = "unsafe-path",
): PolicybookError {
  return new PolicybookError(code, `Cannot write to ${file}: ${reason}.`, advice, { file });
}
