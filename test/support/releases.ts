import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../../cli/copies/hash.ts";
import type { Item } from "../../cli/registry/item.ts";

/** An imaginary release: what it changes in each of its files, and why. */
export interface Release {
  readonly version: string;
  readonly reason: string;
  readonly files: Readonly<Record<string, (text: string) => string>>;
}

/**
 * Puts a registry into the folder in which an item of the real one has had these releases, as
 * `policybook release` would have left it. Returns what POLICYBOOK_REGISTRY is to name.
 */
export function releasedRegistry(
  folder: string,
  releases: readonly Release[],
  name = "full-jitter",
): string {
  const registry = path.join(folder, "registry");
  const place = path.join(registry, name);
  cpSync(path.join("registry", name), place, { recursive: true });
  const item = JSON.parse(readFileSync(path.join(place, "policy.json"), "utf8")) as Item;
  const released = releases.reduce((before, next) => release(place, before, next), item);
  writeFileSync(path.join(place, "policy.json"), JSON.stringify(released));
  return registry;
}

function release(folder: string, item: Item, { version, reason, files }: Release): Item {
  const seals: Record<string, string> = { ...item.files };
  for (const file of Object.keys(item.files)) {
    const old = readFileSync(path.join(folder, file), "utf8");
    write(path.join(folder, "history", item.version, file), old);
    const change = files[file];
    if (change === undefined) continue;
    const text = change(old);
    if (text === old) throw new Error(`release ${version} changes nothing in ${file}`);
    write(path.join(folder, file), text);
    seals[file] = `sha256:${hashOf(text)}`;
  }
  const history = { ...item.history, [item.version]: item.files };
  const changes = [{ version, date: "2026-01-31", reason }, ...(item.changes ?? [])];
  return { ...item, version, files: seals, history, changes };
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
