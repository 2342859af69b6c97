import type { SharedScenario } from "./shared-outage.ts";

export const SHARED_SCENARIOS = ["A-short", "A-long", "B"] as const;
export type SharedName = (typeof SHARED_SCENARIOS)[number];

const SECOND = 1_000_000;

/**
 * The three scenarios of `shared-outage`. The server is sized for the fleet: in A it could serve
 * every client once within 5 seconds; in B first requests alone keep it busy for 70% of the time.
 */
export function sharedScenario(name: SharedName, clients = 1000): SharedScenario {
  const { drainUs, ...own } = SCENARIOS[name];
  const serviceUs = Math.max(1, Math.round(drainUs / clients));
  return { ...own, clients, serviceUs, timeoutUs: SECOND, maxAttempts: 30, seed: 20_150_304 };
}

/** drainUs is the time that the server takes to serve every client once. */
const A = { spreadUs: 0, outageStartUs: 0, outageUs: 2 * SECOND, drainUs: 5 * SECOND };
const SCENARIOS = {
  "A-short": { ...A, queueUs: 0.5 * SECOND },
  "A-long": { ...A, queueUs: 2 * SECOND },
  B: {
    spreadUs: 60 * SECOND,
    outageStartUs: 10 * SECOND,
    outageUs: 5 * SECOND,
    drainUs: 42 * SECOND,
    queueUs: 2 * SECOND,
  },
} as const;
