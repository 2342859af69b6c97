import { SeededRng } from "../../registry/rng/rng.ts";
import { EventQueue } from "./event-queue.ts";
import type { Policy, PolicyFactory } from "./policy.ts";
import { EVENTS_PER_STEP, type Simulation } from "./simulation.ts";
import { ENVIRONMENT, networkDelay, POLICY, seedOf } from "./streams.ts";
import { Tally } from "./tally.ts";

/**
 * `occ-contention`: clients that each update the same row once under optimistic concurrency: read
 * it, write it, and begin again if somebody else's write came between. Marc Brooker's experiment of
 * 2015, in whole microseconds.
 */
export interface ContentionScenario {
  readonly clients: number;
  readonly seed: number;
}

export const OCC_CONTENTION: ContentionScenario = { clients: 100, seed: 20_150_304 };

export interface Contention {
  readonly tally: Tally;
  /** Writes that the server was asked for, those in vain included. */
  readonly calls: number;
  /** When the last client was done. */
  readonly completionUs: number;
}

const CONFLICT = { retryable: true, status: 409 } as const;

export function* occContention(
  { clients, seed }: ContentionScenario,
  make: PolicyFactory,
  repetition = 0,
): Simulation<Contention> {
  const events = new EventQueue(clients);
  const environments: SeededRng[] = [];
  const policies: Policy[] = [];
  const attempts = new Uint32Array(clients).fill(1);
  /** The version that a client has read and is about to write over, or NONE before it reads. */
  const held = new Int32Array(clients).fill(NONE);
  for (let client = 0; client < clients; client += 1) {
    environments.push(new SeededRng(seedOf(seed, repetition, client, ENVIRONMENT)));
    policies.push(make(new SeededRng(seedOf(seed, repetition, client, POLICY))));
  }
  const network = (client: number): number => networkDelay(environments[client] as SeededRng);
  for (let client = 0; client < clients; client += 1) events.push(client, network(client));

  const tally = new Tally();
  let [version, calls, completionUs] = [0, 0, 0];
  for (let handled = 1; events.size > 0; handled += 1) {
    if (handled % EVENTS_PER_STEP === 0) yield tally.clients / clients;
    const client = events.pop();
    const { time } = events;
    if (held[client] === NONE) {
      held[client] = version;
      events.push(client, time + network(client) + network(client));
      continue;
    }
    calls += 1;
    const attempt = attempts[client] as number;
    const answered = time + network(client);
    if (held[client] === version) {
      version += 1;
      completionUs = Math.max(completionUs, answered);
      tally.succeed(attempt, answered / 1000);
      continue;
    }
    const delay = (policies[client] as Policy).nextDelay(attempt, CONFLICT);
    if (delay === null) {
      tally.giveUp(attempt);
      continue;
    }
    attempts[client] = attempt + 1;
    held[client] = NONE;
    const read = answered + 1000 * delay + network(client);
    tally.retries.add(read / 1000);
    events.push(client, read);
  }
  return { tally, calls, completionUs };
}

const NONE = -1;
