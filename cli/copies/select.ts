import { existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { nearestItem } from "../registry/nearest-item.ts";
import { findCopies, findCopy, type Found, type FoundCopy, type Unreadable } from "./find.ts";
import { PROVENANCE_WITHIN_BYTES } from "./provenance.ts";

/** The copies that a command is to look at, and what stands in the way of looking at all of them. */
export interface Selection {
  readonly copies: readonly FoundCopy[];
  readonly problems: readonly PolicybookError[];
}

/** The copies that the targets name: policies, files and folders. Without any: all of the project. */
export function selectCopies(
  targets: readonly string[],
  { root, registry }: { readonly root: string; readonly registry: Registry },
): Selection {
  let project: Found | undefined;
  const place = { root, registry, inProject: (): Found => (project ??= findCopies(root)) };
  const selections =
    targets.length === 0
      ? [selected(place.inProject(), root)]
      : targets.map((target) => select(target, place));
  const copies = new Map(selections.flatMap((s) => s.copies).map((copy) => [copy.path, copy]));
  const problems = new Map(selections.flatMap((s) => s.problems).map((p) => [p.message, p]));
  return {
    copies: [...copies.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    problems: [...problems.values()],
  };
}

interface Place {
  readonly root: string;
  readonly registry: Registry;
  readonly inProject: () => Found;
}

/** A policy's name wins over a path of the same name; `./name` is always the path. */
function select(target: string, place: Place): Selection {
  const item = place.registry.find(target);
  if (item !== undefined) return copiesOf(item, target, place);
  const file = path.resolve(place.root, target);
  if (!existsSync(file)) return unknownTarget(target, place);
  const real = realpathSync(file);
  const isFolder = statSync(real).isDirectory();
  const selection = selected(isFolder ? findCopies(real) : readFile(real), place.root);
  if (selection.copies.length + selection.problems.length > 0) return selection;
  return failed(isFolder ? noCopyIn(target) : notACopy(target));
}

/** What is no regular file, such as a pipe, is not opened: it might never end. */
const readFile = (file: string): Found =>
  statSync(file).isFile() ? findCopy(file) : { copies: [], unreadable: [] };

function copiesOf(item: Item, target: string, { root, registry, inProject }: Place): Selection {
  const isOfItem = ({ provenance: { policy, from } }: FoundCopy): boolean =>
    from === undefined && registry.find(policy) === item;
  const { copies, unreadable } = inProject();
  const own = copies.filter(isOfItem);
  // Other registries may have a policy of this name as well.
  const named =
    own.length > 0 ? own : copies.filter(({ provenance }) => provenance.policy === target);
  const selection = selected({ copies: named, unreadable }, root);
  return selection.copies.length > 0
    ? selection
    : { ...selection, problems: [...selection.problems, noCopyOf(target)] };
}

/** Copies may be of a policy that the registry does not have: it or where it is from can be named. */
function unknownTarget(target: string, { root, registry, inProject }: Place): Selection {
  const copies = inProject().copies.filter(
    ({ provenance: { policy, from } }) =>
      policy === target || from === target || from?.startsWith(`${target}/`),
  );
  if (copies.length > 0) return selected({ copies, unreadable: [] }, root);
  const guess = nearestItem(target, registry.items);
  const advice = guess === undefined ? "" : `Did you mean "${guess}"? `;
  return failed(
    new PolicybookError(
      "no-target",
      `"${target}" is neither a policy nor a file or folder here.`,
      `${advice}Without names, every copy below this folder is looked at.`,
      { file: target },
    ),
  );
}

function selected({ copies, unreadable }: Found, root: string): Selection {
  return {
    copies,
    problems: unreadable.map((find) => unreadableError(find, root)),
  };
}

const failed = (problem: PolicybookError): Selection => ({ copies: [], problems: [problem] });

/** A path as it is shown: relative to the project, with forward slashes. */
export const shown = (file: string, root: string): string =>
  path.relative(root, file).split(path.sep).join("/") || ".";

function unreadableError({ path: at, cause, advice }: Unreadable, root: string): PolicybookError {
  const file = shown(at, root);
  const message = `${file} could not be checked: ${cause}.`;
  return new PolicybookError("unreadable", message, advice, { file });
}

function noCopyOf(name: string): PolicybookError {
  return new PolicybookError(
    "no-copy",
    `There is no copy of ${name} below this folder.`,
    `\`policybook add ${name}\` makes one. If there is one in an ignored folder, name the file.`,
  );
}

function noCopyIn(folder: string): PolicybookError {
  return new PolicybookError(
    "no-copy",
    `There is no copy of a policy in ${folder}.`,
    "Name another folder, or none: then every copy below this folder is looked at.",
    { file: folder },
  );
}

function notACopy(file: string): PolicybookError {
  const head = PROVENANCE_WITHIN_BYTES.toLocaleString("en"); // to load which takes a while
  return new PolicybookError(
    "not-a-copy",
    `${file} is no copy of a policy: it has no line "policybook: …" within its first ${head} bytes.`,
    "Move the line up if there is one further below. If it was deleted, restore it from version control, or `policybook add` the policy anew.",
    { file },
  );
}
