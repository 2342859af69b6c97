import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Item } from "../cli/registry/item.ts";
import { sealOf } from "../cli/registry/seals.ts";
import { BrokenSealError } from "./seals.ts";

/**
 * Every superseded version has its folder in history/, and in it exactly the files that policy.json
 * has seals of, as they were sealed.
 *
 * @throws {BrokenSealError} otherwise
 */
export function requireHistory(folder: string, item: Item): void {
  const sealed = item.history ?? {};
  for (const version of new Set([
    ...Object.keys(sealed),
    ...namesIn(path.join(folder, "history")),
  ])) {
    const place = path.join(folder, "history", version);
    const seals = sealed[version] ?? {};
    const broken = [...new Set([...Object.keys(seals), ...namesIn(place)])].filter((file) => {
      const at = path.join(place, file);
      return !existsSync(at) || sealOf(readFileSync(at, "utf8")) !== seals[file];
    });
    if (broken.length === 0 && version in sealed) continue;
    const at = `registry/${item.name}/history/${version}`;
    throw new BrokenSealError(at, broken.length > 0 ? broken : ["the version"], RESTORE);
  }
}

const RESTORE = "Restore what was released: copies of it have it as their base.";

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder).toSorted() : [];
