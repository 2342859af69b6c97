import { realpathSync } from "node:fs";
import path from "node:path";
import type { Entry } from "../bench/report/entry.ts";
import { MARK, type Origin } from "../bench/report/shell.ts";
import { requireReplaceable } from "../copies/replaceable.ts";
import { resolveTarget, textAt, type Target } from "../copies/target.ts";
import { writeAll } from "../copies/write.ts";
import { packageVersion } from "../package.ts";
import { PolicybookError, systemCode } from "../ui/errors.ts";
import type { Result } from "./bench-run.ts";

/** A page that may be written, since nothing is there that anybody would miss. */
export interface ReportFile {
  /** As it was typed. */
  readonly typed: string;
  readonly target: Target;
  readonly existing: string | undefined;
}

/** Checked before the simulations, so that nobody waits for a page that cannot be written. */
export function reportFile(typed: string, root: string, overwrite = false): ReportFile {
  const target = named(typed, () => {
    const file = path.resolve(root, typed);
    const name = /[/\\]$/.test(typed) ? "" : path.basename(file);
    return resolveTarget(realpathSync(path.dirname(file)), ".", name);
  });
  const existing = named(typed, () => textAt(target));
  if (existing === undefined) return { typed, target, existing };
  if (overwrite || existing.includes(MARK)) {
    requireReplaceable(target);
    return { typed, target, existing };
  }
  throw new PolicybookError(
    "file-exists",
    `${typed} is already there, and is no report of bench; nothing was run.`,
    "Name another file, or replace it with --overwrite.",
    { file: typed },
  );
}

/** Writes the page that `make` makes, which is told where it is from. */
export function writeReport(
  { typed, target, existing }: ReportFile,
  make: (origin: Origin) => string,
): void {
  const text = make({
    command: ["policybook", ...process.argv.slice(2)].map(quoted).join(" "),
    tool: `policybook ${packageVersion()}`,
  });
  const write = { target, text, replaces: existing };
  named(typed, () => writeAll(path.dirname(target.absolute), [write]));
}

/** What the page tells of a policy. */
export function entryOf({ benched, summary, first, waits }: Result): Entry {
  const { policy, version, file, edited } = benched;
  return {
    label: file ?? policy,
    version: (version ?? "none") + (edited ? ", edited" : ""),
    summary,
    retries: first.tally.retries,
    waits,
  };
}

/** As a shell takes it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** What goes wrong is told of the file as it was typed, with what to do about it here. */
function named<T>(typed: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    const code = systemCode(error) ?? "";
    if (!(error instanceof PolicybookError) && code === "") throw error;
    const why = code === "ENOENT" ? "its folder is not there" : `the system refuses (${code})`;
    throw new PolicybookError(
      "cannot-write",
      error instanceof PolicybookError ? error.message : `Cannot write to ${typed}: ${why}.`,
      "Name another file with --html, in a folder that is there.",
      { file: typed, cause: error },
    );
  }
}
