/**
 * Pending events, earliest first, and of simultaneous ones that of the lowest client first: a heap of
 * four children each, its times side by side, so that the four that are compared at a step share a
 * line of the processor's cache.
 */
export class EventHeap {
  readonly #times: Float64Array;
  readonly #clients: Uint32Array;
  #size = 0;
  /** When the event that was popped last was due. */
  time = 0;

  constructor(clients: number) {
    this.#times = new Float64Array(clients);
    this.#clients = new Uint32Array(clients);
  }

  get size(): number {
    return this.#size;
  }

  push(client: number, time: number): void {
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 2;
      if (!this.#isBefore(time, client, parent)) break;
      this.#move(parent, hole);
      hole = parent;
    }
    this.#put(hole, time, client);
  }

  /** Takes the client whose event is next, and sets `time`. The queue must not be empty. */
  pop(): number {
    const next = this.#clients[0] as number;
    this.time = this.#times[0] as number;
    const last = --this.#size;
    if (last > 0) this.#sink(this.#times[last] as number, this.#clients[last] as number);
    return next;
  }

  /** Puts an event in the place of the first. */
  #sink(time: number, client: number): void {
    let hole = 0;
    for (;;) {
      const child = this.#earliestChild(hole);
      if (child >= this.#size || this.#isBefore(time, client, child)) break;
      this.#move(child, hole);
      hole = child;
    }
    this.#put(hole, time, client);
  }

  #earliestChild(hole: number): number {
    const first = 4 * hole + 1;
    const end = Math.min(first + 4, this.#size);
    let earliest = first;
    for (let child = first + 1; child < end; child += 1) {
      const time = this.#times[child] as number;
      if (this.#isBefore(time, this.#clients[child] as number, earliest)) earliest = child;
    }
    return earliest;
  }

  #isBefore(time: number, client: number, place: number): boolean {
    const later = time - (this.#times[place] as number);
    return later < 0 || (later === 0 && client < (this.#clients[place] as number));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#times[from] as number, this.#clients[from] as number);
  }

  #put(place: number, time: number, client: number): void {
    this.#times[place] = time;
    this.#clients[place] = client;
  }
}
