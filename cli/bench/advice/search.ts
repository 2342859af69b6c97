import type { Experiment } from "../experiment.ts";
import type { PolicyFactory } from "../policy.ts";
import type { Simulation } from "../simulation.ts";
import { type Criterion, GOALS, load, peakOf } from "./goal.ts";
import { makerOf, type Setting } from "./setting.ts";
import { sieve, winner } from "./sieve.ts";
import { Trial } from "./trial.ts";
import type { WorkloadName } from "../workloads.ts";

/** What the service can take. */
export interface Limits {
  /** Retries (in shared-outage arrivals after the outage) in the fullest 10 ms. */
  readonly maxPeak: number;
  /** Attempts per client, on average. */
  readonly maxLoad: number;
}

/** A tenth of the clients in the same 10 ms is a herd by any measure; a few at once are none. */
export const usualPeak = (clients: number): number => Math.max(10, clients / 10);

/** Tries every setting under one seed, and the best of them under more. */
export class Search {
  readonly workload: WorkloadName;
  readonly limits: Limits;
  readonly trials: Trial[] = [];
  /** The trials that got more seeds. */
  finalists: readonly Trial[] = [];
  simulations = 0;
  readonly #experiment: Experiment;
  readonly #settings: readonly Setting[];

  constructor(
    workload: WorkloadName,
    experiment: Experiment,
    settings: readonly Setting[],
    limits: Limits,
  ) {
    this.workload = workload;
    this.limits = limits;
    this.#experiment = experiment;
    this.#settings = settings;
  }

  get criteria(): readonly Criterion[] {
    return GOALS[this.workload];
  }

  *run(): Simulation<void> {
    const more = this.#experiment.repetitions - 1;
    const all = this.#settings.length + MOST_FINALISTS * more;
    for (const setting of this.#settings) {
      const trial = new Trial(setting);
      yield* this.repeat(trial, makerOf(setting), this.#experiment, all);
      this.trials.push(trial);
    }
    const finalists = this.#best();
    this.finalists = finalists;
    for (let round = 0; round < more; round += 1)
      for (const trial of finalists)
        yield* this.repeat(trial, makerOf(trial.setting), this.#experiment, all);
  }

  /** The trial's next seed. Yields the part of all simulations that are done. */
  *repeat(
    trial: Trial,
    make: PolicyFactory,
    experiment: Experiment,
    all: number,
  ): Simulation<void> {
    const simulation = experiment.simulate(make, trial.repetitions.length);
    for (;;) {
      const { done, value } = simulation.next();
      if (done) {
        this.simulations += 1;
        return trial.add(value);
      }
      yield Math.min(1, (this.simulations + value) / all);
    }
  }

  isWithin(trial: Trial): boolean {
    const { maxPeak, maxLoad } = this.limits;
    return trial.mean(peakOf(this.workload)) <= maxPeak && trial.mean(load) <= maxLoad;
  }

  /** The best of each policy, and then the best whoever it is of. */
  #best(): readonly Trial[] {
    let left = this.trials.filter((trial) => this.isWithin(trial));
    const chosen = new Set<Trial>();
    const choose = (trial: Trial | undefined): void => void (trial && chosen.add(trial));
    for (const policy of new Set(left.map(({ setting }) => setting.contender)))
      choose(
        winner(
          left.filter(({ setting }) => setting.contender === policy),
          this.criteria,
        ),
      );
    while (left.length > 0 && chosen.size < MOST_FINALISTS) {
      const [{ best } = { best: undefined }] = sieve(left, this.criteria);
      const next = winner(left, this.criteria);
      choose(best); // by what matters most alone
      choose(next);
      left = left.filter((trial) => trial !== next && trial !== best);
    }
    return [...chosen].slice(0, MOST_FINALISTS);
  }
}

const MOST_FINALISTS = 24;
