import { EventHeap } from "./event-heap.ts";

/**
 * The pending events of a fleet, earliest first, and of simultaneous ones that of the lowest client
 * first. A client never has two, so an event is a time and a client's number, and nothing is
 * allocated once the queue is made.
 *
 * It is a calendar. All that is pending is spread over days of equal length, about four events each,
 * and only the events of today are kept in order, in a heap. What is pushed for a day to come goes
 * onto that day's list, and what is for later than the last day is laid aside until the next
 * calendar is made of it: as many days as it needs, of whatever length it needs. So an event is moved
 * three times, however many are pending, and if all fall on one day it is a heap, which is no worse.
 *
 * What it pays, by `npm run bench:workloads`: a million clients of `shared-outage` A-short took 28 s
 * with a heap of them all, take 19 s with the calendar, and 13 s with the calendar and `soon`.
 */
export class EventQueue {
  readonly #today: EventHeap;
  readonly #soon: (client: number) => void;
  readonly #times: Float64Array;
  /** The list of each day: its first client, and the next one of each client. */
  readonly #firsts: Int32Array;
  readonly #nexts: Int32Array;
  /** The clients whose events come after the last day. */
  readonly #later: Int32Array;
  #laterSize = 0;
  #size = 0;

  #day = 0;
  #days = 0;
  #daysPerTime = 0;
  #start = 0;
  #end = -Infinity;

  /**
   * @param soon is told of a client shortly before its event is popped, along with the other clients
   * of its day. What it reads then waits for the memory once for all of them, not once for each.
   */
  constructor(clients: number, soon: (client: number) => void = () => {}) {
    this.#today = new EventHeap(clients);
    this.#soon = soon;
    this.#times = new Float64Array(clients);
    this.#firsts = new Int32Array(Math.ceil(clients / EVENTS_PER_DAY));
    this.#nexts = new Int32Array(clients);
    this.#later = new Int32Array(clients);
  }

  get size(): number {
    return this.#size;
  }

  /** When the event that was popped last was due. */
  get time(): number {
    return this.#today.time;
  }

  /** @param time is finite. */
  push(client: number, time: number): void {
    this.#size += 1;
    if (time <= this.#end) return this.#enter(client, time);
    this.#times[client] = time;
    this.#later[this.#laterSize++] = client;
  }

  /** Takes the client whose event is next, and sets `time`. The queue must not be empty. */
  pop(): number {
    if (this.#size === 0) throw new RangeError("no event is pending");
    this.#size -= 1;
    while (this.#today.size === 0) this.#turn();
    return this.#today.pop();
  }

  /** Rounding never swaps two times, so a later day has no earlier event, and simultaneous ones share one. */
  #enter(client: number, time: number): void {
    const day = Math.floor((time - this.#start) * this.#daysPerTime);
    if (!(day > this.#day)) return this.#today.push(client, time); // NaN: there is but one moment
    this.#times[client] = time;
    this.#nexts[client] = this.#firsts[day] as number;
    this.#firsts[day] = client;
  }

  #turn(): void {
    this.#day += 1;
    if (this.#day >= this.#days) this.#spread();
    let client = this.#firsts[this.#day] as number;
    for (; client !== NONE; client = this.#nexts[client] as number) {
      this.#today.push(client, this.#times[client] as number);
      this.#soon(client);
    }
  }

  /** Makes a calendar of what was laid aside. */
  #spread(): void {
    const clients = this.#later.subarray(0, this.#laterSize);
    this.#start = Infinity;
    for (const client of clients) {
      const time = this.#times[client] as number;
      this.#start = Math.min(this.#start, time);
      this.#end = Math.max(this.#end, time);
    }
    this.#days = Math.ceil(clients.length / EVENTS_PER_DAY);
    this.#daysPerTime = (this.#days - 1) / (this.#end - this.#start);
    this.#firsts.fill(NONE, 0, this.#days);
    this.#day = -1;
    for (const client of clients) this.#enter(client, this.#times[client] as number);
    this.#laterSize = 0;
    this.#day = 0;
  }
}

const EVENTS_PER_DAY = 4;
const NONE = -1;
