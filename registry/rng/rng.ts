// SPDX-License-Identifier: MIT-0

/**
 * A seedable random source: xoshiro128**, its state filled from one number by splitmix32.
 *
 *     new SeededRng(seed)   the same seed gives the same numbers, in every language of the registry
 *     nextU32()             a whole number in [0, 2^32)
 *     nextFloat()           nextU32() / 2^32, in [0, 1)
 *     nextInt(bound)        an unbiased whole number in [0, bound)
 *
 * Guarantees: exact 32-bit arithmetic everywhere, a period of 2^128 - 1, one draw a call (nextInt
 * draws again, rarely, rather than favour the small numbers).
 *
 * Not for secrets: a few outputs give the whole state away. Not a default in production either: a
 * fleet on one seed is a fleet in lockstep.
 *
 * Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; Steele, Lea
 * and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
 */

/** A source of uniform whole numbers in [0, bound), for a bound in 1..2^32. */
export interface Rng {
  nextInt(bound: number): number;
}

/** xoshiro128**: reproducible numbers for tests and simulations. Not for secrets. */
export class SeededRng implements Rng {
  private s0: number;
  private s1: number;
  private s2: number;
  private s3: number;

  /**
   * @param seed a whole number in 0..4,294,967,295; there is no default
   * @throws {RangeError} if the seed is anything else
   */
  constructor(seed: number) {
    if (!isWhole(seed, 0, TWO_32 - 1)) throw outOfRange("seed", seed, `0..${TWO_32 - 1}`);
    // Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state cannot be all
    // zero, the one state that xoshiro never leaves.
    this.s0 = mix32(seed + GOLDEN);
    this.s1 = mix32(seed + 2 * GOLDEN);
    this.s2 = mix32(seed + 3 * GOLDEN);
    this.s3 = mix32(seed + 4 * GOLDEN);
  }

  /** @returns a uniform whole number in [0, 2^32) */
  nextU32(): number {
    const result = Math.imul(rotl(Math.imul(this.s1, 5), 7), 9);
    const t = this.s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= this.s1;
    this.s1 ^= this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= t;
    this.s3 = rotl(this.s3, 11);
    return result >>> 0;
  }

  /** @returns a uniform multiple of 2^-32 in [0, 1) */
  nextFloat(): number {
    return this.nextU32() / TWO_32;
  }

  /**
   * @param bound a whole number in 1..4,294,967,296; a bound of 1 draws too
   * @returns a uniform whole number in [0, bound)
   * @throws {RangeError} if the bound is anything else
   */
  nextInt(bound: number): number {
    if (!isWhole(bound, 1, TWO_32)) throw outOfRange("bound", bound, `1..${TWO_32}`);
    // Of the 2^32 values, the lowest 2^32 mod bound are one too many for an even share.
    const surplus = (TWO_32 - bound) % bound;
    let value = this.nextU32();
    while (value < surplus) value = this.nextU32();
    return value % bound;
  }
}

/** The finaliser of splitmix32: scrambles x, read as 32 bits, one to one onto [0, 2^32). */
export function mix32(x: number): number {
  let z = x | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

const TWO_32 = 4_294_967_296;
const GOLDEN = 0x9e3779b9; // 2^32 / the golden ratio: the step of splitmix32

const rotl = (x: number, k: number) => (x << k) | (x >>> (32 - k));
const isWhole = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

function outOfRange(name: string, value: unknown, range: string): RangeError {
  const shown = Object(value) === value ? typeof value : value; // not every object converts
  const got = typeof value === "string" ? `"${value}"` : String(shown);
  return new RangeError(`${name} must be a whole number in ${range}; got ${got}`);
}
