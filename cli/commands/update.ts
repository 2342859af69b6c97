import path from "node:path";
import type { FoundCopy } from "../copies/find.ts";
import { selectCopies } from "../copies/select.ts";
import { withSiblings } from "../copies/siblings.ts";
import type { PlannedUpdate } from "../copies/planned-update.ts";
import { planUpdates, type UpdatePlan } from "../copies/update-plan.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { originsOf } from "../registry/origins.ts";
import { Interrupted } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { mayAsk, print, printJson } from "../ui/output.ts";
import { describedProblems } from "../ui/problems.ts";
import { describedUpdate, printPlan, printResult, verifyQuestion } from "../ui/update-report.ts";

export interface UpdateOptions {
  readonly cwd: string;
  /** Update files that have uncommitted changes as well. */
  readonly allowDirty?: boolean;
  readonly verify?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Brings the project's copies to the registry's versions: the user's changes are kept. */
export async function update(
  targets: readonly string[],
  options: UpdateOptions,
): Promise<ExitCode> {
  const registry = builtinRegistry();
  const project = new Project(options.cwd);
  const { root } = project;
  const selection = selectCopies(targets, { root, registry });
  const copies = withSiblings(selection.copies);
  const originOf = await originsOf(copies, { own: registry, project });
  const plan = await planUpdates(copies, { project, originOf });
  const all: UpdatePlan = { ...plan, problems: [...selection.problems, ...plan.problems] };
  if (!options.allowDirty) await requireCommitted(root, all);
  if (!options.json) printPlan(all);
  if (!options.dryRun) await tidy(copies);
  if (!options.dryRun && all.updates.length > 0) {
    if (mayAsk(options) && !(await agreed(all))) return Exit.ok;
    const { writeAll } = await import("../copies/write.ts");
    writeAll(
      root,
      all.updates.map(({ write }) => write),
    );
  }
  if (!options.json) printResult(all, options.dryRun ?? false);
  const verified = await verifiedAfter(all, options);
  if (options.json) printJson(document(all, options.dryRun ?? false, verified?.document));
  return exitCode(all, verified?.status ?? Exit.ok);
}

async function requireCommitted(root: string, { updates }: UpdatePlan): Promise<void> {
  const { requireCommitted: require } = await import("../copies/uncommitted.ts");
  require(root, updates.map((planned) => planned.path));
}

/** What a killed run has left beside copies goes, also where there is nothing to write. */
async function tidy(copies: readonly FoundCopy[]): Promise<void> {
  const { removeLeftovers } = await import("../copies/write.ts");
  for (const folder of new Set(copies.map((copy) => path.dirname(copy.path))))
    removeLeftovers(folder);
}

async function agreed({ updates }: UpdatePlan): Promise<boolean> {
  const { confirm } = await import("../ui/prompt.ts");
  const agrees = await confirm(
    `Update ${updates.length === 1 ? "it" : `these ${updates.length} files`}?`,
  );
  if (!agrees) print("nothing was written");
  return agrees;
}

/** Runs the vectors against what was updated, where a flag or the user wants that. */
async function verifiedAfter({ updates }: UpdatePlan, options: UpdateOptions) {
  const whole = updates.filter(({ outcome }) => outcome !== "conflict" && outcome !== "removed");
  if (options.dryRun || whole.length === 0) return undefined;
  if (!options.verify) {
    if (!mayAsk(options) || !(await wantsVerification(whole))) return undefined;
  }
  const { verification } = await import("./verify.ts");
  const { cwd, json = false } = options;
  return verification(
    whole.map((planned) => `./${planned.path}`),
    { cwd, json },
  );
}

async function wantsVerification(updates: readonly PlannedUpdate[]): Promise<boolean> {
  const { confirm } = await import("../ui/prompt.ts");
  try {
    return await confirm(...verifyQuestion(updates));
  } catch (error) {
    throw error instanceof Interrupted ? new Interrupted("the update is done") : error;
  }
}

/** The whole outcome, for scripts. */
const document = (plan: UpdatePlan, dryRun: boolean, verified: unknown) => ({
  dryRun,
  files: plan.updates.map(describedUpdate),
  upToDate: plan.upToDate,
  unresolved: plan.unresolved,
  problems: describedProblems(plan.problems),
  verified,
});

function exitCode({ updates, unresolved, problems }: UpdatePlan, verified: ExitCode): ExitCode {
  if (unresolved.length > 0 || updates.some(({ conflicts }) => conflicts > 0)) return Exit.differs;
  return problems.length > 0 ? Exit.error : verified;
}
