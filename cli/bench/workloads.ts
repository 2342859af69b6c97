import type { Experiment, PolicyParams, Settings } from "./experiment.ts";
import { OCC_CONTENTION, occContention } from "./occ-contention.ts";
import { OUTAGE_30S, outage30s } from "./outage-30s.ts";
import { sharedOutage, type SharedOutage, type SharedScenario } from "./shared-outage.ts";
import { type SharedName, sharedScenario } from "./shared-scenarios.ts";

export const WORKLOADS = ["outage-30s", "occ-contention", "shared-outage"] as const;
export type WorkloadName = (typeof WORKLOADS)[number];

interface Workload {
  /** The settings that mean something here. */
  readonly takes: ReadonlySet<keyof Settings>;
  prepare(settings: Settings): Experiment;
}

const ALWAYS = ["baseMs", "capMs", "maxAttempts", "clients", "seed", "repetitions"] as const;

export const workloads: Readonly<Record<WorkloadName, Workload>> = {
  "outage-30s": { takes: new Set([...ALWAYS, "outageMs", "deadlineMs"]), prepare: prepareOutage },
  "occ-contention": { takes: new Set(ALWAYS), prepare: prepareContention },
  "shared-outage": {
    takes: new Set([
      ...ALWAYS,
      "scenario",
      "outageMs",
      "outageStartMs",
      "spreadMs",
      "capacity",
      "queueMs",
      "timeoutMs",
      "budgetHosts",
    ]),
    prepare: prepareShared,
  },
};

function prepareOutage(settings: Settings): Experiment {
  const {
    clients = OUTAGE_30S.clients,
    outageMs = OUTAGE_30S.outageMs,
    deadlineMs = OUTAGE_30S.deadlineMs,
    seed = OUTAGE_30S.seed,
    repetitions = 1,
  } = settings;
  const scenario = { ...OUTAGE_30S, clients, outageMs, deadlineMs, seed };
  const policyParams = given(settings);
  return {
    params: { ...told(policyParams), ...scenario, repetitions },
    repetitions,
    paramsOf: () => policyParams,
    *simulate(make, repetition) {
      return { tally: yield* outage30s(scenario, make, repetition), measures: {} };
    },
  };
}

/** The published base of decorrelated jitter; that of the others is 10. */
const CONTENTION_BASE_MS: Readonly<Record<string, number>> = { "decorrelated-jitter": 5 };

function prepareContention(settings: Settings): Experiment {
  const { clients = OCC_CONTENTION.clients, seed = OCC_CONTENTION.seed } = settings;
  const { capMs = 2000, maxAttempts = Infinity, repetitions = 100 } = settings;
  const common = { capMs, maxAttempts };
  const baseMs = settings.baseMs ?? "10; 5 for decorrelated-jitter";
  return {
    params: { ...told({ ...common, baseMs: undefined }), baseMs, clients, seed, repetitions },
    repetitions,
    paramsOf: (policy) => ({
      ...common,
      baseMs: settings.baseMs ?? CONTENTION_BASE_MS[policy] ?? 10,
    }),
    *simulate(make, repetition) {
      const outcome = yield* occContention({ clients, seed }, make, repetition);
      const { tally, calls, completionUs } = outcome;
      return { tally, measures: { completionMs: completionUs / 1000, calls } };
    },
  };
}

function prepareShared(settings: Settings): Experiment {
  const { repetitions = 20 } = settings;
  const name = (settings.scenario ?? "A-short") as SharedName;
  const scenario = sharedSettings(name, settings);
  const policyParams = { ...given(settings), maxAttempts: scenario.maxAttempts };
  return {
    params: {
      ...told(policyParams),
      scenario: name,
      clients: scenario.clients,
      spreadMs: scenario.spreadUs / 1000,
      outageStartMs: scenario.outageStartUs / 1000,
      outageMs: scenario.outageUs / 1000,
      capacity: 1_000_000 / scenario.serviceUs,
      queueMs: scenario.queueUs / 1000,
      timeoutMs: scenario.timeoutUs / 1000,
      budgetHosts: scenario.budgetHosts ?? null,
      seed: scenario.seed,
      repetitions,
    },
    repetitions,
    paramsOf: () => policyParams,
    *simulate(make, repetition) {
      const outcome = yield* sharedOutage(scenario, make, repetition);
      return { tally: outcome.tally, measures: sharedMeasures(outcome) };
    },
  };
}

function sharedSettings(name: SharedName, settings: Settings): SharedScenario {
  const usual = sharedScenario(name, settings.clients);
  const micros = (ms: number | undefined, otherwise: number): number =>
    ms === undefined ? otherwise : Math.round(1000 * ms);
  const { capacity, maxAttempts = usual.maxAttempts, seed = usual.seed, budgetHosts } = settings;
  return {
    ...usual,
    spreadUs: micros(settings.spreadMs, usual.spreadUs),
    outageStartUs: micros(settings.outageStartMs, usual.outageStartUs),
    outageUs: micros(settings.outageMs, usual.outageUs),
    queueUs: micros(settings.queueMs, usual.queueUs),
    timeoutUs: micros(settings.timeoutMs, usual.timeoutUs),
    serviceUs: capacity === undefined ? usual.serviceUs : Math.round(1_000_000 / capacity),
    maxAttempts,
    seed,
    budgetHosts,
  };
}

function sharedMeasures(outcome: SharedOutage) {
  const { tally, t99Us, peakArrivals, arrivals, refused, turnedAway, timedOut } = outcome;
  return {
    t99Ms: t99Us === null ? null : t99Us / 1000,
    lateSuccessRate: outcome.lateSuccess,
    attemptsPerSuccess: tally.successes === 0 ? null : arrivals / tally.successes,
    peakArrivals,
    arrivals,
    refused,
    turnedAway,
    timedOut,
  };
}

const given = ({ baseMs, capMs, maxAttempts }: Settings): PolicyParams => ({
  baseMs,
  capMs,
  maxAttempts,
});

/** As JSON can say it: null is "each policy's own default". */
const told = ({ baseMs, capMs, maxAttempts }: PolicyParams) => ({
  baseMs: baseMs ?? null,
  capMs: capMs ?? null,
  maxAttempts: maxAttempts === Infinity ? "unlimited" : (maxAttempts ?? null),
});
