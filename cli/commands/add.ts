import path from "node:path";
import { readConfig } from "../config.ts";
import { planCopies, type Choice, type PlannedCopy } from "../copies/plan.ts";
import { folderAbove } from "../ports/port.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { isReference } from "../registry/reference.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { colour, isInteractive, note, print, printJson } from "../ui/output.ts";
import { visible } from "../ui/visible.ts";
import { chooseItems, choosePort, type Manner } from "./choices.ts";
import type { Deciding, Decision } from "./conflicts.ts";

export interface AddOptions {
  readonly cwd: string;
  readonly lang?: string;
  readonly dir?: string;
  readonly overwrite?: boolean;
  readonly keep?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Copies policies into the project: everything is planned and decided before anything is written. */
export async function add(names: readonly string[], options: AddOptions): Promise<ExitCode> {
  const decision = decisionOf(options);
  const config = await readConfig(new Project(options.cwd));
  const project = new Project(options.cwd, config.namespace);
  const manner = mannerOf(options);
  const choices = await choose(names, project, { ...options, configured: config.lang, manner });
  const copies = await planCopies(choices, { project, dir: options.dir ?? config.dir });
  const plan = await decided(copies, { decision, manner, cwd: options.cwd });
  const usage = await usageOf(plan, project);
  if (!options.dryRun) await apply(plan, project);
  report(plan, usage, options);
  if (!options.dryRun) await noteLeftOut(plan, project);
  return Exit.ok;
}

/** Most plans hold no conflict, and what decides one is loaded for those that do. */
async function decided(plan: readonly PlannedCopy[], how: Deciding) {
  if (plan.every(({ action }) => action !== "conflict")) return plan;
  const { decideConflicts } = await import("./conflicts.ts");
  return decideConflicts(plan, how);
}

interface Wish {
  readonly lang?: string;
  /** The language that policybook.json names. */
  readonly configured: string | undefined;
  readonly manner: Manner;
}

/** What the names mean, each in its language; what is elsewhere is fetched side by side. */
async function choose(
  names: readonly string[],
  project: Project,
  { lang, configured, manner }: Wish,
): Promise<readonly Choice[]> {
  const registry = builtinRegistry();
  const foreign = names.filter(isReference);
  const own = names.filter((name) => !isReference(name));
  const items =
    foreign.length > 0 && own.length === 0 ? [] : await chooseItems(own, registry, manner);
  // A document that is named by its address says its language itself.
  const isAsked = items.length > 0 || foreign.some((name) => name.startsWith("@"));
  const port = isAsked ? await choosePort(lang ?? configured, project, manner) : undefined;
  const choices = items.flatMap((item) => (port === undefined ? [] : [{ item, port, registry }]));
  if (foreign.length === 0) return choices;
  const { chooseForeign } = await import("./foreign.ts");
  const fetched = foreign.map((name) => chooseForeign(name, project, lang, port));
  return [...choices, ...(await Promise.all(fetched))];
}

function mannerOf({ yes, json }: AddOptions): Manner {
  if (yes) return "guess";
  return isInteractive() && !json ? "ask" : "refuse";
}

function decisionOf({ overwrite, keep }: AddOptions): Decision | undefined {
  if (overwrite && keep) {
    throw new PolicybookError(
      "usage",
      "--overwrite and --keep contradict each other.",
      "Give one of them, or neither to be asked.",
    );
  }
  if (overwrite) return "overwrite";
  return keep ? "keep" : undefined;
}

async function apply(plan: readonly PlannedCopy[], project: Project): Promise<void> {
  const { writeAll } = await import("../copies/write.ts");
  const writes = plan
    .filter(({ action }) => action === "create" || action === "overwrite")
    .map(({ target, text, existing }) => ({ target, text, replaces: existing }));
  writeAll(project.root, writes);
}

interface Usage {
  readonly program: string;
  readonly place: string;
}

/** How to use the first policy of the plan, or the first item where there is none. */
async function usageOf(plan: readonly PlannedCopy[], project: Project): Promise<Usage | undefined> {
  const shown = plan.find(({ item }) => item.kind === "policy") ?? plan[0];
  if (shown === undefined) return undefined;
  const { item, port } = shown;
  const target = { project, copy: shown.target.path };
  const program = await port.usage(item, target);
  return { program, place: port.usagePlace?.(target) ?? `a file in ${folderAbove(target.copy)}` };
}

function report(
  plan: readonly PlannedCopy[],
  usage: Usage | undefined,
  { dryRun = false, json }: AddOptions,
): void {
  if (json) return printJson({ dryRun, files: plan.map(described), usage: usage?.program ?? "" });
  for (const copy of plan) print(line(copy, dryRun));
  if (dryRun || usage === undefined) return;
  print(`\n${colour.bold(`Use it, from ${usage.place}:`)}\n\n${usage.program.trimEnd()}`);
}

/** A copy that `diff` does not come to by itself would go out of sight. */
async function noteLeftOut(plan: readonly PlannedCopy[], { root }: Project): Promise<void> {
  const { isSearched } = await import("../copies/find.ts");
  const hidden = plan.map(({ target }) => target.path).find((file) => !isSearched(root, file));
  if (hidden === undefined) return;
  note(`\n${hidden} lies where no copy is looked for: git ignores it, or tools write there.
Name its folder to check it: \`policybook diff ${path.posix.dirname(hidden)}\`.`);
}

function described({ item, action, target, registry: { from } }: PlannedCopy) {
  return { policy: item.name, version: item.version, path: target.path, action, from };
}

function line({ action, target, item, registry }: PlannedCopy, dryRun: boolean): string {
  const source = registry.from === undefined ? "" : ` from ${visible(registry.from)}`;
  const from = colour.dim(`(${item.name} ${item.version}${source})`);
  switch (action) {
    case "unchanged":
      return `${target.path} is already there, unchanged ${from}`;
    case "keep":
      return `${target.path} is kept as it is ${from}`;
    case "overwrite":
      return `${dryRun ? "would overwrite" : "overwrote"} ${target.path} ${from}`;
    default:
      return `${colour.green(dryRun ? "would write" : "wrote")} ${target.path} ${from}`;
  }
}
