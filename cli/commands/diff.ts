import { statSync } from "node:fs";
import { compare, count, STATES, type ComparedCopy, type State } from "../copies/compare.ts";
import { hasConflict } from "../copies/conflict.ts";
import { selectCopies, shown } from "../copies/select.ts";
import { portOfFile } from "../ports/index.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { originsOf } from "../registry/origins.ts";
import type { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { note, printJson } from "../ui/output.ts";
import { describedProblems } from "../ui/problems.ts";
import { visible } from "../ui/visible.ts";

export interface DiffOptions {
  readonly cwd: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Says of each copy what became of it, and shows the user's changes and upstream's apart. */
export async function diff(targets: readonly string[], options: DiffOptions): Promise<ExitCode> {
  const registry = builtinRegistry();
  const project = new Project(options.cwd);
  const { root } = project;
  const { copies, problems } = selectCopies(targets, { root, registry });
  const originOf = await originsOf(copies, { own: registry, project });
  const checked = copies.map((copy) => {
    const { policy, file } = copy.provenance;
    const comparison = compare(copy, originOf(copy.provenance));
    return { ...comparison, path: shown(copy.path, root), policy, file };
  });
  if (options.json) printJson(await document(checked, problems));
  else if (!options.quiet) {
    const { printReport } = await import("../ui/diff-report.ts");
    await printReport(checked, problems);
    if (count(checked, "behind") + count(checked, "diverged") > 0 && !isSameFolder(root, ".")) {
      note(`Run what is suggested in ${visible(root)}.`);
    }
  }
  return exitCode(checked, problems);
}

/** (Told without names: the folders above may be closed to the user.) */
function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [statSync(one), statSync(other)];
  return a.dev === b.dev && a.ino === b.ino;
}

function exitCode(copies: readonly ComparedCopy[], problems: readonly unknown[]): ExitCode {
  const has = (...states: readonly State[]): boolean =>
    states.some((state) => count(copies, state) > 0);
  if (problems.length > 0 || has("unknown")) return Exit.error;
  return has("behind", "edited", "diverged") ? Exit.differs : Exit.ok;
}

/** The whole outcome, for scripts. */
async function document(copies: readonly ComparedCopy[], problems: readonly PolicybookError[]) {
  return {
    copies: await Promise.all(copies.map(describedCopy)),
    problems: describedProblems(problems),
    summary: {
      copies: copies.length,
      ...Object.fromEntries(STATES.map((state) => [state, count(copies, state)])),
      problems: problems.length,
    },
  };
}

/** (What is undefined is left out of the document.) */
async function describedCopy(copy: ComparedCopy) {
  const { ownChanges, upstreamChanges } = await import("../copies/changes.ts");
  const { path, policy, file, version, upstream, state, reason, suggestion } = copy;
  return {
    path,
    policy,
    file,
    language: portOfFile(file)?.language,
    version,
    upstream,
    state,
    reason,
    suggestion,
    formatted: copy.formatted || undefined,
    unresolved: hasConflict(copy.yours, copy.base) || undefined,
    yours: ownChanges(copy),
    theirs: upstreamChanges(copy),
  };
}
