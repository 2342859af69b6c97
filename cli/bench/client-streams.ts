import { mix32 } from "../../registry/rng/rng.ts";
import type { Rng } from "./policy.ts";
import { ENVIRONMENT, POLICY, type Purpose } from "./streams.ts";

/**
 * Streams of the registry's generator for every client of a fleet, all in one array and a client's
 * beside each other: a million generators that are objects lie all over the memory, and to fetch
 * them takes longer than to draw. The numbers are those of `SeededRng`.
 */
export class ClientStreams implements Rng {
  readonly #states: Int32Array;
  /** Where the state of the stream that is drawn from begins. */
  #at = 0;

  constructor(clients: number, seedOf: (client: number, purpose: Purpose) => number) {
    this.#states = new Int32Array(8 * clients);
    for (let client = 0; client < clients; client += 1)
      for (const purpose of [ENVIRONMENT, POLICY] as const)
        this.select(client, purpose).#start(seedOf(client, purpose));
  }

  /** @returns the streams themselves, which are now that one. */
  select(client: number, purpose: Purpose): this {
    this.#at = 8 * client + 4 * purpose;
    return this;
  }

  /** Something of the states of a client's streams, so that they are in the processor's cache. */
  peek(client: number): number {
    const at = 8 * client;
    return (this.#states[at] as number) ^ (this.#states[at + 7] as number);
  }

  /** Four outputs of splitmix32. They differ, so that the state is never all zero. */
  #start(seed: number): void {
    for (let word = 0; word < 4; word += 1)
      this.#states[this.#at + word] = mix32(seed + (word + 1) * GOLDEN);
  }

  nextU32(): number {
    const states = this.#states;
    const at = this.#at;
    const s0 = states[at] as number;
    const s1 = states[at + 1] as number;
    const s2 = (states[at + 2] as number) ^ s0;
    const s3 = (states[at + 3] as number) ^ s1;
    states[at] = s0 ^ s3;
    states[at + 1] = s1 ^ s2;
    states[at + 2] = s2 ^ (s1 << 9);
    states[at + 3] = rotated(s3, 11);
    return Math.imul(rotated(Math.imul(s1, 5), 7), 9) >>> 0;
  }

  nextInt(bound: number): number {
    if (!Number.isInteger(bound) || bound < 1 || bound > TWO_32)
      throw new RangeError(`bound must be a whole number in 1..${TWO_32}; got ${bound}`);
    if (bound === TWO_32) return this.nextU32();
    const size = bound >>> 0; // whole numbers of 32 bits divide faster than others
    const surplus = ((TWO_32 - size) >>> 0) % size;
    let value = this.nextU32();
    while (value < surplus) value = this.nextU32();
    return value % size;
  }
}

const TWO_32 = 2 ** 32;
const GOLDEN = 0x9e3779b9; // the step of splitmix32
const rotated = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
