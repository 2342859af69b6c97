import type { Experiment, PolicyParams, Repetition } from "./experiment.ts";
import type { PolicyFactory, Policy, Rng } from "./policy.ts";
import { finished } from "./simulation.ts";
import { type Summary, summarised } from "./summary.ts";

/** A policy in a bench: how to make one, and what it is called. */
export interface Contender {
  /** The policy's name, by which a workload may have parameters for it. */
  readonly policy: string;
  readonly make: (params: PolicyParams, stream: Rng) => Policy;
}

export const factoryOf = (contender: Contender, experiment: Experiment): PolicyFactory => {
  const params = experiment.paramsOf(contender.policy);
  return (stream) => contender.make(params, stream);
};

/** All repetitions at once, for those who need not watch. */
export function measured(contender: Contender, experiment: Experiment): Summary {
  const make = factoryOf(contender, experiment);
  const repetitions: Repetition[] = [];
  for (let repetition = 0; repetition < experiment.repetitions; repetition += 1)
    repetitions.push(finished(experiment.simulate(make, repetition)));
  return summarised(repetitions);
}

/** Retries at once: what a workload looks like without a policy. */
export const none: Contender = {
  policy: "none",
  make: ({ maxAttempts = 8 }) => ({
    nextDelay: (attempt) => (attempt < maxAttempts ? 0 : null),
  }),
};
