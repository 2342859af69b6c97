import { portOfFile } from "../ports/index.ts";
import type { Change, Item } from "../registry/item.ts";
import type { Origins } from "../registry/origins.ts";
import { PolicybookError } from "../ui/errors.ts";
import { visible } from "../ui/visible.ts";
import { compare, type Comparison } from "./compare.ts";
import { hasConflict } from "./conflict.ts";
import { inFormOf, readFileText } from "./file-text.ts";
import type { FoundCopy } from "./find.ts";
import { hashOf } from "./hash.ts";
import type { Merged } from "./merge.ts";
import { provenanceLine, withProvenance } from "./provenance.ts";
import { shown } from "./select.ts";
import { groupOf } from "./siblings.ts";
import { existingTarget } from "./target.ts";
import { compareVersions } from "./versions.ts";
import type { Write } from "./write.ts";

/**
 * What becomes of a copy that is not up to date: it moves forward as it is, upstream's changes are
 * merged into the user's, or they meet in places that the user has to look at.
 */
export type Outcome = "clean" | "merged" | "conflict";

export interface PlannedUpdate {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly policy: string;
  /** The registry's file. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: Outcome;
  /** Does a formatter's work tell the copy from its base, and nothing else? */
  readonly formatted: boolean;
  /** How many places both sides changed. */
  readonly conflicts: number;
  /** What upstream says of the versions in between, the newest first. */
  readonly changes: readonly Change[];
  readonly write: Write;
}

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
  const of = (verdict: Verdict) => candidates.filter((copy) => copy.verdict === verdict);
  const stuck = new Map(
    candidates
      .filter(({ verdict }) => verdict === "unresolved" || verdict instanceof PolicybookError)
      .map(({ found, path: at }) => [groupOf(found), at]),
  );
  const [held, free] = partition(of("behind"), ({ found }) => stuck.has(groupOf(found)));
  return {
    updates: await Promise.all(free.map((copy) => planned(copy, place))),
    upToDate: of("up to date").length,
    unresolved: of("unresolved").map(({ path: at }) => at),
    problems: [
      ...candidates.flatMap(({ verdict }) => (verdict instanceof PolicybookError ? verdict : [])),
      ...held.map(({ found, path: at }) => heldBack(at, stuck.get(groupOf(found)) ?? "")),
    ],
  };
}

export interface Place {
  readonly root: string;
  readonly originOf: Origins;
}

type Verdict = "up to date" | "behind" | "unresolved" | PolicybookError;

interface Candidate {
  readonly found: FoundCopy;
  readonly path: string;
  readonly comparison: Comparison;
  readonly verdict: Verdict;
}

function candidate(found: FoundCopy, { root, originOf }: Place): Candidate {
  const comparison = compare(found, originOf(found.provenance));
  const at = shown(found.path, root);
  return { found, path: at, comparison, verdict: verdictOn(at, found, comparison) };
}

function verdictOn(file: string, { body }: FoundCopy, { state, reason }: Comparison): Verdict {
  if (hasConflict(body)) return "unresolved";
  if (state === "behind" || state === "diverged") return "behind";
  return state === "unknown" ? cannotUpdate(file, reason ?? "it is not known") : "up to date";
}

async function planned(copy: Candidate, place: Place): Promise<PlannedUpdate> {
  const { found, path: at, comparison } = copy;
  const { policy, file } = found.provenance;
  const { version: from, upstream: to = from } = comparison;
  const source = readFileText(found.path, at);
  const { text, conflicts } = await merged(copy, source.text);
  const target = existingTarget(place.root, at);
  return {
    path: at,
    policy,
    file,
    from,
    to,
    outcome: conflicts > 0 ? "conflict" : comparison.yours === comparison.base ? "clean" : "merged",
    formatted: comparison.formatted,
    conflicts,
    changes: changesBetween(from, to, itemOf(found, place)),
    write: { target, text: inFormOf(source, text), replaces: source.raw },
  };
}

/**
 * The copy's text as it is to be, which says what it is then based on. Its first line takes part in
 * the merge, the same on all sides, and so finds its place below whatever the user put above it.
 */
async function merged({ found, path: at, comparison }: Candidate, text: string): Promise<Merged> {
  const { base = "", theirs = "", version, upstream = version } = comparison;
  const port = portOfFile(found.provenance.file);
  if (port === undefined) throw new Error(`${found.provenance.file} is compared without a port`);
  const provenance = { ...found.provenance, version: upstream, sha256: hashOf(theirs) };
  const line = `${port.comment(provenanceLine(provenance))}\n`;
  const yours = withProvenance(text, provenance);
  const sides = { base: line + base, yours: port.restore?.(yours) ?? yours, theirs: line + theirs };
  const labels = {
    base: `${version} (as copied)`,
    yours: `yours (${visible(at)})`,
    theirs: `upstream ${upstream}`,
  };
  const { merge } = await import("./merge.ts");
  const result = merge(sides, port, labels);
  return { ...result, text: port.adaptLike?.(result.text, yours) ?? result.text };
}

function itemOf({ provenance }: FoundCopy, { originOf }: Place): Item | undefined {
  const origin = originOf(provenance);
  return origin instanceof PolicybookError ? undefined : origin.find(provenance.policy);
}

const changesBetween = (from: string, to: string, item: Item | undefined): readonly Change[] =>
  (item?.changes ?? []).filter(
    ({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0,
  );

function cannotUpdate(file: string, reason: string): PolicybookError {
  return new PolicybookError(
    "unknown-copy",
    `${file} cannot be updated: ${reason}.`,
    "It is left as it is.",
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

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter((one) => isFirst(one)), all.filter((one) => !isFirst(one))];
}
