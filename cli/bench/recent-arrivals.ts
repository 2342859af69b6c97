/** How many of a series of moments, each no earlier than the one before, fall within a sliding window. */
export class RecentArrivals {
  readonly #within: number;
  #times: number[] = [];
  #first = 0;
  /** The most that a window has ever held. */
  peak = 0;

  constructor(within: number) {
    this.#within = within;
  }

  add(time: number): void {
    this.#times.push(time);
    while ((this.#times[this.#first] as number) <= time - this.#within) this.#first += 1;
    this.peak = Math.max(this.peak, this.#times.length - this.#first);
    if (this.#first > FORGOTTEN) this.#forget();
  }

  #forget(): void {
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }
}

/** So many moments out of sight are kept before they are let go, since letting go means copying. */
const FORGOTTEN = 65_536;
