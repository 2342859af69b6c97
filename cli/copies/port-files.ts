import { existsSync } from "node:fs";
import path from "node:path";
import { portOfFile } from "../ports/index.ts";
import { holds } from "../ports/languages.ts";
import type { Project } from "../ports/project.ts";
import type { Registry } from "../registry/registry.ts";
import { findCopy, type FoundCopy } from "./find.ts";
import { copyTexts, planCopy, type Choice, type PlannedCopy } from "./plan.ts";
import { notOlder, releasesOf } from "./releases.ts";
import { shown } from "./select.ts";
import { newestFirst } from "./versions.ts";

/** The port has other files by now, and this one no longer, which the user may have changed. */
export type Drop = "dropped" | "dropped, but changed";

export function dropOf({ provenance, body }: FoundCopy, registry: Registry): Drop | undefined {
  const { policy, file } = provenance;
  const [item, port] = [registry.find(policy), portOfFile(file)];
  if (item === undefined || port === undefined || Object.hasOwn(item.files, file)) return undefined;
  const releases = releasesOf(file, item, registry);
  if (releases.length === 0 || !Object.keys(item.files).some((other) => holds(port, other)))
    return undefined;
  const text = port.restore?.(body) ?? body;
  const isPristine = notOlder(releases, provenance).some((release) => release.text === text);
  return isPristine ? "dropped" : "dropped, but changed";
}

/** Files of one port in one folder, of which some are to be updated. */
export interface PortCopy extends Choice {
  /** Their folder, absolute. */
  readonly folder: string;
  /** The registry's files that they are. */
  readonly has: ReadonlySet<string>;
  /** The versions that those to be updated are based on. */
  readonly versions: readonly string[];
}

/** These files as a copy of their port, if the registry has its item. */
export function portCopyOf(
  [copy, ...others]: readonly FoundCopy[],
  versions: readonly string[],
  registry: Registry,
): PortCopy | undefined {
  if (copy === undefined) return undefined;
  const { policy, file } = copy.provenance;
  const [item, port] = [registry.find(policy), portOfFile(file)];
  if (item === undefined || port === undefined) return undefined;
  const has = new Set([file, ...others.map(({ provenance }) => provenance.file)]);
  return { item, port, registry, folder: path.dirname(copy.path), has, versions };
}

/** A file to put there, and the version of those that it comes to. */
export type GainedFile = PlannedCopy & { readonly from: string };

/**
 * What it takes to put beside the copies the files that their port has got since. A file that it had
 * all along, and that is not there, is one that the user has deleted or moved.
 */
export async function planGained(
  { item, port, registry, folder, has, versions }: PortCopy,
  project: Project,
): Promise<readonly GainedFile[]> {
  const isNew = (name: string): boolean =>
    !has.has(name) &&
    versions.every((version) => registry.sourceAt(item, name, version) === undefined);
  if (!Object.keys(item.files).some((name) => holds(port, name) && isNew(name))) return [];
  const choice = { item, port, registry };
  const beside = shown(folder, project.root);
  const texts = (await copyTexts(choice)).filter((text) => isNew(text.file));
  const from = newestFirst(versions).at(-1) ?? item.version;
  return Promise.all(
    texts.map(async (text) => ({
      ...(await planCopy(choice, text, { project, dir: undefined, beside })),
      from,
    })),
  );
}

/**
 * Files beside the copies that are named like others of their port, and are no copies: they may have
 * lost their first line. (One that the port has got since is another matter.)
 */
export function strangersBeside(
  { item, port, registry, folder, has, versions }: PortCopy,
  root: string,
): readonly string[] {
  return Object.keys(item.files)
    .filter((name) => holds(port, name) && !has.has(name))
    .filter((name) => versions.some((at) => registry.sourceAt(item, name, at) !== undefined))
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file) && findCopy(file).copies.length === 0)
    .map((file) => shown(file, root));
}
