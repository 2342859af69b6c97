import { count, STATES, type ComparedCopy, type State } from "../copies/compare.ts";
import { hasConflict, RESOLVE } from "../copies/conflict.ts";
import type { PolicybookError } from "./errors.ts";
import { colour, print } from "./output.ts";
import { noteProblems } from "./problems.ts";
import { paintedPatch } from "./patch.ts";
import { shellWord } from "./shell-word.ts";
import { visible } from "./visible.ts";

/** What `diff` prints: a line per copy, then what was changed in each that differs. */
export async function printReport(
  copies: readonly ComparedCopy[],
  problems: readonly PolicybookError[],
): Promise<void> {
  if (copies.length === 0 && problems.length === 0) print(NONE);
  for (const copy of copies) print(summaryOf(copy));
  for (const copy of copies) await printChanges(copy);
  if (copies.length > 1) print(`\n${total(copies)}`);
  noteProblems(problems);
}

const NONE = `There is no copy of a policy below this folder.
(A copy has its line "policybook: …" within its first 4,096 bytes.)
\`policybook list\` shows what there is; \`policybook add full-jitter\` makes a copy.`;

function summaryOf(copy: ComparedCopy): string {
  const { state, path, policy, version } = copy;
  const what = `${PAINT[state](state.padEnd(10))} ${visible(path)} (${policy} ${version})`;
  const [says, next] = words(copy);
  const line = says === undefined ? what : `${what}: ${visible(says)}`;
  return next === undefined ? line : `${line}\n${" ".repeat(11)}${colour.dim(visible(next))}`;
}

const PAINT: Readonly<Record<State, (text: string) => string>> = {
  current: colour.green,
  formatting: colour.green,
  behind: colour.yellow,
  edited: colour.yellow,
  diverged: colour.magenta,
  unknown: colour.red,
};

/** What the state means for this copy, and what to do next, where there is something to do. */
function words(copy: ComparedCopy): readonly [says?: string | undefined, next?: string] {
  const { state, upstream, formatted, reason, suggestion, yours, base } = copy;
  if (hasConflict(yours, base)) return ["it holds the conflict of an update", `Next: ${RESOLVE}`];
  switch (state) {
    case "formatting":
      return ["reformatted, and nothing else"];
    case "edited":
      return ["you changed it, upstream has not changed"];
    case "behind":
      return [
        `${upstream} is out, and you changed nothing${formatted ? " but the formatting" : ""}`,
        `Next: ${updateCommand(copy)}`,
      ];
    case "diverged":
      return [
        `you changed it, and ${upstream} is out; the changes are shown apart`,
        `Next: ${updateCommand(copy)}, which merges them`,
      ];
    case "unknown":
      return [reason, `Next: ${suggestion}`];
    default:
      return [];
  }
}

const updateCommand = ({ path }: ComparedCopy): string => `policybook update ${shellWord(path)}`;

async function printChanges(copy: ComparedCopy): Promise<void> {
  if (!CHANGED.has(copy.state)) return; // and the library that diffs is not loaded
  const { readableChanges, upstreamChanges } = await import("../copies/changes.ts");
  const since = `since ${visible(copy.path)} was copied`;
  printPatch(`What you changed in ${visible(copy.path)}`, readableChanges(copy));
  printPatch(`What upstream changed ${since}`, upstreamChanges(copy));
}

const CHANGED: ReadonlySet<State> = new Set(["behind", "edited", "diverged"]);

function printPatch(heading: string, patch: string | undefined): void {
  if (patch === undefined) return;
  print(`\n${colour.bold(`${heading}:`)}\n${paintedPatch(patch)}`);
}

function total(copies: readonly ComparedCopy[]): string {
  const counts = STATES.map((state) => ({ state, copies: count(copies, state) }));
  const parts = counts.filter((of) => of.copies > 0).map((of) => `${of.copies} ${of.state}`);
  return `${copies.length} copies: ${parts.join(", ")}`;
}
