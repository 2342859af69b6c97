import { type Advice, isTrapped } from "../bench/advice/advise.ts";
import { type Criterion, isTold, late, load, peakOf } from "../bench/advice/goal.ts";
import { capMatters } from "../bench/advice/setting.ts";
import type { Search } from "../bench/advice/search.ts";
import { isTied } from "../bench/advice/sieve.ts";
import type { Trial } from "../bench/advice/trial.ts";
import type { Benched } from "../commands/bench-policies.ts";
import type { Answer } from "../commands/bench-recommend.ts";
import { described, shortened } from "./bench-table.ts";
import { colour, columns, print } from "./output.ts";
import { wrap } from "./table.ts";

/** What would be picked, why, and what the runner-up trades. */
export function printAdvice(answer: Answer): void {
  const { question, params, search, advice } = answer;
  say(colour.dim, `${question.workload}: ${described(params)}`);
  if (search.trials.length === 0) return;
  if (advice === undefined) return reasons(answer).forEach((text) => say(plain, text));
  const { pick, runnerUp, withoutHints } = advice;
  const rows = withoutHints === runnerUp ? [pick, runnerUp] : [pick, runnerUp, withoutHints];
  const shown = rows.filter((trial) => trial !== undefined);
  const heads = ["PICK", "RUNNER-UP", "WITHOUT HINTS"].slice(0, shown.length);
  const width = Math.max(14, Math.floor((columns() - LABEL) / shown.length) - 2);
  const line = (label: string, cells: readonly string[]): string =>
    `${label.padEnd(LABEL)}${cells.map((text) => text.padEnd(width)).join("  ")}`.trimEnd();
  print(`\n${colour.dim(line("", heads))}`);
  print(
    colour.bold(
      line(
        "policy",
        shown.map((trial) => nameOf(trial, width)),
      ),
    ),
  );
  print(
    line(
      "base delay",
      shown.map(({ setting }) => `${setting.params.baseMs} ms`),
    ),
  );
  print(line("cap", shown.map(capOf)));
  print(
    line(
      "attempts at most",
      shown.map(({ setting }) => inWords(setting.params.maxAttempts)),
    ),
  );
  for (const criterion of search.criteria)
    if (isTold(criterion, shown))
      print(
        line(
          criterion.name,
          shown.map((trial) => figure(trial, criterion)),
        ),
      );
  print("");
  for (const text of reasons(answer)) say(plain, text);
  for (const text of budgetWords(answer)) say(colour.bold, text);
  for (const text of nextWords(pick, question)) say(plain, text);
  say(colour.dim, methodWords(search));
}

/** Why it is the pick, or why there is none. */
export function reasons(answer: Answer): readonly string[] {
  const { advice, search } = answer;
  if (advice === undefined) return [nothingWithin(answer)];
  const { pick, runnerUp } = advice;
  return [
    why(advice),
    ...(runnerUp === undefined ? [] : [trade(pick, runnerUp, search.criteria)]),
    ...(pick.followsHints ? [hintful(advice)] : []),
  ];
}

/** How it was searched for. */
export function methodWords({ simulations, trials, finalists, limits }: Search): string {
  const seeds = finalists[0]?.repetitions.length ?? 1;
  const under =
    seeds === 1
      ? ", each under one seed"
      : `; the best ${finalists.length} under ${seeds} seeds each. ± is the spread between seeds`;
  const beyond = limits.maxLoad === Infinity ? "" : ` or --max-load ${limits.maxLoad}`;
  return `${simulations} simulations of ${trials.length} settings${under}. Nothing was considered that goes beyond --max-peak ${limits.maxPeak}${beyond}.`;
}

/** What to do with the pick, and the other workload that may be the one to ask. */
function nextWords({ setting }: Trial, { workload }: Answer["question"]): readonly string[] {
  const { contender, params } = setting;
  const attempts = params.maxAttempts === Infinity ? "Infinity" : params.maxAttempts;
  const hasCap = capMatters({ contender, params: { ...params, capMs: 0 } });
  const cap = hasCap ? `, capMs: ${params.capMs}` : "";
  const { file } = contender as Benched;
  const first =
    file === undefined ? `\`policybook add ${contender.policy}\`, and` : "In your copy,";
  return [
    `Next: ${first} construct it with { baseMs: ${params.baseMs}${cap}, maxAttempts: ${attempts} }.`,
    workload === "shared-outage"
      ? "Where clients do not slow each other down, ask --workload outage-30s instead."
      : "Where the clients are all of one server with limits, ask --workload shared-outage too.",
  ];
}

const LABEL = 26;
const plain = (text: string): string => text;
const say = (style: (text: string) => string, text: string): void => {
  for (const part of wrap(text, columns())) print(style(part));
};

export const nameOf = ({ setting: { contender } }: Trial, width = 40): string =>
  shortened((contender as Benched).file ?? contender.policy, width);
export const inWords = (attempts: number): string =>
  attempts === Infinity ? "unlimited" : String(attempts);
export const capOf = ({ setting }: Trial): string =>
  capMatters(setting) ? `${setting.params.capMs} ms` : "not reached";

export function figure(trial: Trial, criterion: Criterion): string {
  const [values, mean] = [trial.values(criterion), trial.mean(criterion)];
  if (values.length < 2 || criterion.shown(mean) === "never") return criterion.shown(mean);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return `${criterion.shown(mean)} ± ${criterion.shown(Math.sqrt(squares / (values.length - 1)))}`;
}

/** What each criterion left over, where it left fewer; and what is tied with the pick in the end. */
function why({ pick, steps, candidates }: Advice): string {
  let before = candidates.length;
  const narrowing = steps.flatMap(({ criterion, best, left }) => {
    if (left.length === before)
      return before > 1
        ? [
            `all ${before} are as good in ${criterion.name}, ${criterion.shown(best.mean(criterion))}`,
          ]
        : [];
    const text = `${left.length} of ${before} ${left.length === 1 ? "is" : "are"} as good as the best in ${criterion.name}, ${criterion.shown(best.mean(criterion))}`;
    before = left.length;
    return [text];
  });
  const ties = (steps.at(-1)?.left ?? []).filter((trial) => trial !== pick);
  const shown = ties.slice(0, MOST_TIES).map(inShort);
  const more = ties.length > MOST_TIES ? [`${ties.length - MOST_TIES} more`] : [];
  const tied = ties.length === 0 ? "" : ` Tied with the pick: ${[...shown, ...more].join(", ")}.`;
  const said = narrowing.join("; ") || `nothing tells the ${before} that were left apart`;
  return `Why: ${before === candidates.length && before === 1 ? "it alone keeps to the limits" : said}.${tied}`;
}

const MOST_TIES = 3;

export const inShort = (trial: Trial): string =>
  `${nameOf(trial)} (base ${trial.setting.params.baseMs} ms, cap ${capOf(trial)}, ${inWords(trial.setting.params.maxAttempts)} attempts)`;

/** What differs by more than chance. */
function trade(pick: Trial, other: Trial, criteria: readonly Criterion[]): string {
  const differences = criteria
    .filter((criterion) => !isTied(pick, other, criterion))
    .map((criterion) => {
      const isHigher = other.mean(criterion) > pick.mean(criterion);
      const word = isHigher === (criterion.best === "highest") ? "better" : "worse";
      return `${criterion.name} ${word}, ${criterion.shown(other.mean(criterion))} against ${criterion.shown(pick.mean(criterion))}`;
    });
  const what =
    differences.length === 0
      ? "a tie: nothing differs by more than chance"
      : differences.join("; ");
  return `The runner-up: ${what}.`;
}

const hintful = ({ runnerUp, withoutHints }: Advice): string => {
  const instead =
    withoutHints && withoutHints !== runnerUp ? inShort(withoutHints) : "the runner-up";
  const otherwise = withoutHints === undefined ? "" : ` If it does not, take ${instead}.`;
  return `The pick follows Retry-After, and is as good as that only if your service sends it.${otherwise}`;
};

export function budgetWords({
  params,
  trapped,
  search,
  advice,
  budget,
}: Answer): readonly string[] {
  const [worst] = trapped;
  if (worst === undefined || advice === undefined) return [];
  if (params["budgetHosts"] !== null)
    return [`Even with the retry budget ${trapped.length} settings keep the service down.`];
  const [all, without] = [search.trials.length, late.shown(worst.mean(late))];
  const alone = isTrapped(advice.pick)
    ? "Backoff alone cannot help here: with every setting the service stays down after the outage."
    : `Backoff alone is not to be relied on here: ${trapped.length} of ${all} settings keep the service down after the outage.`;
  if (budget === undefined) return [alone];
  const figures = (trial: Trial): string =>
    `${late.shown(trial.mean(late))} of those who come later get through, at ${load.shown(trial.mean(load))} attempts per client`;
  const cure = budget.helps
    ? `A retry budget is needed: with --budget ${budget.hosts} and the pick, ${figures(budget.pick)}; with the worst setting, ${nameOf(worst)}, ${figures(budget.worst)}, ${without} without it.`
    : `A retry budget of ${budget.hosts} hosts does not help either: the service needs more capacity, or fewer clients.`;
  return [alone, cure];
}

/** The limits that nothing keeps to, and what comes nearest to each. */
function nothingWithin({ question, search }: Answer): string {
  const { maxPeak, maxLoad } = search.limits;
  const nearest = ([flag, most, criterion]: readonly [string, number, Criterion]): string => {
    const [least] = search.trials.toSorted((a, b) => a.mean(criterion) - b.mean(criterion));
    if (least === undefined || least.mean(criterion) <= most) return "";
    return ` The least that is possible for ${flag} ${most} is ${criterion.shown(least.mean(criterion))}: ${inShort(least)}.`;
  };
  const peak = ["--max-peak", maxPeak, peakOf(question.workload)] as const;
  const both = [peak, ["--max-load", maxLoad, load] as const].map(nearest).join("");
  return `None of ${search.trials.length} settings keeps to the limits.${both} Allow more of these, or a longer --deadline.`;
}
