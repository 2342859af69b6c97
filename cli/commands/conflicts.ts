import type { State } from "../copies/compare.ts";
import type { PlannedCopy } from "../copies/plan.ts";
import { parseCopy } from "../copies/provenance.ts";
import { requireReplaceable } from "../copies/replaceable.ts";
import { PolicybookError } from "../ui/errors.ts";
import { shellWord } from "../ui/shell-word.ts";
import type { Manner } from "./choices.ts";

export type Decision = "overwrite" | "keep";

/** What decides about conflicts. */
export interface Deciding {
  readonly decision: Decision | undefined;
  readonly manner: Manner;
  /** The project's folder, as the user named it. */
  readonly cwd: string;
}

/** Turns every conflict of the plan into the decision that a flag, or the user, makes for it. */
export async function decideConflicts(
  plan: readonly PlannedCopy[],
  { decision, manner, cwd }: Deciding,
): Promise<readonly PlannedCopy[]> {
  const conflicts = plan.filter(({ action }) => action === "conflict");
  if (conflicts.length > 0 && decision === undefined && manner !== "ask")
    throw await undecided(conflicts, cwd);
  const decided: PlannedCopy[] = [];
  for (const copy of plan) {
    if (copy.action !== "conflict") decided.push(copy);
    else decided.push({ ...copy, action: decision ?? (await askAbout(copy)) });
  }
  for (const { action, target } of decided) if (action === "overwrite") requireReplaceable(target);
  return decided;
}

async function askAbout(copy: PlannedCopy): Promise<Decision> {
  const { select } = await import("../ui/prompt.ts");
  const state = await stateOf(copy);
  const known = state === undefined ? "" : `: ${whatItIs(copy, state)}`;
  return select<Decision>(`${copy.target.path} exists and differs${known}.`, [
    { title: "Keep it as it is", value: "keep" },
    { title: "Overwrite it", value: "overwrite", description: "what it holds is lost" },
  ]);
}

async function undecided(conflicts: readonly PlannedCopy[], cwd: string): Promise<PolicybookError> {
  const files = conflicts.map(({ target }) => target.path).join(", ");
  const one = conflicts.length === 1;
  const [verbs, object] = one
    ? ["is already there and differs", "it"]
    : ["are already there and differ", "them"];
  const known = await Promise.all(conflicts.map((copy) => nextStep(copy, cwd)));
  const decide = `Decide with --overwrite (replace ${object}), --keep (leave ${object}) or --dir (write elsewhere).`;
  return new PolicybookError(
    "file-exists",
    `${files} ${verbs} from what would be written; nothing was written.`,
    [...known.filter((line) => line !== undefined), decide].join("\n"),
    { file: files },
  );
}

/** What became of the file, if it is a copy of what would be written there. */
async function stateOf({ item, file, registry, existing = "" }: PlannedCopy) {
  const copy = parseCopy(existing);
  if (copy === undefined) return undefined;
  const { provenance } = copy;
  const isSame =
    provenance.policy === item.name &&
    provenance.file === file &&
    provenance.from === registry.from;
  if (!isSame) return undefined;
  const { compare } = await import("../copies/compare.ts");
  return compare(copy, registry).state;
}

const whatItIs = ({ item }: PlannedCopy, state: State): string =>
  `a copy of ${item.name} ${WHAT[state]}`;

const WHAT: Readonly<Record<State, string>> = {
  current: "whose first line is another",
  formatting: "in another layout",
  edited: "that you changed",
  behind: "that is behind",
  diverged: "that is behind, and that you changed",
  unknown: "of which it cannot be told whether you changed it",
};

/** What there is to do about a copy of the same, other than to write it anew. */
async function nextStep(copy: PlannedCopy, cwd: string): Promise<string | undefined> {
  const state = await stateOf(copy);
  if (state === undefined) return undefined;
  const file = copy.target.path;
  const [command, does] = NEXT[state];
  const where = cwd === "." ? "" : ` --cwd ${shellWord(cwd)}`;
  return `${file} is ${whatItIs(copy, state)}: \`policybook ${command} ${shellWord(file)}${where}\` ${does}.`;
}

const TELLS = ["diff", "tells more"] as const;

const NEXT: Readonly<Record<State, readonly [command: string, does: string]>> = {
  current: TELLS,
  formatting: TELLS,
  edited: ["diff", "shows your changes"],
  behind: ["update", "brings it forward"],
  diverged: ["update", "brings it forward, with your changes kept"],
  unknown: TELLS,
};
