import { portOfFile } from "../ports/index.ts";
import type { Port } from "../ports/port.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { hashOf } from "./hash.ts";
import type { Copy, Provenance } from "./provenance.ts";
import { notOlder, releasesOf, type Release } from "./releases.ts";
import { compareVersions } from "./versions.ts";

export const STATES = ["current", "behind", "edited", "diverged", "formatting", "unknown"] as const;

export type State = (typeof STATES)[number];

/** What a copy is, against what it was and what the registry has now. */
export interface Comparison {
  readonly state: State;
  /** What the copy is based on: what its first line says, or the newer release that it equals. */
  readonly version: string;
  /** The registry's version now. */
  readonly upstream?: string;
  /** Why the state is unknown. */
  readonly reason?: string;
  /** What to do about that. */
  readonly suggestion?: string;
  /** Does a formatter's work tell it from its base, and nothing else? */
  readonly formatted: boolean;
  /** The registry's text at `version`. */
  readonly base?: string;
  /** The registry's text now. */
  readonly theirs?: string;
  /** The copy's own text, without its provenance line and restored as its port does. */
  readonly yours: string;
}

/** A copy as it was compared, and where it is. */
export interface ComparedCopy extends Comparison {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly policy: string;
  /** The registry's file. */
  readonly file: string;
}

/** Compares a copy with the registry that it is from, or says why that could not be read. */
export function compare(found: Copy, registry: Registry | PolicybookError): Comparison {
  const port = portOfFile(found.provenance.file);
  const copy = { ...found, body: port?.restore?.(found.body) ?? found.body };
  if (registry instanceof PolicybookError) {
    const { message, suggestion } = registry;
    return unknown(copy, { reason: message.replace(/\.$/, ""), suggestion });
  }
  const releases = knownReleases(copy.provenance, registry);
  if ("reason" in releases) return unknown(copy, releases, registry);
  const [latest] = releases;
  const possible = notOlder(releases, copy.provenance);
  const same = possible.find(({ text }) => text === copy.body);
  if (same !== undefined) return compared(copy, same, latest, "pristine");
  const formatted = possible.find((release) => differsInFormattingOnly(copy, release));
  if (formatted !== undefined) return compared(copy, formatted, latest, "formatted");
  const base = recordedRelease(copy.provenance, releases);
  if ("reason" in base) return unknown(copy, base, registry);
  return compared(copy, base, latest, "edited");
}

export const count = (copies: readonly Pick<Comparison, "state">[], state: State): number =>
  copies.filter((copy) => copy.state === state).length;

type Releases = readonly [Release, ...Release[]];

/** Why nothing can be told of a copy, and what to do about it. */
type Unknown = Required<Pick<Comparison, "reason" | "suggestion">>;

/** The releases of the copy's file, the newest first, or why they cannot be told. */
function knownReleases(provenance: Provenance, registry: Registry): Releases | Unknown {
  const { policy, file, version } = provenance;
  const suggestion = registry.from === undefined ? UPGRADE : askFor(registry.from);
  const item = registry.find(policy);
  if (item === undefined) {
    const reason = `${registry.from ?? "the registry"} has no policy named "${policy}"`;
    return { reason, suggestion };
  }
  if (compareVersions(version, item.version) > 0) {
    const reason = `it is newer than ${registry.from ?? "this policybook"}, which has ${item.version}`;
    return { reason, suggestion };
  }
  const [latest, ...older] = releasesOf(file, item, registry);
  if (latest === undefined)
    return { reason: `${item.name} has no file named "${file}"`, suggestion };
  if (latest.version !== item.version) {
    const reason = `${item.name} has no ${file} since ${latest.version}; the copy is yours to keep`;
    return {
      reason,
      suggestion: 'Delete its line "policybook: …", and it is no longer looked at.',
    };
  }
  return [latest, ...older];
}

const RESTORE = "restore its first line from version control.";
const UPGRADE = `Upgrade policybook if a newer one made the copy; if not, ${RESTORE}`;
const askFor = (from: string): string =>
  `Ask whoever keeps ${from} what became of it; if its first line was changed, ${RESTORE}`;

/** The release that the first line of a copy names, or why it is none. */
function recordedRelease(provenance: Provenance, releases: Releases): Release | Unknown {
  const { policy, file, version, sha256 } = provenance;
  const release = releases.find((candidate) => candidate.version === version);
  const suggestion = `If the line was changed, ${RESTORE}`;
  if (release === undefined)
    return { reason: `${policy} ${version} never had a ${file} in this registry`, suggestion };
  if (hashOf(release.text) !== sha256) {
    const reason = `the hash on its first line is not that of ${file} ${version}: one of the two was changed`;
    return { reason, suggestion };
  }
  return release;
}

function differsInFormattingOnly({ provenance, body }: Copy, release: Release): boolean {
  const { text } = release;
  const port = portOfFile(provenance.file);
  if (port === undefined || ODD.test(body)) return false;
  // What a formatter adds besides white space is little; a text of any size need not be read.
  if (inkOf(body) > 2 * inkOf(text) + 1000) return false;
  try {
    const [mine, theirs] = [port.tokens(body), tokensOf(release, port)];
    return mine.length === theirs.length && mine.every((token, index) => token === theirs[index]);
  } catch (error) {
    if (error instanceof RangeError) return false; // nested more deeply than can be followed
    throw error;
  }
}

/** Hundreds of copies may be of one release: its tokens are read once. */
function tokensOf(release: Release, port: Port): readonly string[] {
  const tokens = releaseTokens.get(release) ?? port.tokens(release.text);
  releaseTokens.set(release, tokens);
  return tokens;
}

const releaseTokens = new WeakMap<Release, readonly string[]>();

/** How many characters are no white space. */
const inkOf = (text: string): number => text.replace(/\s+/g, "").length;

/**
 * White space that no formatter writes, and that languages read differently: a carriage return that
 * ends a line here is part of a comment there. With such in it, a text is not merely formatted.
 */
const ODD = /[\f\v\r\u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/;

function compared(
  copy: Copy,
  base: Release,
  latest: Release,
  yours: "pristine" | "formatted" | "edited",
): Comparison {
  const moved = base.text !== latest.text;
  const unmoved = { pristine: "current", formatted: "formatting", edited: "edited" } as const;
  return {
    state: moved ? (yours === "edited" ? "diverged" : "behind") : unmoved[yours],
    version: base.version,
    upstream: latest.version,
    formatted: yours === "formatted",
    base: base.text,
    theirs: latest.text,
    yours: copy.body,
  };
}

function unknown({ provenance, body }: Copy, why: Unknown, registry?: Registry): Comparison {
  const { policy, version } = provenance;
  const upstream = registry?.find(policy)?.version;
  const known = upstream === undefined ? {} : { upstream };
  return { state: "unknown", version, ...known, ...why, formatted: false, yours: body };
}
