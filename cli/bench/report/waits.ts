import type { PolicyFactory } from "../policy.ts";

/** The waits that a policy chose after each attempt, with three digits of precision. */
export class Waits {
  /** By attempt: how often each wait was chosen. */
  readonly #counts: Map<number, number>[] = [];

  /** The same policies, listened to. */
  observed(make: PolicyFactory): PolicyFactory {
    return (stream) => {
      const policy = make(stream);
      return {
        nextDelay: (attempt, failure) => {
          const delay = policy.nextDelay(attempt, failure);
          if (delay !== null && attempt <= MOST_ATTEMPTS) this.#add(attempt, delay);
          return delay;
        },
      };
    };
  }

  #add(attempt: number, delay: number): void {
    const counts = (this.#counts[attempt] ??= new Map<number, number>());
    const about = coarse(delay);
    counts.set(about, (counts.get(about) ?? 0) + 1);
  }

  /** The attempts after which there was a wait, in order, and what the waits were. */
  distributions(): readonly Distribution[] {
    return this.#counts.flatMap((counts, attempt) => distribution(attempt, counts));
  }
}

export interface Distribution {
  readonly attempt: number;
  readonly waits: number;
  /** In ms, by nearest rank: the least, 5%, a quarter, half, three quarters, 95%, the most. */
  readonly quantiles: readonly number[];
}

/** So many attempts fit into a chart. */
const MOST_ATTEMPTS = 16;
export const QUANTILES = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1] as const;

/** Of a long wait the first ten bits: a million clients then take no more memory than a thousand. */
function coarse(delay: number): number {
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(delay || 1)) - 9);
  return Math.round(delay / unit) * unit;
}

function distribution(attempt: number, counts: ReadonlyMap<number, number>): Distribution {
  const sorted = [...counts].toSorted(([a], [b]) => a - b);
  const waits = sorted.reduce((sum, [, count]) => sum + count, 0);
  const quantile = (part: number): number => {
    let within = 0;
    for (const [delay, count] of sorted) {
      within += count;
      if (within >= Math.max(1, part * waits)) return delay;
    }
    return 0;
  };
  return { attempt, waits, quantiles: QUANTILES.map(quantile) };
}
