import { SeededRng } from "../../../registry/rng/rng.ts";
import type { Rng } from "./copies.ts";

export const seeded = (seed: number) => new SeededRng(seed);

/** Random sources that always give one end of the range. */
export const lowest: Rng = { nextInt: () => 0 };
export const highest: Rng = { nextInt: (bound) => bound - 1 };

/** A source that counts its draws and remembers the bounds it was asked for. */
export class RecordingRng implements Rng {
  readonly bounds: number[] = [];
  readonly #source: Rng;

  constructor(source: Rng) {
    this.#source = source;
  }

  nextInt(bound: number): number {
    this.bounds.push(bound);
    return this.#source.nextInt(bound);
  }
}
