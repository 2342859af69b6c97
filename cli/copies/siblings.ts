import { readdirSync } from "node:fs";
import path from "node:path";
import { portOfFile } from "../ports/index.ts";
import { findCopy, type FoundCopy } from "./find.ts";

/** The copies, and with each the other files of its port in the same folder: they go together. */
export function withSiblings(copies: readonly FoundCopy[]): readonly FoundCopy[] {
  const found = new Map(copies.map((copy) => [copy.path, copy]));
  for (const copy of copies) {
    if (!hasSiblings(copy)) continue;
    for (const sibling of copiesIn(path.dirname(copy.path), copy)) {
      if (groupOf(sibling) === groupOf(copy) && !found.has(sibling.path)) {
        found.set(sibling.path, sibling);
      }
    }
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The same for files that are one copy: those of one port and item in one folder. */
export function groupOf({
  path: file,
  provenance: { policy, from = "", ...of },
}: FoundCopy): string {
  return [path.dirname(file), from, policy, portOfFile(of.file)?.language].join("\0");
}

const hasSiblings = ({ provenance }: FoundCopy): boolean =>
  (portOfFile(provenance.file)?.files.length ?? 1) > 1;

function copiesIn(folder: string, { provenance }: FoundCopy): readonly FoundCopy[] {
  const extensions = portOfFile(provenance.file)?.extensions ?? [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && extensions.includes(path.extname(entry.name)))
    .flatMap(({ name }) => findCopy(path.join(folder, name)).copies);
}
