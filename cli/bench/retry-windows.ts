export const WINDOW_MS = 10;

/**
 * Retries counted in windows of 10 ms. A window must be small against the first delay: a wider one
 * could not tell a wave at 100 ms from retries spread over 0 to 100 ms.
 */
export class RetryWindows {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #herd: number | undefined;

  add(atMs: number): void {
    const window = Math.floor(atMs / WINDOW_MS);
    this.#counts.set(window, (this.#counts.get(window) ?? 0) + 1);
    this.#total += 1;
  }

  get total(): number {
    return this.#total;
  }

  /** The herd: the fullest window's part of all retries. */
  get peakShare(): number {
    return this.#herd ?? this.#fullestShare();
  }

  /** Lets go of the windows and keeps the herd: of thousands of repetitions there would be millions. */
  forget(): void {
    this.#herd = this.peakShare;
    this.#counts.clear();
  }

  /** The windows that hold retries: their number, counted from 0 at time 0, and how many. */
  entries(): IterableIterator<[window: number, retries: number]> {
    return this.#counts.entries();
  }

  #fullestShare(): number {
    let fullest = 0;
    for (const count of this.#counts.values()) fullest = Math.max(fullest, count);
    return this.#total === 0 ? 0 : fullest / this.#total;
  }
}
