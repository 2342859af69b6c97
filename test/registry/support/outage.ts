import { type Copy, create } from "./copies.ts";
import { seeded } from "./sources.ts";

/** What one policy makes of `outage-30s`, the canonical workload. */
export interface Outcome {
  readonly success: number;
  /** The fullest 10 ms window's part of all retries: the herd. */
  readonly peakShare: number;
}

/** 1,000 clients, each with an outage of its own length in [0, 30 s] that begins with its first call. */
export function outage30s(copy: Copy): Outcome {
  const retriesByWindow = new Map<number, number>();
  let successes = 0;
  for (let episode = 0; episode < 1000; episode += 1) {
    const environment = seeded(60 + episode);
    const policy = create(copy, {}, seeded(60 + 1_000_000 + episode));
    const outage = environment.nextInt(30_001);
    for (let now = 0, attempt = 1; ; attempt += 1) {
      const roll = environment.nextFloat();
      if (now >= outage && roll < 0.9) {
        successes += 1;
        break;
      }
      const retryAfterMs = Math.min(Math.max(outage - now, 0), 5000);
      const delay = policy.nextDelay(attempt, { retryable: true, status: 503, retryAfterMs });
      if (delay === null) break;
      now += delay;
      if (now > 60_000) break;
      const window = Math.floor(now / 10);
      retriesByWindow.set(window, (retriesByWindow.get(window) ?? 0) + 1);
    }
  }
  const retries = [...retriesByWindow.values()];
  const all = retries.reduce((sum, count) => sum + count, 0);
  return { success: successes / 1000, peakShare: Math.max(...retries) / all };
}
