import { portOfFile } from "../ports/index.ts";
import type { Project } from "../ports/project.ts";
import type { Change, Item } from "../registry/item.ts";
import type { Origins } from "../registry/origins.ts";
import { PolicybookError } from "../ui/errors.ts";
import { visible } from "../ui/visible.ts";
import type { Comparison } from "./compare.ts";
import { inFormOf, readFileText } from "./file-text.ts";
import type { FoundCopy } from "./find.ts";
import { hashOf } from "./hash.ts";
import type { Merged } from "./merge.ts";
import type { GainedFile } from "./port-files.ts";
import { provenanceLine, withProvenance } from "./provenance.ts";
import { replaceableTarget } from "./replaceable.ts";
import { compareVersions } from "./versions.ts";
import type { Write } from "./write.ts";

/**
 * What becomes of a file: it moves forward as it is, upstream's changes are merged into the user's, or
 * they meet in places that the user has to look at. One that the port has got since is created, and
 * one that it has no longer is removed.
 */
export type Outcome = "clean" | "merged" | "conflict" | "created" | "removed";

export interface PlannedUpdate {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly policy: string;
  /** The registry's file. */
  readonly file: string;
  /** Where the copy is from, if not from the built-in registry. */
  readonly source: string | undefined;
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

interface Place {
  readonly project: Project;
  readonly originOf: Origins;
}

interface ComparedFile {
  readonly found: FoundCopy;
  readonly path: string;
  readonly comparison: Comparison;
}

/** A copy with what upstream has changed brought into it. */
export async function movement(copy: ComparedFile, place: Place): Promise<PlannedUpdate> {
  const { found, path: at, comparison } = copy;
  const existing = readFileText(found.path, at);
  const { text, conflicts } = await merged(copy, existing.text);
  const target = replaceableTarget(place.project.root, at);
  return {
    ...heading(copy, comparison.version, place),
    outcome: conflicts > 0 ? "conflict" : comparison.yours === comparison.base ? "clean" : "merged",
    formatted: comparison.formatted,
    conflicts,
    write: { target, text: inFormOf(existing, text), replaces: existing.raw },
  };
}

/** A file that comes to those of its port which are moved forward. */
export function creation(gained: GainedFile): PlannedUpdate {
  const { target, item, registry, file, from, text, existing } = gained;
  return {
    ...UNCHANGED,
    path: target.path,
    policy: item.name,
    file,
    source: registry.from,
    from,
    to: item.version,
    outcome: "created",
    changes: changesBetween(from, item.version, item),
    write: { target, text, replaces: existing },
  };
}

/** A file of the user's that its port has no longer. */
export function removal(copy: ComparedFile, place: Place): PlannedUpdate {
  const { found, path: at } = copy;
  const target = replaceableTarget(place.project.root, at);
  return {
    ...UNCHANGED,
    ...heading(copy, found.provenance.version, place),
    outcome: "removed",
    write: { target, text: undefined, replaces: readFileText(found.path, at).raw },
  };
}

/** What is told of a copy, whatever becomes of it. */
function heading({ found, path, comparison }: ComparedFile, from: string, place: Place) {
  const { policy, file, from: source } = found.provenance;
  const { upstream: to = from } = comparison;
  const changes = changesBetween(from, to, itemOf(found, place));
  return { path, policy, file, source, from, to, changes };
}

const UNCHANGED = { formatted: false, conflicts: 0 };

/**
 * The copy's text as it is to be, which says what it is then based on. Its first line takes part in
 * the merge, the same on all sides, and so finds its place below whatever the user put above it.
 */
async function merged(
  { found, path: at, comparison }: ComparedFile,
  text: string,
): Promise<Merged> {
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
