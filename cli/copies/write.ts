import fs from "node:fs";
import path from "node:path";
import { PolicybookError, systemCode } from "../ui/errors.ts";
import type { Target } from "./target.ts";

export interface Write {
  readonly target: Target;
  /** What is to be there; undefined removes the file. */
  readonly text: string | undefined;
  /** What is there now, as the plan saw it; undefined where nothing is. */
  readonly replaces: string | undefined;
}

/**
 * Writes, or removes, every file, or none. Each text goes to a temporary file beside its target and is renamed
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
    const backups = renames.map((staged) => {
      at = staged.target;
      return putInPlace(staged, undo);
    });
    for (const backup of backups) if (backup !== undefined) fs.rmSync(backup, { force: true });
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error instanceof PolicybookError ? error : explained(error, at);
  }
}

/** Puts the text, if there is one, into a temporary file beside its target. */
function stage(
  root: string,
  { target, text, replaces }: Write,
  undo: (() => void)[],
): string | undefined {
  const folder = path.dirname(target.absolute);
  const created = fs.mkdirSync(folder, { recursive: true });
  if (created !== undefined) undo.push(() => removeEmptyFolders(created));
  requireReal(root, folder, target);
  removeLeftovers(folder);
  if (text === undefined) return undefined;
  const temporary = beside(target);
  undo.push(() => fs.rmSync(temporary, { force: true }));
  const file = fs.openSync(temporary, "wx");
  try {
    if (replaces !== undefined) takeOver(fs.statSync(target.absolute), file);
    fs.writeFileSync(file, text);
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  return temporary;
}

/** Gives the new file the old one's mode, and its owner and group where the process may. */
function takeOver({ uid, gid, mode }: fs.Stats, file: number): void {
  try {
    fs.fchownSync(file, uid, gid);
  } catch {
    // only root may give a file away
  }
  fs.fchmodSync(file, mode); // last, since a change of owner takes bits of it
}

/** Renames the text onto its target, or removes that. What was there, if anything, is kept under the returned name for an undo. */
function putInPlace(
  { target, temporary, replaces }: Write & { readonly temporary: string | undefined },
  undo: (() => void)[],
): string | undefined {
  const backup = replaces === undefined ? undefined : beside(target);
  if (backup !== undefined) {
    undo.push(() => fs.rmSync(backup, { force: true }));
    keep(target.absolute, backup);
  }
  if (temporary === undefined) fs.rmSync(target.absolute);
  else fs.renameSync(temporary, target.absolute);
  if (backup === undefined) undo.push(() => fs.rmSync(target.absolute, { force: true }));
  else undo.push(() => fs.renameSync(backup, target.absolute));
  return backup;
}

/** A second name for the file, or a copy where the file system has no such thing. */
function keep(file: string, backup: string): void {
  try {
    fs.linkSync(file, backup);
  } catch {
    fs.copyFileSync(file, backup, fs.constants.COPYFILE_EXCL);
  }
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
  path.relative(root, folder).split(path.sep)[0] !== "..";

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

/** A new name in the target's folder. Random enough to differ; opened with "wx", two that agree would be an error and no harm. */
function beside({ absolute }: Target): string {
  const digits = Math.floor(Math.random() * 2 ** 48).toString(16);
  const name = `.policybook-${process.pid}-${digits.padStart(12, "0")}.tmp`;
  return path.join(path.dirname(absolute), name);
}
const TEMPORARY = /^\.policybook-(\d+)-[0-9a-f]{12}\.tmp$/;
/** A write is over long before this; a process that cannot be seen from here may be in one. */
const LEFT_AFTER_MS = 10_000;

/** Temporary files of processes that no longer run. One that cannot be removed is no one's trouble. */
export function removeLeftovers(folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const pid = TEMPORARY.exec(entry.name)?.[1];
    if (pid === undefined || !entry.isFile() || isRunning(Number(pid))) continue;
    const file = path.join(folder, entry.name);
    try {
      if (Date.now() - fs.statSync(file).mtimeMs > LEFT_AFTER_MS) fs.rmSync(file);
    } catch {
      // another run was faster, or the file is another user's
    }
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
  EFBIG: "it would be larger than the system lets a file be",
};

function explained(error: unknown, target: Target | undefined): PolicybookError {
  const code = systemCode(error) ?? String(error);
  const file = target?.path ?? "the file";
  return new PolicybookError(
    "cannot-write",
    `Cannot write ${file}: ${CAUSES[code] ?? code}; what was there is unchanged.`,
    "Mend that, and run the command again.",
    { file, cause: error },
  );
}
