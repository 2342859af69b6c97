import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";
import { sealOf } from "./seals.ts";

/**
 * What a file was when it was sealed: as it is now, as someone has put it into history/ by hand, or
 * as a commit has it, the newest first.
 *
 * @param files where it is and where its history is, relative to the root
 */
export function sealedText(
  root: string,
  seal: string,
  { file, kept }: { readonly file: string; readonly kept: string },
): string {
  for (const text of candidates(root, file, kept)) if (sealOf(text) === seal) return text;
  throw new PolicybookError(
    "lost-text",
    `${file} has changed since it was sealed, and what it was is neither in git nor in ${kept}.`,
    `Put the text that was released there, from a copy or a backup, and run the command again.`,
    { file },
  );
}

function* candidates(root: string, ...files: readonly [string, string]): Generator<string> {
  for (const file of files) {
    const at = path.join(root, file);
    if (existsSync(at)) yield readFileSync(at, "utf8");
  }
  const [file] = files;
  for (const commit of git(root, "log", "--format=%H", "--", file)?.split("\n") ?? []) {
    const text = commit === "" ? undefined : git(root, "show", `${commit}:./${file}`);
    if (text !== undefined) yield text;
  }
}

/** What git says; undefined where it has no such thing, or is not there itself. */
function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 26,
    });
  } catch {
    return undefined;
  }
}
