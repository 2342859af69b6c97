import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { messageOf, PolicybookError, systemCode } from "../ui/errors.ts";

/**
 * Refuses files that hold what git could not give back: uncommitted changes, or a file that git was
 * never told of. Outside of a git repository, and of what git ignores, there is nothing to refuse.
 */
export function requireCommitted(root: string, files: readonly string[]): void {
  if (files.length === 0 || !isInRepository(root)) return;
  const dirty = uncommitted(root, files);
  if (dirty.length === 0) return;
  const has = dirty.length === 1 ? "has" : "have";
  throw new PolicybookError(
    "uncommitted",
    `${dirty.join(", ")} ${has} uncommitted changes in git; nothing was written.`,
    "Commit or stash them first, so that the update can be told from them; --allow-dirty goes on without.",
    { file: dirty.join(", ") },
  );
}

function isInRepository(folder: string): boolean {
  if (existsSync(path.join(folder, ".git"))) return true;
  const above = path.dirname(folder);
  return above !== folder && isInRepository(above);
}

/** Those of the files, relative to the root, that git would list as changed or untracked. */
function uncommitted(root: string, files: readonly string[]): readonly string[] {
  if (!areDirty(root, files)) return [];
  return files.filter((file) => areDirty(root, [file]));
}

/** git's index is not written, and no monitor run that the repository may name. */
const OPTIONS = ["--literal-pathspecs", "--no-optional-locks", "-c", "core.fsmonitor=false"];

function areDirty(root: string, files: readonly string[]): boolean {
  const status = ["status", "--porcelain", "--untracked-files=all", "--", ...files];
  try {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    return (
      execFileSync("git", [...OPTIONS, ...status], { cwd: root, stdio: [...stdio] }).length > 0
    );
  } catch (error) {
    const cause = systemCode(error) === "ENOENT" ? "git is not installed" : messageOf(error);
    throw new PolicybookError(
      "no-git",
      `git could not be asked for uncommitted changes: ${cause.trim()}`,
      "Mend that; or --allow-dirty goes on without asking it.",
      { cause: error },
    );
  }
}
