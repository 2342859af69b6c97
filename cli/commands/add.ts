import path from "node:path";
import { readConfig } from "../config.ts";
import { planCopies, type PlannedCopy } from "../copies/plan.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { colour, isInteractive, print, printJson } from "../ui/output.ts";
import { chooseItems, choosePort, decideConflicts, type Decision, type Manner } from "./choices.ts";

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
  const registry = builtinRegistry();
  const decision = decisionOf(options);
  const config = await readConfig(new Project(options.cwd));
  const project = new Project(options.cwd, config.namespace);
  const manner = mannerOf(options);
  const items = await chooseItems(names, registry, manner);
  const port = await choosePort(options.lang ?? config.lang, project, manner);
  const dir = options.dir ?? config.dir ?? port.folder(project);
  const copies = await planCopies(items, { registry, port, project, dir });
  const plan = await decideConflicts(copies, decision, manner);
  const [first] = plan;
  const usage = first && (await port.usage(first.item, { project, copy: first.target.path }));
  if (!options.dryRun) await apply(plan, project);
  report(plan, usage ?? "", options);
  return Exit.ok;
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

function report(
  plan: readonly PlannedCopy[],
  usage: string,
  { dryRun = false, json }: AddOptions,
): void {
  if (json) return printJson({ dryRun, files: plan.map(described), usage });
  for (const copy of plan) print(line(copy, dryRun));
  if (!dryRun)
    print(`\n${colour.bold(`Use it, from a file in ${folderAbove(plan)}:`)}\n\n${usage.trimEnd()}`);
}

function described({ item, action, target }: PlannedCopy) {
  return { policy: item.name, version: item.version, path: target.path, action };
}

/** Where the usage snippet's imports are right: the folder above the copies. */
function folderAbove([first]: readonly PlannedCopy[]): string {
  const above = path.posix.dirname(path.posix.dirname(first?.target.path ?? ""));
  return above === "." ? "this folder" : `${above}/`;
}

function line({ action, target, item }: PlannedCopy, dryRun: boolean): string {
  const from = colour.dim(`(${item.name} ${item.version})`);
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
