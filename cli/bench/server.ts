/** A server that does one thing after another, and turns away what its queue cannot hold. Times in µs. */
export class Server {
  readonly #serviceUs: number;
  readonly #queueUs: number;
  /** When it will have done all that it has taken on. */
  #busyUntil = 0;

  constructor(serviceUs: number, queueUs: number) {
    this.#serviceUs = serviceUs;
    this.#queueUs = queueUs;
  }

  /** The work that is waiting, in µs. */
  backlog(time: number): number {
    return Math.max(0, this.#busyUntil - time);
  }

  /** Takes a request on, and says when it will be served; or undefined where the queue is full. */
  accept(time: number): number | undefined {
    if (this.backlog(time) + this.#serviceUs > this.#queueUs) return undefined;
    this.#busyUntil = Math.max(this.#busyUntil, time) + this.#serviceUs;
    return this.#busyUntil;
  }
}
