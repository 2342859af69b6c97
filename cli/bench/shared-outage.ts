import { ClientStreams } from "./client-streams.ts";
import { EventQueue } from "./event-queue.ts";
import type { Failure, Policy, PolicyFactory } from "./policy.ts";
import { RecentArrivals } from "./recent-arrivals.ts";
import { RetryBudget } from "./retry-budget.ts";
import { Server } from "./server.ts";
import { EVENTS_PER_STEP, type Simulation } from "./simulation.ts";
import { ENVIRONMENT, networkDelay, POLICY, seedOf } from "./streams.ts";
import { Tally } from "./tally.ts";

/**
 * `shared-outage`: a fleet, one outage, and a server with limits. Here clients do harm each other:
 * what the server cannot do in time is work in vain. Times in whole microseconds.
 */
export interface SharedScenario {
  readonly clients: number;
  /** First requests are sent at random moments in [0, spreadUs); with 0, all at once. */
  readonly spreadUs: number;
  readonly outageStartUs: number;
  readonly outageUs: number;
  /** The time that a request takes the server. */
  readonly serviceUs: number;
  /** The longest that a client waits for an answer. */
  readonly timeoutUs: number;
  /** The work that the server's queue may hold. */
  readonly queueUs: number;
  readonly maxAttempts: number;
  /** The hosts that share out a retry budget, if there is to be one. */
  readonly budgetHosts?: number | undefined;
  readonly seed: number;
}

export interface SharedOutage {
  readonly tally: Tally;
  /** From the end of the outage to when 99 of 100 clients had succeeded; null if they never had. */
  readonly t99Us: number | null;
  /** The most arrivals within 10 ms after the outage. */
  readonly peakArrivals: number;
  readonly arrivals: number;
  /** Failed since the server was away. */
  readonly refused: number;
  /** Turned away with a 503 and a hint, since the queue was full. */
  readonly turnedAway: number;
  /** Served too late: the client had stopped waiting. */
  readonly timedOut: number;
  /** Success among the clients that first called after the outage; null if there were none. */
  readonly lateSuccess: number | null;
}

const FAILURE: Failure = { retryable: true, status: 503 };

export function* sharedOutage(
  scenario: SharedScenario,
  make: PolicyFactory,
  repetition = 0,
): Simulation<SharedOutage> {
  const run = new Run(scenario, make, repetition);
  for (let handled = 1; run.pending > 0; handled += 1) {
    if (handled % EVENTS_PER_STEP === 0) yield run.progress;
    run.arrive();
  }
  return run.result();
}

class Run {
  readonly #scenario: SharedScenario;
  readonly #recovery: number;
  readonly #events: EventQueue;
  readonly #server: Server;
  readonly #budget: RetryBudget | undefined;
  readonly #afterOutage = new RecentArrivals(10_000);
  readonly #tally = new Tally();

  // One of each for every client.
  readonly #streams: ClientStreams;
  readonly #policies: Policy[] = [];
  readonly #started: Float64Array;
  readonly #sent: Float64Array;
  readonly #attempts: Uint32Array;

  /** Of no meaning, and public: what is read for nothing the compiler might leave out. */
  fetched = 0;

  readonly #successTimes: number[] = [];
  #arrivals = 0;
  #refused = 0;
  #turnedAway = 0;
  #timedOut = 0;
  #lateSuccesses = 0;

  constructor(scenario: SharedScenario, make: PolicyFactory, repetition: number) {
    const { clients, seed, budgetHosts } = scenario;
    this.#scenario = scenario;
    this.#recovery = scenario.outageStartUs + scenario.outageUs;
    this.#server = new Server(scenario.serviceUs, scenario.queueUs);
    this.#budget = budgetHosts === undefined ? undefined : new RetryBudget(budgetHosts, clients);
    this.#events = new EventQueue(clients, (client) => this.#fetch(client));
    this.#started = new Float64Array(clients);
    this.#sent = new Float64Array(clients);
    this.#attempts = new Uint32Array(clients);
    this.#streams = new ClientStreams(clients, (client, purpose) =>
      seedOf(seed, repetition, client, purpose),
    );
    for (let client = 0; client < clients; client += 1) {
      this.#policies.push(make(this.#streams.select(client, POLICY)));
      const environment = this.#streams.select(client, ENVIRONMENT);
      const start = scenario.spreadUs > 0 ? environment.nextInt(scenario.spreadUs) : 0;
      this.#started[client] = start;
      this.#send(client, start);
    }
  }

  get pending(): number {
    return this.#events.size;
  }

  get progress(): number {
    return this.#tally.clients / this.#scenario.clients;
  }

  /** Handles the next request to reach the server. */
  arrive(): void {
    const client = this.#events.pop();
    const { time } = this.#events;
    const attempt = (this.#attempts[client] as number) + 1;
    this.#attempts[client] = attempt;
    this.#arrivals += 1;
    if (attempt === 1) this.#budget?.bringIn(client);
    else this.#tally.retries.add(time / 1000);
    if (time >= this.#recovery) this.#afterOutage.add(time);
    this.#answer(client, time, this.#network(client));
  }

  #answer(client: number, time: number, wayBack: number): void {
    if (time >= this.#scenario.outageStartUs && time < this.#recovery) {
      this.#refused += 1;
      return this.#fail(client, time + wayBack, FAILURE);
    }
    const backlog = this.#server.backlog(time);
    const served = this.#server.accept(time);
    if (served === undefined) {
      this.#turnedAway += 1;
      const retryAfterMs = 1000 * Math.ceil(backlog / 1_000_000);
      return this.#fail(client, time + wayBack, { retryable: true, status: 503, retryAfterMs });
    }
    const patience = (this.#sent[client] as number) + this.#scenario.timeoutUs;
    if (served + wayBack <= patience) return this.#succeed(client, served + wayBack);
    this.#timedOut += 1;
    this.#fail(client, patience, FAILURE);
  }

  #succeed(client: number, time: number): void {
    const start = this.#started[client] as number;
    this.#successTimes.push(time);
    if (start >= this.#recovery) this.#lateSuccesses += 1;
    this.#tally.succeed(this.#attempts[client] as number, (time - start) / 1000);
  }

  #fail(client: number, time: number, failure: Failure): void {
    const delay = this.#nextDelay(client, failure);
    if (delay === null) this.#tally.giveUp(this.#attempts[client] as number);
    else this.#send(client, time + 1000 * delay);
  }

  #nextDelay(client: number, failure: Failure): number | null {
    const attempt = this.#attempts[client] as number;
    if (attempt >= this.#scenario.maxAttempts) return null;
    if (this.#budget?.pays(client) === false) return null;
    this.#streams.select(client, POLICY);
    return (this.#policies[client] as Policy).nextDelay(attempt, failure);
  }

  #send(client: number, time: number): void {
    this.#sent[client] = time;
    this.#events.push(client, time + this.#network(client));
  }

  #network(client: number): number {
    return networkDelay(this.#streams.select(client, ENVIRONMENT));
  }

  /** Reads what the client's turn will need, so that it is in the processor's cache by then. */
  #fetch(client: number): void {
    const policy = this.#policies[client] as Policy;
    const counts = (this.#attempts[client] as number) ^ (this.#sent[client] as number);
    this.fetched = counts ^ this.#streams.peek(client) ^ Number("nextDelay" in policy);
  }

  result(): SharedOutage {
    const late = this.#started.filter((start) => start >= this.#recovery).length;
    return {
      tally: this.#tally,
      t99Us: this.#t99(),
      peakArrivals: this.#afterOutage.peak,
      arrivals: this.#arrivals,
      refused: this.#refused,
      turnedAway: this.#turnedAway,
      timedOut: this.#timedOut,
      lateSuccess: late === 0 ? null : this.#lateSuccesses / late,
    };
  }

  #t99(): number | null {
    const enough = Math.ceil(0.99 * this.#scenario.clients);
    const times = Float64Array.from(this.#successTimes).toSorted();
    const time = times[enough - 1];
    return time === undefined ? null : time - this.#recovery;
  }
}
