import path from "node:path";
import { holds } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import type { Project } from "../ports/project.ts";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { normalised, parseCopy, provenanceLine } from "./provenance.ts";
import { existingTarget, resolveTarget, textAt, type Target } from "./target.ts";

/** What is to happen to one file. "conflict" is for the user to decide: it becomes one of the others. */
export type Action = "create" | "unchanged" | "overwrite" | "keep" | "conflict";

/** An item in one language, and the registry that has it. */
export interface Choice {
  readonly item: Item;
  readonly port: Port;
  readonly registry: Registry;
}

export interface PlannedCopy extends Choice {
  readonly action: Action;
  /** The registry's file. */
  readonly file: string;
  readonly target: Target;
  /** The whole file: provenance line and body. */
  readonly text: string;
  /** What is there now, if anything is. */
  readonly existing: string | undefined;
}

/** Where copies go. */
export interface Place {
  readonly project: Project;
  /** The folder that the user named, relative to the project; by default the language's own. */
  readonly dir: string | undefined;
  /** The folder of copies that are there, beside which they go. */
  readonly beside?: string;
}

/** What `add` would do for each file of what was chosen. Nothing is written. */
export async function planCopies(
  choices: readonly Choice[],
  place: Place,
): Promise<readonly PlannedCopy[]> {
  const plans = choices.map(async (choice) => {
    const texts = await copyTexts(choice);
    return Promise.all(texts.map((text) => planCopy(choice, text, place)));
  });
  const planned = (await Promise.all(plans)).flat();
  requireDistinct(planned);
  return planned;
}

/** (Some file systems know no case.) */
function requireDistinct(planned: readonly PlannedCopy[]): void {
  const seen = new Map<string, PlannedCopy>();
  for (const copy of planned) {
    const file = copy.target.path.toLowerCase();
    const other = seen.get(file);
    if (other !== undefined) throw sameTarget(copy, other);
    seen.set(file, copy);
  }
}

function sameTarget({ target, item }: PlannedCopy, other: PlannedCopy): PolicybookError {
  return new PolicybookError(
    "same-file",
    `${item.name} and ${other.item.name} would both be written to ${target.path}; nothing was written.`,
    "Add them one by one, to different folders with --dir.",
    { file: target.path },
  );
}

/** The same for one file of what was chosen. */
export async function planCopy(
  choice: Choice,
  { file, line, body }: CopyText,
  { project, dir, beside }: Place,
): Promise<PlannedCopy> {
  const { port } = choice;
  const name = await port.fileName(file, project);
  const target =
    beside === undefined
      ? resolveTarget(project.root, dir ?? port.folder(project), name)
      : existingTarget(project.root, path.posix.join(beside, name));
  const text = line + (port.adapt?.(body, { project, copy: target.path }) ?? body);
  const existing = textAt(target);
  return { ...choice, file, target, text, existing, action: actionFor(text, existing) };
}

export interface CopyText {
  readonly file: string;
  /** The provenance line, line break included. */
  readonly line: string;
  readonly body: string;
}

/** The files that a copy of the item consists of. */
export function copyTexts({ item, port, registry }: Choice): Promise<readonly CopyText[]> {
  return Promise.all(
    portFiles(item, port).map(async (file) => {
      const body = registry.source(item, file);
      const sha256 = sealOf(item, file) ?? (await hashOfDraft(body));
      const { name: policy, version } = item;
      const line = provenanceLine({ policy, file, version, sha256, from: registry.from });
      return { file, line: `${port.comment(line)}\n`, body };
    }),
  );
}

async function hashOfDraft(body: string): Promise<string> {
  const { hashOf } = await import("./hash.ts");
  return hashOf(normalised(body));
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
