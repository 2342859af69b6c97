import type { PolicyFactory } from "../policy.ts";
import type { Contender } from "../run.ts";

/** A policy with its parameters: what could be recommended. */
export interface Setting {
  readonly contender: Contender;
  readonly params: Params;
}

export interface Params {
  readonly baseMs: number;
  readonly capMs: number;
  readonly maxAttempts: number;
}

export const makerOf =
  ({ contender, params }: Setting): PolicyFactory =>
  (stream) =>
    contender.make(params, stream);

/** The waits of an operation that only fails and draws the most that it may, `hint` being asked for. */
export function longestWaits(setting: Setting, attempts: number, hint?: number): readonly number[] {
  const policy = makerOf(setting)({ nextInt: (bound) => bound - 1 });
  const retryAfter = hint === undefined ? {} : { retryAfterMs: hint };
  const waits: number[] = [];
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const wait = policy.nextDelay(attempt, { retryable: true, status: 503, ...retryAfter });
    if (wait === null) break;
    waits.push(wait);
  }
  return waits;
}

/** Longer than any policy waits: a server that asks for the most that can be asked. */
export const ENDLESS_MS = 2_147_483_647;

/** Does it matter to the policy how long the server asks it to wait? */
export function followsHints(setting: Setting): boolean {
  const attempts = Math.min(setting.params.maxAttempts, 4);
  const [none, some] = [undefined, ENDLESS_MS].map((hint) => longestWaits(setting, attempts, hint));
  return String(none) !== String(some);
}

/** Is the cap ever reached? Some policies have none, and some settings give up before. */
export function capMatters({ contender, params }: Setting): boolean {
  const attempts = Math.min(params.maxAttempts, 40);
  const uncapped = { contender, params: { ...params, capMs: Math.max(params.capMs, 1e9) } };
  return [undefined, ENDLESS_MS].some(
    (hint) =>
      String(longestWaits({ contender, params }, attempts, hint)) !==
      String(longestWaits(uncapped, attempts, hint)),
  );
}
