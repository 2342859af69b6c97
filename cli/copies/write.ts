import fs from "node:fs";
import path from "node:path";
import { PolicybookError, systemCode } from "../ui/errors.ts";
import type { Target } from "./target.ts";

export interface Write {
  readonly target: Target;
  readonly text: string;
  /** What is there now, as the plan saw it; undefined where nothing is. */
  readonly replaces: string | undefined;
}

/**
 * Writes every file, or none. Each text goes to a temporary file beside its target and is renamed
 * onto it only when all of them are on the disk, so that a file is old or new at any moment and
 * never half of each. Synchronous, so that Ctrl-C cannot come between. What a killed process left
 * behind is removed by the next write to that folder.
 */
export function writeAll(root: string, writes: readonly Write[]): void {
  const undo: (() => void)[] = [];
  let at: Target | undefined;
  try {
    const renames = writes.map((write) => {
      at = write.target;
      return { ...write, temporary: stage(root, write, undo) };
    });
    for (const { target, replaces } of writes) requireAsPlanned(target, replaces);
    for (const { target, temporary } of renames) {
      at = target;
      fs.renameSync(temporary, target.absolute);
    }
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error instanceof PolicybookError ? error : explained(error, at);
  }
}

/** Puts the text into a temporary file beside its target. */
function stage(root: string, { target, text, replaces }: Write, undo: (() => void)[]): string {
  const folder = path.dirname(target.absolute);
  const created = fs.mkdirSync(folder, { recursive: true });
  if (created !== undefined) undo.push(() => removeEmptyFolders(created));
  requireReal(root, folder, target);
  removeLeftovers(folder);
  const temporary = path.join(
    folder,
    `.policybook-${process.pid}-${path.basename(target.absolute)}`,
  );
  const mode = replaces === undefined ? 0o666 : fs.statSync(target.absolute).mode;
  undo.push(() => fs.rmSync(temporary, { force: true }));
  const file = fs.openSync(temporary, "wx", mode);
  try {
    fs.writeFileSync(file, text);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  return temporary;
}

/** The final real path decides: a folder that has become a symbolic link since the plan is refused. */
function requireReal(root: string, folder: string, target: Target): void {
  if (fs.realpathSync(folder) === folder && isWithin(root, folder)) return;
  throw new PolicybookError(
    "unsafe-path",
    `Cannot write to ${target.path}: its real folder is not the one that was planned.`,
    "Put the real folder back in place and run the command again.",
    { file: target.path },
  );
}

const isWithin = (root: string, folder: string): boolean =>
  !path.relative(root, folder).startsWith("..");

/** The user may have saved the file while the plan was being read. */
function requireAsPlanned(target: Target, replaces: string | undefined): void {
  const now = fs.existsSync(target.absolute) ? fs.readFileSync(target.absolute, "utf8") : undefined;
  if (now === replaces) return;
  throw new PolicybookError(
    "changed-meanwhile",
    `${target.path} changed while this command was running; nothing was written.`,
    "Run the command again.",
    { file: target.path },
  );
}

/** Temporary files of processes that no longer run. */
function removeLeftovers(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const pid = /^\.policybook-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      fs.rmSync(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

/** Removes the folder and those below it, as long as they hold nothing. */
function removeEmptyFolders(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) return;
    removeEmptyFolders(path.join(folder, entry.name));
  }
  if (fs.readdirSync(folder).length === 0) fs.rmdirSync(folder);
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: "the folder is not writable",
  EPERM: "the system does not permit it",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
};

function explained(error: unknown, target: Target | undefined): PolicybookError {
  const code = systemCode(error) ?? String(error);
  const file = target?.path ?? "the file";
  return new PolicybookError(
    "cannot-write",
    `Cannot write ${file}: ${CAUSES[code] ?? code}; what was there is unchanged.`,
    "Mend that, or choose another folder with --dir, and run the command again.",
    { file, cause: error },
  );
}
