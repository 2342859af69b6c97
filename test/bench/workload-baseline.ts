import TinyQueue from "tinyqueue";
import type { Failure, Policy, PolicyFactory } from "../../cli/bench/policy.ts";
import type { SharedScenario } from "../../cli/bench/shared-outage.ts";
import { ENVIRONMENT, POLICY, seedOf } from "../../cli/bench/streams.ts";
import { SeededRng } from "../../registry/rng/rng.ts";

interface Client {
  readonly id: number;
  readonly environment: SeededRng;
  readonly policy: Policy;
  sent: number;
  attempts: number;
}

interface Arrival {
  readonly time: number;
  readonly client: Client;
}

/**
 * `shared-outage` without a budget as one would write it first: a general-purpose priority queue, an
 * object for each event, one for each client. It is what the workload's speed is compared with, and
 * tells the same.
 */
export function sharedOutageBaseline(scenario: SharedScenario, make: PolicyFactory) {
  const recovery = scenario.outageStartUs + scenario.outageUs;
  const events = new TinyQueue<Arrival>([], (a, b) => a.time - b.time || a.client.id - b.client.id);
  const network = ({ environment }: Client): number =>
    4000 + environment.nextInt(4001) + environment.nextInt(4001) + environment.nextInt(4001);
  const send = (client: Client, time: number): void => {
    client.sent = time;
    events.push({ time: time + network(client), client });
  };
  const fail = (client: Client, time: number, failure: Failure): void => {
    if (client.attempts >= scenario.maxAttempts) return;
    const delay = client.policy.nextDelay(client.attempts, failure);
    if (delay !== null) send(client, time + 1000 * delay);
  };

  for (let id = 0; id < scenario.clients; id += 1) {
    const environment = new SeededRng(seedOf(scenario.seed, 0, id, ENVIRONMENT));
    const policy = make(new SeededRng(seedOf(scenario.seed, 0, id, POLICY)));
    const start = scenario.spreadUs > 0 ? environment.nextInt(scenario.spreadUs) : 0;
    send({ id, environment, policy, sent: start, attempts: 0 }, start);
  }

  const successes: number[] = [];
  let [arrivals, busy] = [0, 0];
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    const { time, client } = event;
    arrivals += 1;
    client.attempts += 1;
    const back = network(client);
    const failure = { retryable: true, status: 503 };
    if (time >= scenario.outageStartUs && time < recovery) {
      fail(client, time + back, failure);
      continue;
    }
    const backlog = Math.max(0, busy - time);
    if (backlog + scenario.serviceUs > scenario.queueUs) {
      const retryAfterMs = 1000 * Math.ceil(backlog / 1_000_000);
      fail(client, time + back, { ...failure, retryAfterMs });
      continue;
    }
    busy = Math.max(busy, time) + scenario.serviceUs;
    if (busy + back <= client.sent + scenario.timeoutUs) successes.push(busy + back);
    else fail(client, client.sent + scenario.timeoutUs, failure);
  }
  const t99 = successes.toSorted((a, b) => a - b)[Math.ceil(0.99 * scenario.clients) - 1];
  return { arrivals, t99Us: t99 === undefined ? null : t99 - recovery };
}
