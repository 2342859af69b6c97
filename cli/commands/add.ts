import path from "node:path";
import { readConfig } from "../config.ts";
import { planCopies, type PlannedCopy } from "../copies/plan.ts";
import { guessPorts, portNamed } from "../ports/index.ts";
import type { Port } from "../ports/port.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { colour, isInteractive, note, print, printJson } from "../ui/output.ts";

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
  const project = new Project(options.cwd);
  const config = await readConfig(project);
  const asks = isInteractive() && !options.yes && !options.json;
  const items = names.length > 0 ? await named(names, registry) : await chosen(registry, asks);
  const port = await choosePort(project, options.lang ?? config.lang, asks, options.yes ?? false);
  const dir = options.dir ?? config.dir ?? port.folder(project);
  const plan = await decide(planCopies(items, { registry, port, project, dir }), options, asks);
  if (!options.dryRun) await apply(plan, project);
  await report(plan, { project, port, options });
  return Exit.ok;
}

async function named(names: readonly string[], registry: Registry): Promise<readonly Item[]> {
  const items = await Promise.all(names.map((name) => registry.get(name)));
  return [...new Set(items)];
}

async function chosen(registry: Registry, asks: boolean): Promise<readonly Item[]> {
  if (!asks) {
    throw new PolicybookError(
      "no-policy",
      "No policy was named, and there is no terminal to ask on.",
      "Name one or more: `policybook add full-jitter`. `policybook list` shows what there is.",
    );
  }
  const { multiselect } = await import("../ui/prompt.ts");
  return multiselect(
    "Which policies?",
    registry.items.map((item) => ({
      title: item.recommended ? `${item.name} (recommended)` : item.name,
      description: item.summary,
      value: item,
      selected: item.recommended ?? false,
    })),
  );
}

async function choosePort(
  project: Project,
  lang: string | undefined,
  asks: boolean,
  yes: boolean,
): Promise<Port> {
  if (lang !== undefined) return portNamed(lang);
  const guesses = guessPorts(project);
  const [best] = guesses;
  if (best?.evidence === undefined) {
    note("Nothing here tells the language; this is TypeScript. --lang chooses another.");
  }
  if (best !== undefined && (guesses.length === 1 || yes)) return best.port;
  const found = guesses.map(({ port, evidence }) => `${port.title} (${evidence})`);
  if (!asks) {
    throw new PolicybookError(
      "ambiguous-language",
      `The project's language is not clear: ${found.join(", ")}.`,
      `Say which with --lang ${best?.port.language}, or set "lang" in policybook.json.`,
    );
  }
  const { select } = await import("../ui/prompt.ts");
  return select(
    "Which language?",
    guesses.map(({ port }, index) => ({ title: found[index] ?? port.title, value: port })),
  );
}

/** Turns every conflict into overwrite or keep: by flag, by asking, or not at all. */
async function decide(
  plan: readonly PlannedCopy[],
  { overwrite, keep }: AddOptions,
  asks: boolean,
): Promise<readonly PlannedCopy[]> {
  const conflicts = plan.filter(({ action }) => action === "conflict");
  if (conflicts.length > 0 && !overwrite && !keep && !asks) throw undecided(conflicts);
  const decided: PlannedCopy[] = [];
  for (const copy of plan) {
    if (copy.action !== "conflict") decided.push(copy);
    else if (overwrite || keep) decided.push({ ...copy, action: overwrite ? "overwrite" : "keep" });
    else decided.push({ ...copy, action: await askAbout(copy) });
  }
  return decided;
}

async function askAbout({ target }: PlannedCopy): Promise<"overwrite" | "keep"> {
  const { select } = await import("../ui/prompt.ts");
  return select(`${target.path} exists and differs.`, [
    { title: "Keep it as it is", value: "keep" as const },
    { title: "Overwrite it", value: "overwrite" as const, description: "what it holds is lost" },
  ]);
}

function undecided(conflicts: readonly PlannedCopy[]): PolicybookError {
  const files = conflicts.map(({ target }) => target.path).join(", ");
  const [subject, verb] = conflicts.length === 1 ? ["it", "differs"] : ["them", "differ"];
  return new PolicybookError(
    "file-exists",
    `${files} already there and ${verb} from what would be written; nothing was written.`,
    `Decide with --overwrite (replace ${subject}), --keep (leave ${subject}) or --dir (write elsewhere).`,
    { file: files },
  );
}

async function apply(plan: readonly PlannedCopy[], project: Project): Promise<void> {
  const { writeAll } = await import("../copies/write.ts");
  writeAll(
    project.root,
    plan
      .filter(({ action }) => action === "create" || action === "overwrite")
      .map(({ target, text, existing }) => ({ target, text, replaces: existing })),
  );
}

interface Outcome {
  readonly project: Project;
  readonly port: Port;
  readonly options: AddOptions;
}

async function report(
  plan: readonly PlannedCopy[],
  { project, port, options }: Outcome,
): Promise<void> {
  const [first] = plan;
  if (first === undefined) return;
  const usage = await port.usage(first.item, { project, copy: first.target.path });
  if (options.json)
    printJson({ dryRun: options.dryRun ?? false, files: plan.map(described), usage });
  else printReport(plan, usage, options.dryRun ?? false);
}

function described({ item, action, target }: PlannedCopy) {
  return { policy: item.name, version: item.version, path: target.path, action };
}

function printReport(plan: readonly PlannedCopy[], usage: string, dryRun: boolean): void {
  for (const copy of plan) print(line(copy, dryRun));
  if (dryRun) return;
  const above = path.posix.dirname(path.posix.dirname(plan[0]?.target.path ?? ""));
  print(
    `\n${colour.bold(`Use it, from a file in ${above === "." ? "this folder" : `${above}/`}:`)}\n`,
  );
  print(usage.trimEnd());
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
