import { readdirSync, readFileSync, rmdirSync } from "node:fs";
import path from "node:path";
import type { Origins } from "../registry/origins.ts";
import { PolicybookError } from "../ui/errors.ts";
import { compare, type State } from "./compare.ts";
import type { FoundCopy } from "./find.ts";
import { shown } from "./select.ts";
import { groupOf } from "./siblings.ts";
import { portCopyOf, strangersBeside } from "./port-files.ts";
import { replaceableTarget } from "./replaceable.ts";
import { writeAll, type Write } from "./write.ts";

export interface PlannedRemoval {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly policy: string;
  /** The registry's file. */
  readonly file: string;
  readonly version: string;
  readonly state: State;
  /** Does it hold, for all that is known, what the registry could not give back? */
  readonly isLoss: boolean;
  /** The same for the files that are one copy. */
  readonly group: string;
  /** Files beside it that are named like others of its port, and are no copies: they are left. */
  readonly strangers: readonly string[];
  readonly write: Write;
}

export interface RemovalPlan {
  readonly removals: readonly PlannedRemoval[];
  /** What cannot be removed, and why. */
  readonly problems: readonly PolicybookError[];
}

interface Place {
  readonly root: string;
  readonly originOf: Origins;
}

/** What `remove` would do with these copies. Nothing is removed. */
export function planRemovals(copies: readonly FoundCopy[], place: Place): RemovalPlan {
  const plans = copies.map((copy) => removalOrProblem(copy, place));
  return {
    removals: plans.flatMap((plan) => (plan instanceof PolicybookError ? [] : plan)),
    problems: plans.flatMap((plan) => (plan instanceof PolicybookError ? plan : [])),
  };
}

function removalOrProblem(copy: FoundCopy, place: Place): PlannedRemoval | PolicybookError {
  try {
    return removalOf(copy, place);
  } catch (error) {
    if (error instanceof PolicybookError && error.code !== "cannot-write") return error;
    throw error;
  }
}

function removalOf(copy: FoundCopy, { root, originOf }: Place): PlannedRemoval {
  const { policy, file } = copy.provenance;
  const origin = originOf(copy.provenance);
  const { state, version } = compare(copy, origin);
  const portCopy =
    origin instanceof PolicybookError ? undefined : portCopyOf([copy], [version], origin);
  const target = replaceableTarget(root, shown(copy.path, root));
  return {
    path: target.path,
    policy,
    file,
    version,
    state,
    isLoss: state === "edited" || state === "diverged" || state === "unknown",
    group: groupOf(copy),
    strangers: portCopy === undefined ? [] : strangersBeside(portCopy, root),
    write: { target, text: undefined, replaces: readFileSync(copy.path, "utf8") },
  };
}

/** Removes all of them or none, and the folders that nothing is left in. */
export function removeCopies(root: string, removals: readonly PlannedRemoval[]): void {
  writeAll(
    root,
    removals.map(({ write }) => write),
  );
  const folders = removals.map(({ write }) => path.dirname(write.target.absolute));
  for (const folder of new Set(folders)) {
    if (folder !== root && readdirSync(folder).length === 0) rmdirSync(folder);
  }
}
