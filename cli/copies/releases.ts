import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { normalised, type Provenance } from "./provenance.ts";
import { compareVersions } from "./versions.ts";

/** The text that a file of the registry had at one version. */
export interface Release {
  readonly version: string;
  readonly text: string;
}

/** Hundreds of copies may be of one file: its releases are read once. */
const known = new WeakMap<Registry, Map<string, readonly Release[]>>();

/** Every release of a file, the newest first; none if the registry never held the file. */
export function releasesOf(file: string, item: Item, registry: Registry): readonly Release[] {
  const files = known.get(registry) ?? new Map<string, readonly Release[]>();
  known.set(registry, files);
  const key = `${item.name}/${file}`;
  const releases = files.get(key) ?? readReleases(file, item, registry);
  files.set(key, releases);
  return releases;
}

function readReleases(file: string, item: Item, registry: Registry): readonly Release[] {
  if (/^\.+$/.test(file)) return [];
  return registry.versions(item).flatMap((version) => {
    // (`file` comes from a comment in someone's file: "constructor" is a name as well.)
    const held = version !== item.version || Object.hasOwn(item.files, file);
    const text = held ? registry.sourceAt(item, file, version) : undefined;
    return text === undefined ? [] : [{ version, text: normalised(text) }];
  });
}

/**
 * The releases that a copy's text may be, whose first line names this version: someone may have pasted
 * a newer one below the line. Who has an older text there has put it back, and that is an edit.
 */
export const notOlder = (releases: readonly Release[], { version }: Provenance) =>
  releases.filter((release) => compareVersions(release.version, version) >= 0);
