import { RESOLVE } from "../copies/conflict.ts";
import type { Outcome, PlannedUpdate } from "../copies/planned-update.ts";
import type { UpdatePlan } from "../copies/update-plan.ts";
import { portOfFile } from "../ports/index.ts";
import { colour, print } from "./output.ts";
import { noteProblems } from "./problems.ts";
import { visible } from "./visible.ts";

/** What `update` is about to do: a line per file, and below it what upstream says of the versions. */
export function printPlan({ updates, unresolved, problems }: UpdatePlan): void {
  const told = new Set<string>();
  for (const update of updates) {
    print(summaryOf(update));
    const versions = `${update.policy} ${update.from}`;
    if (!told.has(versions)) for (const line of changeLines(update)) print(line);
    told.add(versions);
  }
  for (const file of unresolved)
    print(`${PAINT.conflict("unresolved")} ${visible(file)}: ${UNRESOLVED}`);
  noteProblems(problems);
}

const UNRESOLVED = `it holds the conflict of an earlier update: ${RESOLVE}`;

const PAINT: Readonly<Record<Outcome, (text: string) => string>> = {
  clean: colour.green,
  merged: colour.yellow,
  conflict: colour.red,
  created: colour.green,
  removed: colour.yellow,
};

function summaryOf(update: PlannedUpdate): string {
  const { path, policy, from, to, outcome } = update;
  const what = `${visible(path)} (${visible(policy)} ${from} to ${to})`;
  return `${PAINT[outcome](outcome.padEnd(10))} ${what}: ${says(update)}`;
}

function says({ outcome, formatted, conflicts }: PlannedUpdate): string {
  if (outcome === "clean") return "you changed nothing";
  if (outcome === "created") return "upstream has this file since";
  if (outcome === "removed") return "upstream has it no longer, and you changed nothing";
  if (outcome === "merged")
    return `upstream's changes are merged into your ${formatted ? "formatting" : "own"}`;
  return `you and upstream both changed ${conflicts === 1 ? "one place" : `${conflicts} places`}`;
}

const changeLines = ({ changes }: PlannedUpdate): readonly string[] =>
  changes.map(({ version, reason }) =>
    colour.dim(`${" ".repeat(11)}${visible(version)}: ${visible(reason)}`),
  );

/** What came of it, and what is left to do. */
export function printResult(plan: UpdatePlan, dryRun: boolean): void {
  const { updates, upToDate, unresolved, problems } = plan;
  const conflicts = updates.filter(({ outcome }) => outcome === "conflict");
  if (updates.length > 0) {
    print(`${dryRun ? "would update" : "updated"} ${counted(updates.length, "file", "files")}`);
  } else if (upToDate > 0) {
    const others = unresolved.length + problems.length > 0 ? ", and no other could be updated" : "";
    print(`nothing to update: ${counted(upToDate, "copy is", "copies are")} up to date${others}`);
  } else if (unresolved.length + problems.length === 0) {
    print("There is no copy of a policy below this folder: nothing to update.");
  }
  if (dryRun || conflicts.length === 0) return;
  print(`Now resolve the conflicts, marked by <<<<<<< and >>>>>>>, in:`);
  for (const { path } of conflicts) print(`  ${visible(path)}`);
}

/** The question whether to run what was updated, and its default: not without a word for strangers' code. */
export function verifyQuestion(
  updates: readonly PlannedUpdate[],
): [question: string, yes: boolean] {
  const question = "Run the vectors against what was updated?";
  const sources = new Set(updates.flatMap(({ source }) => source ?? []));
  if (sources.size === 0) return [question, true];
  return [
    `${question} That runs code just fetched from ${visible([...sources].join(", "))}.`,
    false,
  ];
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** An update for scripts; `changes` as the registry tells them. */
export const describedUpdate = ({
  path,
  policy,
  file,
  from,
  to,
  outcome,
  formatted,
  conflicts,
  changes,
}: PlannedUpdate) => ({
  path,
  policy,
  file,
  language: portOfFile(file)?.language,
  from,
  to,
  outcome,
  formatted: formatted || undefined,
  conflicts,
  changes,
});
