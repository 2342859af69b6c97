// SPDX-License-Identifier: MIT-0

package retry;

import java.util.random.RandomGenerator;

/**
 * A seedable random source: xoshiro128**, its state filled from one number by splitmix32.
 *
 * <pre>{@code
 * new SeededRng(seed)  the same seed gives the same numbers, in every language of the registry
 * nextU32()            a whole number in [0, 2^32)
 * nextDouble()         nextU32() / 2^32, in [0, 1)
 * nextLong(bound)      an unbiased whole number in [0, bound), for a bound in 1..2^32
 * }</pre>
 *
 * <p>Guarantees: exact 32-bit arithmetic everywhere, a period of 2^128 - 1, one draw a call
 * (nextLong(bound) draws again, rarely, rather than favour the small numbers). What {@link
 * RandomGenerator} adds to these follows from them.
 *
 * <p>Not for secrets: a few outputs give the whole state away. Not a default in production either:
 * a fleet on one seed is a fleet in lockstep. Not for several threads at once.
 *
 * <p>Source: Blackman and Vigna, "Scrambled Linear Pseudorandom Number Generators", 2021; Steele,
 * Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
 */
public final class SeededRng implements RandomGenerator {
  private static final long TWO_32 = 1L << 32;

  /** 2^32 / the golden ratio: the step of splitmix32. */
  private static final int GOLDEN = 0x9e3779b9;

  private int s0;
  private int s1;
  private int s2;
  private int s3;

  /**
   * Starts a sequence.
   *
   * @param seed a whole number in 0..4,294,967,295; there is no default
   * @throws IllegalArgumentException if the seed is anything else
   */
  public SeededRng(long seed) {
    requireInRange("seed", seed, 0, TWO_32 - 1);
    // Four splitmix32 outputs. mix32 is one-to-one, so they differ, and the state cannot be all
    // zero, the one state that xoshiro never leaves.
    s0 = (int) mix32(seed + GOLDEN);
    s1 = (int) mix32(seed + 2 * GOLDEN);
    s2 = (int) mix32(seed + 3 * GOLDEN);
    s3 = (int) mix32(seed + 4 * GOLDEN);
  }

  /**
   * The raw output.
   *
   * @return a uniform whole number in [0, 2^32)
   */
  public long nextU32() {
    int result = Integer.rotateLeft(s1 * 5, 7) * 9;
    int t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = Integer.rotateLeft(s3, 11);
    return Integer.toUnsignedLong(result);
  }

  /**
   * Of 32 random bits, where the interface would take 53.
   *
   * @return a uniform multiple of 2^-32 in [0, 1)
   */
  @Override
  public double nextDouble() {
    return nextU32() / (double) TWO_32;
  }

  /**
   * The method that every policy draws by.
   *
   * @param bound a whole number in 1..4,294,967,296; a bound of 1 draws too
   * @return a uniform whole number in [0, bound)
   * @throws IllegalArgumentException if the bound is anything else
   */
  @Override
  public long nextLong(long bound) {
    requireInRange("bound", bound, 1, TWO_32);
    // Of the 2^32 values, the lowest 2^32 mod bound are one too many for an even share.
    long surplus = (TWO_32 - bound) % bound;
    long value = nextU32();
    while (value < surplus) {
      value = nextU32();
    }
    return value % bound;
  }

  @Override
  public int nextInt(int bound) {
    return (int) nextLong(bound);
  }

  @Override
  public int nextInt() {
    return (int) nextU32();
  }

  @Override
  public long nextLong() {
    return nextU32() << 32 | nextU32();
  }

  /**
   * The finaliser of splitmix32: scrambles x, one to one onto [0, 2^32).
   *
   * @param x a whole number, of which the lowest 32 bits are read
   * @return a whole number in [0, 2^32)
   */
  public static long mix32(long x) {
    int z = (int) x;
    z = (z ^ z >>> 16) * 0x21f0aaad;
    z = (z ^ z >>> 15) * 0x735a2d97;
    return Integer.toUnsignedLong(z ^ z >>> 15);
  }

  private static void requireInRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be in " + min + ".." + max + "; got " + value);
    }
  }
}
