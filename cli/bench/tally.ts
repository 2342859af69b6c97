import { RetryWindows } from "./retry-windows.ts";

/** What became of the clients of one repetition. */
export class Tally {
  readonly retries = new RetryWindows();
  /** How many clients ended at each attempt, by the attempt. */
  readonly endings: number[] = [];
  successes = 0;
  /** The sum over the clients that succeeded. */
  timeToSuccessMs = 0;
  clients = 0;

  succeed(attempts: number, afterMs: number): void {
    this.successes += 1;
    this.timeToSuccessMs += afterMs;
    this.giveUp(attempts);
  }

  giveUp(attempts: number): void {
    this.clients += 1;
    this.endings[attempts] = (this.endings[attempts] ?? 0) + 1;
  }
}

/** Attempts by nearest rank: the least number that this part of the clients made do with. */
export function attemptsAt(part: number, tallies: readonly Tally[]): number {
  const clients = tallies.reduce((sum, tally) => sum + tally.clients, 0);
  const longest = Math.max(0, ...tallies.map(({ endings }) => endings.length));
  let within = 0;
  for (let attempts = 1; attempts < longest; attempts += 1) {
    for (const { endings } of tallies) within += endings[attempts] ?? 0;
    if (within >= part * clients) return attempts;
  }
  return 0;
}

/** Attempts per client. */
export function meanAttempts(tallies: readonly Tally[]): number {
  let [attempts, clients] = [0, 0];
  for (const tally of tallies) {
    clients += tally.clients;
    tally.endings.forEach((count, at) => (attempts += at * count));
  }
  return attempts / clients;
}
