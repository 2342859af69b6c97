import type { State } from "../copies/compare.ts";
import { grouped } from "../copies/grouped.ts";
import { planRemovals, removeCopies, type PlannedRemoval } from "../copies/removal.ts";
import { selectCopies, shown, type Selection } from "../copies/select.ts";
import { withSiblings } from "../copies/siblings.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { originsOf } from "../registry/origins.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { colour, mayAsk, note, print, printJson, UNASKED } from "../ui/output.ts";
import { describedProblems, noteProblems } from "../ui/problems.ts";
import { visible } from "../ui/visible.ts";

export interface RemoveOptions {
  readonly cwd: string;
  /** Delete what the user changed as well. */
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Deletes copies. What holds changes of the user's own is deleted only if the user says so. */
export async function remove(
  targets: readonly string[],
  options: RemoveOptions,
): Promise<ExitCode> {
  const project = new Project(options.cwd);
  const { root } = project;
  const registry = builtinRegistry();
  const asks = mayAsk(options);
  const selection = await chosen(targets, { root, registry }, asks);
  const all = withSiblings(selection.copies);
  const originOf = await originsOf(all, { own: registry, project });
  const { removals: plan, problems: odd } = planRemovals(all, { root, originOf });
  const problems = [...selection.problems, ...odd];
  const removals = options.force ? plan : await decided(plan, asks);
  if (!options.dryRun) removeCopies(root, removals);
  const kept = plan.filter((removal) => !removals.includes(removal));
  const left = [...new Set(removals.flatMap(({ strangers }) => strangers))];
  if (options.json) printJson(document({ removals, left, problems }, options.dryRun ?? false));
  else {
    for (const removal of removals) print(line(removal, options.dryRun ?? false));
    for (const { path } of kept) print(`${visible(path)} is kept`);
    for (const file of left) note(`${visible(file)} ${LEFT}`);
    noteProblems(problems);
  }
  return problems.length > 0 ? Exit.error : Exit.ok;
}

/** The copies that the targets name; without a target, what the user ticks. */
async function chosen(
  targets: readonly string[],
  place: { readonly root: string; readonly registry: Registry },
  asks: boolean,
): Promise<Selection> {
  if (targets.length > 0) return selectCopies(targets, place);
  const { copies, problems } = selectCopies([], place);
  if (!asks || copies.length === 0) {
    throw new PolicybookError(
      "no-target",
      copies.length === 0
        ? "There is no copy of a policy below this folder: nothing was removed."
        : `No copy was named, and ${UNASKED}.`,
      "Name policies, files or folders: `policybook remove full-jitter`.",
    );
  }
  const { multiselect } = await import("../ui/prompt.ts");
  const choices = copies.map((copy) => ({
    title: visible(shown(copy.path, place.root)),
    value: copy,
  }));
  return { copies: await multiselect("Which copies are to be removed?", choices), problems };
}

/** The plan without what the user keeps; an error where something would be lost and no one can say. */
async function decided(
  plan: readonly PlannedRemoval[],
  asks: boolean,
): Promise<readonly PlannedRemoval[]> {
  const groups = grouped(plan, ({ group }) => group);
  const lossy = [...groups.values()].filter((group) => group.some(({ isLoss }) => isLoss));
  if (lossy.length > 0 && !asks) throw wouldLose(lossy.flat().filter(({ isLoss }) => isLoss));
  const kept: PlannedRemoval[] = [];
  for (const group of lossy) if (!(await agreed(group))) kept.push(...group);
  return plan.filter((removal) => !kept.includes(removal));
}

async function agreed(group: readonly PlannedRemoval[]): Promise<boolean> {
  const { select } = await import("../ui/prompt.ts");
  const files = group.map(({ path }) => visible(path)).join(", ");
  const says = group.filter(({ isLoss }) => isLoss).map(({ state }) => SAYS[state] ?? "");
  return select(`${files}: ${[...new Set(says)].join(", ")}.`, [
    { title: "Keep it", value: false },
    { title: "Remove it", value: true, description: "what it holds is lost" },
  ]);
}

const SAYS: Partial<Readonly<Record<State, string>>> = {
  edited: "you changed it",
  diverged: "you changed it",
  unknown: "whether you changed it cannot be told",
};

function wouldLose(removals: readonly PlannedRemoval[]): PolicybookError {
  const files = removals.map(({ path }) => path).join(", ");
  return new PolicybookError(
    "has-changes",
    `${files}: ${removals.length === 1 ? "it holds" : "they hold"} what the registry cannot give back; nothing was removed.`,
    "`policybook diff` shows the changes; --force removes them all the same.",
    { file: files },
  );
}

function line({ path, policy, version }: PlannedRemoval, dryRun: boolean): string {
  const from = colour.dim(`(${visible(policy)} ${version})`);
  return `${dryRun ? "would remove" : "removed"} ${visible(path)} ${from}`;
}

const LEFT = `is left: it is named like a file of the same port, and has no line "policybook: …".
Delete it if you have no other use for it.`;

interface Outcome {
  readonly removals: readonly PlannedRemoval[];
  /** Files that are named like others of a port, and are no copies. */
  readonly left: readonly string[];
  readonly problems: readonly PolicybookError[];
}

/** The whole outcome, for scripts. */
const document = ({ removals, left, problems }: Outcome, dryRun: boolean) => ({
  dryRun,
  files: removals.map(({ path, policy, file, version, state }) => ({
    path,
    policy,
    file,
    version,
    state,
  })),
  left,
  problems: describedProblems(problems),
});
