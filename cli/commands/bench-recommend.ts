import type { Advice } from "../bench/advice/advise.ts";
import { advise, isTrapped, trapped, withBudget } from "../bench/advice/advise.ts";
import { grid } from "../bench/advice/grid.ts";
import { type Limits, Search, usualPeak } from "../bench/advice/search.ts";
import type { Trial } from "../bench/advice/trial.ts";
import type { Experiment, Settings } from "../bench/experiment.ts";
import { type WorkloadName, workloads } from "../bench/workloads.ts";
import { PolicybookError } from "../ui/errors.ts";
import type { Benched } from "./bench-policies.ts";
import { interruptible, watched } from "./bench-run.ts";

/** What the user asks advice for. */
export interface Question {
  readonly workload: WorkloadName;
  readonly settings: Settings;
  readonly limits: Partial<Limits>;
  readonly policies: readonly Benched[];
}

export interface Answer {
  readonly question: Question;
  readonly params: Experiment["params"];
  readonly search: Search;
  readonly advice: Advice | undefined;
  /** The settings that keep the service down, the worst first. */
  readonly trapped: readonly Trial[];
  /** The pick and the worst setting with a retry budget, where a setting keeps the service down. */
  readonly budget: Budget | undefined;
  readonly interrupted: boolean;
}

export interface Budget {
  readonly hosts: number;
  readonly pick: Trial;
  readonly worst: Trial;
  /** Do those who come after the outage get through with it? */
  readonly helps: boolean;
}

/** Searches for the setting to recommend, until it is found or the user presses Ctrl-C. */
export async function recommend(question: Question): Promise<Answer> {
  const { workload, limits, policies } = question;
  if (workload === "occ-contention" && limits.maxLoad === undefined) throw noLimit();
  const settings = { repetitions: SEEDS, ...question.settings };
  const experiment = workloads[workload].prepare(settings);
  const deadlineMs = settings.deadlineMs ?? (workload === "occ-contention" ? Infinity : 60_000);
  const tried = grid(policies, {
    horizonMs: horizonOf(workload, experiment, deadlineMs),
    deadlineMs,
    maxAttempts: mostAttempts(experiment),
    baseMs: settings.baseMs,
    capMs: settings.capMs,
  });
  if (tried.length === 0) throw nothingFits(experiment, deadlineMs);
  const search = new Search(workload, experiment, tried, {
    maxPeak: limits.maxPeak ?? usualPeak(Number(experiment.params["clients"])),
    maxLoad: limits.maxLoad ?? Infinity,
  });
  let budget: Budget | undefined;
  const label = `${tried.length} settings`;
  const interrupted = await interruptible(1, async (pause) => {
    await watched(search.run(), (part) => pause(label, part));
    budget = await tryBudget(search, settings, () => pause("with a retry budget", 1));
  });
  const told = deadlineMs === Infinity ? {} : { deadlineMs };
  return {
    question,
    params: { ...experiment.params, ...told },
    search,
    advice: advise(search),
    trapped: trapped(search),
    budget,
    interrupted,
  };
}

/** How many seeds the finalists get. */
const SEEDS = 8;

/** The time that matters: until the deadline, or until the server could have served everybody ten times. */
function horizonOf(workload: WorkloadName, { params }: Experiment, deadlineMs: number): number {
  const clients = Number(params["clients"]);
  if (workload === "outage-30s") return Math.max(1000, deadlineMs);
  if (workload === "occ-contention") return Math.max(1000, 40 * clients);
  const drainMs = (1000 * clients) / Number(params["capacity"]);
  return Math.min(deadlineMs, 4 * (Number(params["outageMs"]) + drainMs));
}

/** What the user or the workload says; else what the policies' own default is. */
function mostAttempts({ params: { maxAttempts } }: Experiment): number {
  return maxAttempts === "unlimited" ? Infinity : Number(maxAttempts ?? 8);
}

/** Runs the pick and the worst again with a budget, where backoff alone may keep the service down. */
async function tryBudget(
  search: Search,
  settings: Settings,
  pause: () => Promise<boolean>,
): Promise<Budget | undefined> {
  const [pick, worst] = [advise(search)?.pick, trapped(search)[0]];
  if (pick === undefined || worst === undefined || settings.budgetHosts !== undefined)
    return undefined;
  const hosts = Math.max(1, Math.min(10, Math.floor((settings.clients ?? 1000) / 100)));
  const experiment = workloads[search.workload].prepare({ ...settings, budgetHosts: hosts });
  const withIt = (trial: Trial) => watched(withBudget(search, trial, experiment), pause);
  const [better, best] = [await withIt(pick), await withIt(worst)];
  if (better === undefined || best === undefined) return undefined;
  return { hosts, pick: better, worst: best, helps: !isTrapped(better) && !isTrapped(best) };
}

/** Everything known, for programs. */
export function toldAnswer(answer: Answer) {
  const { question, params, search, advice, budget, interrupted } = answer;
  const told = (trial: Trial | undefined) => (trial ? toldTrial(trial, search) : null);
  return {
    workload: question.workload,
    params,
    limits: {
      maxPeak: search.limits.maxPeak,
      maxLoad: search.limits.maxLoad === Infinity ? null : search.limits.maxLoad,
    },
    ...(interrupted ? { interrupted } : {}),
    simulations: search.simulations,
    recommended: told(advice?.pick),
    why: (advice?.steps ?? []).map(({ criterion, best, left }) => ({
      criterion: criterion.name,
      best: best.mean(criterion),
      left: left.length,
    })),
    runnerUp: told(advice?.runnerUp),
    withoutHints: told(advice?.withoutHints),
    keepServiceDown: answer.trapped.length,
    budget: budget && {
      hosts: budget.hosts,
      helps: budget.helps,
      recommended: told(budget.pick),
      worst: told(budget.worst),
      worstWithout: told(answer.trapped[0]),
    },
    grid: search.trials.map(told),
  };
}

export function toldTrial(trial: Trial, search: Search) {
  const { contender, params } = trial.setting;
  const { version, file, edited } = contender as Benched;
  const { measures, ...common } = trial.summary;
  return {
    policy: contender.policy,
    version,
    file,
    edited,
    baseMs: params.baseMs,
    capMs: params.capMs,
    maxAttempts: params.maxAttempts === Infinity ? "unlimited" : params.maxAttempts,
    followsHints: trial.followsHints,
    withinLimits: search.isWithin(trial),
    ...common,
    ...measures,
  };
}

function noLimit(): PolicybookError {
  return new PolicybookError(
    "no-limit",
    "In occ-contention whoever retries at once is done first, since a conflict costs this server nothing.",
    "Say what yours can take, such as --max-load 8: attempts per client, on average.",
  );
}

function nothingFits({ params }: Experiment, deadlineMs: number): PolicybookError {
  const attempts = params["maxAttempts"] === 1 ? ", and one attempt is no retry" : "";
  return new PolicybookError(
    "no-setting",
    `No retry fits: none of the policies, with any of the parameters, makes a second attempt within ${deadlineMs} ms${attempts}.`,
    "Allow a longer --deadline, more --max-attempts or a shorter --base-ms.",
  );
}
