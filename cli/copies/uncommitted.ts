import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { messageOf, PolicybookError, systemCode } from "../ui/errors.ts";
import { grouped } from "./grouped.ts";
import { shown } from "./select.ts";

/**
 * Refuses files that hold what git could not give back: uncommitted changes, or a file that git was
 * never told of. Outside of a git repository, and of what git ignores, there is nothing to refuse.
 */
export function requireCommitted(root: string, files: readonly string[]): void {
  const dirty = repositoriesOf(root, files).flatMap(([top, own]) => dirtyIn(top, own));
  if (dirty.length === 0) return;
  const named = (isUntracked: boolean) =>
    dirty.filter((file) => file.isUntracked === isUntracked).map((file) => shown(file.path, root));
  throw uncommitted(named(false), named(true));
}

/** The repositories that hold the files, with their files: a submodule is one of its own. */
function repositoriesOf(root: string, files: readonly string[]) {
  const paths = files.map((file) => path.join(root, file));
  const repositories = [...grouped(paths, (file) => topAbove(path.dirname(file)))];
  return repositories.flatMap(([top, own]) => (top === undefined ? [] : [[top, own] as const]));
}

/** (In a submodule and in a linked working tree, `.git` is a file.) */
function topAbove(folder: string): string | undefined {
  if (existsSync(path.join(folder, ".git"))) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : topAbove(above);
}

interface Dirty {
  readonly path: string;
  readonly isUntracked: boolean;
}

/** git's index is not written, and no monitor run that the repository may name. */
const OPTIONS = ["--literal-pathspecs", "--no-optional-locks", "-c", "core.fsmonitor=false"];
const STATUS = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--"];

/** Those of the files that git would list as changed or untracked. */
function dirtyIn(top: string, files: readonly string[]): readonly Dirty[] {
  const listed = git(top, [
    ...OPTIONS,
    ...STATUS,
    ...files.map((file) => path.relative(top, file)),
  ]);
  const entries = listed.split("\0").filter((entry) => entry !== "");
  return entries.map((entry) => ({
    path: path.join(top, entry.slice("XY ".length)),
    isUntracked: entry.startsWith("??"),
  }));
}

function git(cwd: string, args: readonly string[]): string {
  try {
    return execFileSync("git", args, { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
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

/** (A plain stash leaves out what git does not know.) */
function uncommitted(changed: readonly string[], untracked: readonly string[]): PolicybookError {
  const has = changed.length === 1 ? "has" : "have";
  const findings = [
    changed.length > 0 ? `${changed.join(", ")} ${has} uncommitted changes in git` : "",
    untracked.length > 0 ? `git does not know ${untracked.join(", ")}` : "",
  ];
  const does = untracked.length > 0 ? "Commit" : "Commit or stash";
  const what = changed.length + untracked.length === 1 ? "it" : "them";
  return new PolicybookError(
    "uncommitted",
    `${findings.filter(Boolean).join(", and ")}; nothing was written.`,
    `${does} ${what} first, so that the update can be told from your changes; --allow-dirty goes on without.`,
    { file: [...changed, ...untracked].join(", ") },
  );
}
