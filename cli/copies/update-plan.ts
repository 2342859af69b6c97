import type { Project } from "../ports/project.ts";
import type { Origins } from "../registry/origins.ts";
import { PolicybookError } from "../ui/errors.ts";
import { compare, type Comparison } from "./compare.ts";
import { hasConflict } from "./conflict.ts";
import type { FoundCopy } from "./find.ts";
import { creation, movement, removal, type PlannedUpdate } from "./planned-update.ts";
import { grouped } from "./grouped.ts";
import {
  dropOf,
  planGained,
  portCopyOf,
  strangersBeside,
  type Drop,
  type PortCopy,
} from "./port-files.ts";
import { shown } from "./select.ts";
import { groupOf } from "./siblings.ts";

export interface UpdatePlan {
  readonly updates: readonly PlannedUpdate[];
  /** How many copies there is nothing to do for. */
  readonly upToDate: number;
  /** Copies with markers of an earlier update in them, which nothing is done with. */
  readonly unresolved: readonly string[];
  /** What cannot be updated, and why. */
  readonly problems: readonly PolicybookError[];
}

/** What `update` would do with these copies. Nothing is written. */
export async function planUpdates(copies: readonly FoundCopy[], place: Place): Promise<UpdatePlan> {
  const candidates = copies.map((found) => candidate(found, place));
  const groups = grouped(candidates, ({ found }) => groupOf(found));
  const plans = await Promise.all([...groups.values()].map((group) => planGroup(group, place)));
  return {
    updates: plans.flatMap(({ updates }) => updates).toSorted(byPath),
    upToDate: candidates.filter(({ verdict }) => verdict === "up to date").length,
    unresolved: candidates.filter(({ verdict }) => verdict === "unresolved").map(pathOf),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

const pathOf = ({ path }: { readonly path: string }): string => path;
const byPath = (a: PlannedUpdate, b: PlannedUpdate): number => (a.path < b.path ? -1 : 1);

export interface Place {
  readonly project: Project;
  readonly originOf: Origins;
}

type Verdict = "up to date" | "behind" | "unresolved" | Drop | PolicybookError;

interface Candidate {
  readonly found: FoundCopy;
  readonly path: string;
  readonly comparison: Comparison;
  readonly verdict: Verdict;
}

function candidate(found: FoundCopy, { project, originOf }: Place): Candidate {
  const registry = originOf(found.provenance);
  const comparison = compare(found, registry);
  const path = shown(found.path, project.root);
  const drop = registry instanceof PolicybookError ? undefined : dropOf(found, registry);
  return { found, path, comparison, verdict: verdictOn(path, comparison, drop) };
}

function verdictOn(file: string, comparison: Comparison, drop: Drop | undefined): Verdict {
  const { state, yours, base } = comparison;
  if (hasConflict(yours, base)) return "unresolved";
  if (drop !== undefined) return drop;
  if (state === "behind" || state === "diverged") return "behind";
  return state === "unknown" ? cannotUpdate(file, comparison) : "up to date";
}

type GroupPlan = Pick<UpdatePlan, "updates" | "problems">;

/** The plan for files that are one copy; one that cannot be read or replaced is in no other's way. */
async function planGroup(group: readonly Candidate[], place: Place): Promise<GroupPlan> {
  try {
    return await groupPlan(group, place);
  } catch (error) {
    if (!(error instanceof PolicybookError) || error.code === "cannot-write") throw error;
    const { file = "" } = error;
    const others = group.filter(({ path, verdict }) => verdict === "behind" && path !== file);
    return { updates: [], problems: [error, ...others.map(({ path }) => heldBack(path, file))] };
  }
}

/** What becomes of files that are one copy: they go together or not at all. */
async function groupPlan(group: readonly Candidate[], place: Place): Promise<GroupPlan> {
  const of = (wanted: Verdict) => group.filter(({ verdict }) => verdict === wanted);
  const [behind, gone, left] = [of("behind"), of("dropped"), of("dropped, but changed")];
  const errors = group.flatMap(({ verdict }) =>
    verdict instanceof PolicybookError ? verdict : [],
  );
  const held = (other: string) => behind.map(({ path }) => heldBack(path, other));
  const stuck = group.find(
    ({ verdict }) => verdict === "unresolved" || verdict instanceof PolicybookError,
  );
  if (stuck !== undefined) return { updates: [], problems: [...errors, ...held(stuck.path)] };
  const portCopy = portOf(group, behind, place);
  const [stranger] = portCopy === undefined ? [] : strangersBeside(portCopy, place.project.root);
  if (stranger !== undefined)
    return { updates: [], problems: [nameless(stranger), ...held(stranger)] };
  const gained = portCopy === undefined ? [] : await planGained(portCopy, place.project);
  const taken = gained.find(({ action }) => action === "conflict")?.target.path;
  if (taken !== undefined) return { updates: [], problems: [inTheWay(taken), ...held(taken)] };
  // With no other file beside it, what was dropped is not what an update is about.
  const isAlone = gone.length + left.length === group.length;
  const stays = isAlone ? group : left;
  return {
    updates: [
      ...(await Promise.all(behind.map((copy) => movement(copy, place)))),
      ...gained.map(creation),
      ...(isAlone ? [] : gone.map((copy) => removal(copy, place))),
    ],
    problems: stays.map(({ path, comparison }) => cannotUpdate(path, comparison)),
  };
}

/** The files together, if some of them are behind and their registry is known. */
function portOf(
  group: readonly Candidate[],
  behind: readonly Candidate[],
  { originOf }: Place,
): PortCopy | undefined {
  const [first] = behind;
  const registry = first && originOf(first.found.provenance);
  if (registry === undefined || registry instanceof PolicybookError) return undefined;
  const versions = behind.map(({ comparison }) => comparison.version);
  return portCopyOf(
    group.map(({ found }) => found),
    versions,
    registry,
  );
}

function nameless(file: string): PolicybookError {
  return new PolicybookError(
    "not-a-copy",
    `${file} is named like a file of the port, and has no line "policybook: …".`,
    "If it is of the port, restore the line from version control; if not, rename it.",
    { file },
  );
}

function cannotUpdate(file: string, { reason = "", suggestion = "" }: Comparison): PolicybookError {
  return new PolicybookError(
    "unknown-copy",
    `${file} cannot be updated: ${reason}.`,
    `It is left as it is. ${suggestion}`,
    { file },
  );
}

function inTheWay(file: string): PolicybookError {
  return new PolicybookError(
    "file-exists",
    `${file} is in the way: the port has a new file of that name.`,
    "Move it away, and run the command again.",
    { file },
  );
}

function heldBack(file: string, other: string): PolicybookError {
  return new PolicybookError(
    "held-back",
    `${file} is not updated without ${other}, which belongs to it.`,
    `Mend that first: \`policybook diff ${other}\` tells more.`,
    { file },
  );
}
