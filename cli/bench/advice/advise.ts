import type { Experiment } from "../experiment.ts";
import type { Simulation } from "../simulation.ts";
import { late } from "./goal.ts";
import type { Search } from "./search.ts";
import { makerOf } from "./setting.ts";
import { sieve, type Step, winner } from "./sieve.ts";
import { Trial } from "./trial.ts";

export interface Advice {
  readonly pick: Trial;
  /** What it was picked from. */
  readonly candidates: readonly Trial[];
  /** How the pick was arrived at. */
  readonly steps: readonly Step[];
  /** The best of another policy. */
  readonly runnerUp: Trial | undefined;
  /** The best that does not depend on what the server asks for, if the pick does. */
  readonly withoutHints: Trial | undefined;
}

/** What the search says as far as it has come; nothing if no setting keeps to the limits. */
export function advise(search: Search): Advice | undefined {
  const { criteria, finalists, trials } = search;
  const candidates = (finalists.length > 0 ? finalists : trials).filter((t) => search.isWithin(t));
  const steps = sieve(candidates, criteria);
  const pick = steps.at(-1)?.left[0];
  if (pick === undefined) return undefined;
  const { contender } = pick.setting;
  const others = candidates.filter(({ setting }) => setting.contender !== contender);
  const deaf = pick.followsHints ? candidates.filter((trial) => !trial.followsHints) : [];
  return {
    pick,
    candidates,
    steps,
    runnerUp: winner(others, criteria),
    withoutHints: winner(deaf, criteria),
  };
}

/** The best setting of each policy that has one within the limits, the best first. */
export function bestOfEach({ candidates, pick, runnerUp }: Advice, { criteria }: Search) {
  const chosen = runnerUp === undefined ? [pick] : [pick, runnerUp];
  for (;;) {
    const policies = new Set(chosen.map(({ setting }) => setting.contender));
    const others = candidates.filter(({ setting }) => !policies.has(setting.contender));
    const next = winner(others, criteria);
    if (next === undefined) return chosen;
    chosen.push(next);
  }
}

/** Does the service stay down, though the outage is over? Then those fail who come after it. */
export const isTrapped = (trial: Trial): boolean => trial.mean(late) < 0.99;

/** The settings that keep the service down, the worst first. */
export const trapped = ({ trials }: Search): readonly Trial[] =>
  trials.filter(isTrapped).toSorted((a, b) => a.mean(late) - b.mean(late));

/** The same setting under the same seeds, in an experiment with a retry budget. */
export function* withBudget(
  search: Search,
  { setting }: Trial,
  experiment: Experiment,
): Simulation<Trial> {
  const trial = new Trial(setting);
  while (trial.repetitions.length < experiment.repetitions)
    yield* search.repeat(trial, makerOf(setting), experiment, Infinity);
  return trial;
}
