import { existsSync, readFileSync } from "node:fs";
import { holds } from "../ports/index.ts";
import type { Port } from "../ports/port.ts";
import type { Project } from "../ports/project.ts";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { hashOf, normalised, parseCopy, provenanceLine } from "./provenance.ts";
import { resolveTarget, type Target } from "./target.ts";

/** What is to happen to one file. "conflict" is for the user to decide: it becomes one of the others. */
export type Action = "create" | "unchanged" | "overwrite" | "keep" | "conflict";

export interface PlannedCopy {
  readonly item: Item;
  readonly action: Action;
  readonly target: Target;
  /** The whole file: provenance line and body. */
  readonly text: string;
  /** What is there now, if anything is. */
  readonly existing: string | undefined;
}

/** What `add` would do for each file of the items in this language. Nothing is written. */
export function planCopies(
  items: readonly Item[],
  {
    registry,
    port,
    project,
    dir,
  }: { registry: Registry; port: Port; project: Project; dir: string },
): readonly PlannedCopy[] {
  return items.flatMap((item) =>
    copyTexts(item, port, registry).map(({ file, line, body }) => {
      const target = resolveTarget(project.root, dir, port.fileName(file, project));
      const adapted = port.adapt?.(body, { project, copy: target.path }) ?? body;
      const text = line + adapted;
      const existing = existsSync(target.absolute)
        ? readFileSync(target.absolute, "utf8")
        : undefined;
      return { item, target, text, existing, action: actionFor(text, existing) };
    }),
  );
}

export interface CopyText {
  readonly file: string;
  /** The provenance line, line break included. */
  readonly line: string;
  readonly body: string;
}

/** The files that a copy of the item consists of in this language. */
export function copyTexts(item: Item, port: Port, registry: Registry): readonly CopyText[] {
  return portFiles(item, port).map((file) => {
    const body = registry.source(item, file);
    const sha256 = sealOf(item, file) ?? hashOf(normalised(body));
    const line = provenanceLine({ policy: item.name, file, version: item.version, sha256 });
    return { file, line: `${port.comment(line)}\n`, body };
  });
}

/** The hash that the file is sealed with; none while it is a draft. */
const sealOf = (item: Item, file: string): string | undefined =>
  /^sha256:(.+)$/.exec(item.files[file] ?? "")?.[1];

function portFiles(item: Item, port: Port): readonly string[] {
  const files = Object.keys(item.files).filter((file) => holds(port, file));
  if (files.length > 0) return files;
  throw new PolicybookError(
    "no-port",
    `${item.name} has no ${port.title} port.`,
    "Choose another language with --lang; `policybook list` shows the languages of each policy.",
  );
}

function actionFor(text: string, existing: string | undefined): Action {
  if (existing === undefined) return "create";
  return isSameCopy(text, existing) ? "unchanged" : "conflict";
}

/** The same copy, whatever its line endings and however its first line is written. */
function isSameCopy(text: string, existing: string): boolean {
  const [mine, theirs] = [parseCopy(text), parseCopy(existing)];
  return (
    theirs !== undefined &&
    mine?.body === theirs.body &&
    mine.provenance.sha256 === theirs.provenance.sha256 &&
    mine.provenance.version === theirs.provenance.version
  );
}
