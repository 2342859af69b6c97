/** What a workload needs of a policy: any registry policy, edited copy or policy of one's own is one. */
export interface Policy {
  /** The delay in milliseconds, or null to give up. */
  nextDelay(attempt: number, failure: Failure): number | null;
}

export interface Failure {
  readonly retryable: boolean;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export interface Rng {
  nextInt(bound: number): number;
}

/** Makes the policy of one operation. All the chance that it has comes from the stream given to it. */
export type PolicyFactory = (stream: Rng) => Policy;
