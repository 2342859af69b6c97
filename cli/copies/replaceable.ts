import { accessSync, constants, statSync } from "node:fs";
import { PolicybookError } from "../ui/errors.ts";
import { shellWord } from "../ui/shell-word.ts";
import { existingTarget, type Target } from "./target.ts";

/**
 * A file that was made read-only is meant to stay. The system would not say so: a rename asks only
 * the folder, and root may write to any file.
 */
export function requireReplaceable({ path: file, absolute }: Target): void {
  if ((statSync(absolute).mode & 0o222) !== 0 && isWritable(absolute)) return;
  throw new PolicybookError(
    "read-only",
    `${file} is read-only, and is left as it is.`,
    `If it may be replaced or removed, make it writable (chmod u+w ${shellWord(file)}), and run the command again.`,
    { file },
  );
}

/** The place of a file of the project's that is to be replaced or removed. */
export function replaceableTarget(root: string, file: string): Target {
  const target = existingTarget(root, file);
  requireReplaceable(target);
  return target;
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
