import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { resolveTarget } from "../copies/target.ts";
import { writeAll } from "../copies/write.ts";
import { portNamed } from "../ports/choose.ts";
import { holds } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import type { Item } from "../registry/item.ts";
import type { FolderRegistry } from "../registry/folder.ts";
import { clashOf } from "../registry/names.ts";
import { ownRegistry } from "../registry/own.ts";
import { scaffoldPolicy, scaffoldPort, type Scaffolded } from "../registry/scaffold.ts";
import { DRAFT } from "../registry/seals.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { print, printJson } from "../ui/output.ts";

export interface NewOptions {
  readonly cwd: string;
  /** A language: scaffold a port of an existing policy instead of a policy. */
  readonly lang?: string;
  /** The policy to begin from. */
  readonly like?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Scaffolds a policy, or a port of one, in the registry/ folder of this repository or anyone's. */
export async function scaffold(name: string, options: NewOptions): Promise<ExitCode> {
  requireName(name);
  const { root } = new Project(options.cwd);
  const files = options.lang
    ? await newPort(name, await portNamed(options.lang), root, options)
    : await newPolicy(name, root, options);
  const writes = files.map(({ path: file, text, replaces }) => {
    const [folder, fileName] = [path.posix.dirname(file), path.posix.basename(file)];
    const target = resolveTarget(root, folder, fileName, "Mend that, and run the command again.");
    if (replaces === undefined && existsSync(target.absolute)) throw alreadyThere(file);
    return { target, text, replaces };
  });
  if (!options.dryRun) writeAll(root, writes);
  report(name, files, options);
  return Exit.ok;
}

async function newPolicy(name: string, root: string, { like }: NewOptions) {
  const registry = ownRegistry(root);
  if (registry.find(name) !== undefined) throw alreadyThere(`registry/${name}`);
  const from = builtinRegistry();
  const pattern = ofKind("policy", await from.get(like ?? "full-jitter"));
  const clash = clashOf(name, pattern, from);
  if (clash !== undefined) throw badName(name, clash);
  return scaffoldPolicy(name, pattern, await portNamed("typescript"), { registry: from, root });
}

async function newPort(name: string, port: Port, root: string, { like }: NewOptions) {
  const item = await ownRegistry(root).get(name);
  const from = builtinRegistry();
  const pattern =
    like === undefined ? likeliest(item, port, from) : ofKind(item.kind, await from.get(like));
  const files = pattern === undefined ? [] : scaffoldPort(item.name, pattern, port, from);
  if (files.length > 0) return [...files, listed(item, files, root)];
  throw new PolicybookError(
    "no-pattern",
    `There is no ${port.title} port to begin from.`,
    "Name a policy that has one with --like; `policybook list` shows the languages of each.",
  );
}

/** The policy's metadata with the new files as drafts. */
function listed(item: Item, files: readonly Scaffolded[], root: string): Scaffolded {
  const file = `registry/${item.name}/policy.json`;
  const replaces = readFileSync(path.join(root, file), "utf8");
  const drafts = files.map((added) => [path.posix.basename(added.path), DRAFT]);
  const metadata = { ...item, files: { ...item.files, ...Object.fromEntries(drafts) } };
  return { path: file, text: `${JSON.stringify(metadata, null, 2)}\n`, replaces };
}

/** The policy that reads the same inputs and is ported to the language. */
function likeliest(item: Item, port: Port, registry: FolderRegistry): Item | undefined {
  const shared = ({ uses }: Item): number =>
    uses.filter((use) => item.uses.includes(use)).length - Math.abs(uses.length - item.uses.length);
  return registry.items
    .filter(({ kind, name }) => kind === item.kind && name !== item.name)
    .filter(({ files }) => Object.keys(files).some((file) => holds(port, file)))
    .toSorted((a, b) => shared(b) - shared(a))[0];
}

function requireName(name: string): void {
  if (/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= 60) return;
  throw new PolicybookError(
    "bad-name",
    `${JSON.stringify(name)} is no name for a policy.`,
    "Use lower-case words and digits with single hyphens between them, such as linear-jitter.",
  );
}

function badName(name: string, why: string): PolicybookError {
  return new PolicybookError(
    "bad-name",
    `A policy cannot be called ${JSON.stringify(name)}: ${why}.`,
    `Choose another name, such as ${name}-backoff.`,
  );
}

/** The item, if what is made of it can be of this kind. */
function ofKind(kind: Item["kind"], item: Item): Item {
  if (item.kind === kind) return item;
  throw new PolicybookError(
    "bad-like",
    `${item.name} is a ${item.kind}, and no ${kind} can begin from it.`,
    `Name a ${kind} with --like; \`policybook list\` shows what there is.`,
  );
}

function alreadyThere(file: string): PolicybookError {
  return new PolicybookError(
    "file-exists",
    `${file} is already there; nothing was written.`,
    "Choose another name, or edit what is there.",
    { file },
  );
}

function report(
  name: string,
  files: readonly Scaffolded[],
  { cwd, json, dryRun = false }: NewOptions,
): void {
  const paths = files.map((file) => file.path);
  if (json) return printJson({ dryRun, files: paths });
  for (const file of paths) print(`${dryRun ? "would write" : "wrote"} ${file}`);
  print(`\nNow replace every TODO. ${nextSteps(name, cwd)}`);
}

const nextSteps = (name: string, cwd: string): string =>
  existsSync(path.join(cwd, "docs/porting.md"))
    ? "docs/porting.md says how."
    : "`POLICYBOOK_REGISTRY=registry policybook verify --registry` runs the vectors, and " +
      `\`policybook release ${name}\` releases what is done.`;
