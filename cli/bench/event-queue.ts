/**
 * The pending events of a fleet, earliest first, and of simultaneous ones that of the lowest client
 * first. A client never has two, so an event is its client's number in a binary heap, and nothing
 * is allocated once the queue is made.
 */
export class EventQueue {
  readonly #times: Float64Array;
  readonly #heap: Uint32Array;
  #size = 0;

  constructor(clients: number) {
    this.#times = new Float64Array(clients);
    this.#heap = new Uint32Array(clients);
  }

  get size(): number {
    return this.#size;
  }

  /** When the client's event is due, or was, if it is the last one popped. */
  timeOf(client: number): number {
    return this.#times[client] as number;
  }

  push(client: number, time: number): void {
    this.#times[client] = time;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = this.#heap[parent] as number;
      if (!this.#isBefore(client, above)) break;
      this.#heap[hole] = above;
      hole = parent;
    }
    this.#heap[hole] = client;
  }

  /** Takes the client whose event is next. The queue must not be empty. */
  pop(): number {
    const next = this.#heap[0] as number;
    const last = this.#heap[--this.#size] as number;
    let hole = 0;
    for (;;) {
      const child = this.#earlierChild(hole);
      if (child >= this.#size) break;
      const below = this.#heap[child] as number;
      if (!this.#isBefore(below, last)) break;
      this.#heap[hole] = below;
      hole = child;
    }
    this.#heap[hole] = last;
    return next;
  }

  #earlierChild(hole: number): number {
    const left = 2 * hole + 1;
    const right = left + 1;
    const hasRight = right < this.#size;
    return hasRight && this.#isBefore(this.#heap[right] as number, this.#heap[left] as number)
      ? right
      : left;
  }

  #isBefore(one: number, other: number): boolean {
    const later = this.timeOf(one) - this.timeOf(other);
    return later < 0 || (later === 0 && one < other);
  }
}
