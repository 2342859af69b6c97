import { SeededRng } from "../../registry/rng/rng.ts";
import { PolicybookError } from "../ui/errors.ts";
import type { Policy, PolicyFactory } from "./policy.ts";
import type { Simulation } from "./simulation.ts";
import { Tally } from "./tally.ts";

/**
 * `outage-30s`: clients that meet an outage at their first call, each one of its own length, and
 * do not harm each other. It asks what a policy's patience is worth, and what its herd looks like.
 */
export interface OutageScenario {
  readonly clients: number;
  /** The longest outage; each client's is uniform from 0 to this. */
  readonly outageMs: number;
  /** A retry that would come later than this is not made. */
  readonly deadlineMs: number;
  /** How often a call succeeds once the outage is over. */
  readonly successChance: number;
  /** The longest wait that the server asks for. */
  readonly longestHintMs: number;
  readonly seed: number;
}

export const OUTAGE_30S: OutageScenario = {
  clients: 1000,
  outageMs: 30_000,
  deadlineMs: 60_000,
  successChance: 0.9,
  longestHintMs: 5000,
  seed: 60,
};

/** The policies' streams begin this far behind the environments', and so there may be as many clients. */
export const STREAMS_APART = 1_000_000;

/** One repetition: every client's episode. */
export function* outage30s(
  scenario: OutageScenario,
  make: PolicyFactory,
  repetition = 0,
): Simulation<Tally> {
  const tally = new Tally();
  const first = scenario.seed + 2 * STREAMS_APART * repetition;
  for (let client = 0; client < scenario.clients; client += 1) {
    const environment = new SeededRng((first + client) >>> 0);
    const policy = make(new SeededRng((first + STREAMS_APART + client) >>> 0));
    episode(scenario, environment, policy, tally);
    if (client % CLIENTS_PER_STEP === 0) yield client / scenario.clients;
  }
  return tally;
}

const CLIENTS_PER_STEP = 64;

function episode(
  { outageMs, deadlineMs, successChance, longestHintMs }: OutageScenario,
  environment: SeededRng,
  policy: Policy,
  tally: Tally,
): void {
  const outage = environment.nextInt(outageMs + 1);
  for (let now = 0, attempt = 1; ; attempt += 1) {
    const roll = environment.nextFloat(); // at every attempt, so that the luck of the next is the same
    if (now >= outage && roll < successChance) return tally.succeed(attempt, now);
    const retryAfterMs = Math.min(Math.max(outage - now, 0), longestHintMs);
    const delay = policy.nextDelay(attempt, { retryable: true, status: 503, retryAfterMs });
    if (delay === null || now + delay > deadlineMs) return tally.giveUp(attempt);
    if (attempt === MOST_ATTEMPTS) throw neverEnds();
    now += delay;
    tally.retries.add(now);
  }
}

/** Far more than a wait of a millisecond each would allow before the deadline. */
const MOST_ATTEMPTS = 1_000_000;

function neverEnds(): PolicybookError {
  return new PolicybookError(
    "never-ends",
    `A client made ${MOST_ATTEMPTS} attempts: this policy retries without waiting and without end.`,
    "Give it a base delay above 0, or fewer attempts.",
  );
}
