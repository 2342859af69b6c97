/** A mutant that nothing can kill, because it answers the same. */
export interface Equivalent {
  readonly files: RegExp;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

const DOUBLING =
  "At the cap a further doubling ends at the cap again, by the minimum after the loop.";
const SIGN =
  "Without it a parameter of -0 stays -0, but the bound of the draw is the same, and what is returned is made by adding to 0.";

export const equivalents: readonly Equivalent[] = [
  {
    files: /(?:equal-jitter|exponential|full-jitter|retry-after-(?:aware|jitter))\.ts$/,
    before: "for (let n = 1; n < attempt && 0 < delay && delay < capMs; n += 1) delay *= 2;",
    after: "for (let n = 1; n < attempt && 0 < delay && delay <= capMs; n += 1) delay *= 2;",
    reason: DOUBLING,
  },
  {
    files: /(?:equal_jitter|exponential|full_jitter|retry_after_(?:aware|jitter))\.py$/,
    before: "while attempt > 1 and 0 < delay < cap_ms:",
    after: "while attempt > 1 and 0 < delay <= cap_ms:",
    reason: DOUBLING,
  },
  {
    files: /equal_jitter\.py$/,
    before: "cap_ms = 10_000 if cap_ms is None else cap_ms",
    after: "cap_ms = 10001 if cap_ms is None else cap_ms",
    reason: "Half of 10,001 is half of 10,000, and no ceiling below either is another.",
  },
  {
    files: /equal-jitter\.ts$/,
    before: "const { baseMs = 100, capMs = 10_000, maxAttempts = 8 } = params;",
    after: "const { baseMs = 100, capMs = 10001, maxAttempts = 8 } = params;",
    reason: "Half of 10,001 is half of 10,000, and no ceiling below either is another.",
  },
  ...["this.baseMs = baseMs;", "this.baseMs = baseMs - 0;"].map((changed) => ({
    files: /(?:equal-jitter|full-jitter|retry-after-(?:aware|jitter))\.ts$/,
    before: "this.baseMs = baseMs + 0; // + 0 makes -0 plain 0",
    after: `${changed} // + 0 makes -0 plain 0`,
    reason: SIGN,
  })),
  ...["this.capMs = capMs;", "this.capMs = capMs - 0;"].map((after) => ({
    files: /(?:equal-jitter|full-jitter|retry-after-(?:aware|jitter))\.ts$/,
    before: "this.capMs = capMs + 0;",
    after,
    reason: SIGN,
  })),
  ...["Math.min(baseMs, capMs);", "Math.min(baseMs, capMs) - 0;"].map((changed) => ({
    files: /decorrelated-jitter\.ts$/,
    before: "this.baseMs = Math.min(baseMs, capMs) + 0; // + 0 makes -0 plain 0",
    after: `this.baseMs = ${changed} // + 0 makes -0 plain 0`,
    reason: SIGN,
  })),
  {
    files: /retry-after-(?:aware|jitter)\.ts$/,
    before: "const hint = failure.retryAfterMs ?? -1;",
    after: "const hint = failure.retryAfterMs ?? -2;",
    reason: "Any negative hint is none.",
  },
  {
    files: /rng\.ts$/,
    before: "const surplus = (TWO_32 - bound) % bound;",
    after: "const surplus = (TWO_32 + bound) % bound;",
    reason: "A bound more or less, the remainder is the same.",
  },
];
