/** A program in Java that asserts what the documentation says and no vector can ask. */
export const JAVA_IDIOM = `
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import retry.Constant;
import retry.DecorrelatedJitter;
import retry.EqualJitter;
import retry.Exponential;
import retry.FullJitter;
import retry.RetryAfterAware;
import retry.RetryAfterJitter;
import retry.SeededRng;

class Main {
  static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static String refusal(Runnable call) {
    try {
      call.run();
    } catch (IllegalArgumentException | NullPointerException refused) {
      return refused.getClass().getSimpleName() + ": " + refused.getMessage();
    }
    return "no refusal";
  }

  public static void main(String[] args) throws Exception {
    var retryable = new FullJitter.Failure(true);

    // The generator of the registry gives the vectors' delays, handed over as it is.
    var seeded = new FullJitter(FullJitter.Params.DEFAULTS, new SeededRng(1));
    for (long delay : new long[] {6, 181, 377, 417, 1600, 789, 873}) {
      check(seeded.nextDelay(delays + 1, retryable).getAsLong() == delay, "vectors");
      delays++;
    }

    // Any generator of the platform is a source.
    for (RandomGenerator rng :
        new RandomGenerator[] {new Random(1), new SplittableRandom(1), RandomGenerator.getDefault()}) {
      var policy = new FullJitter(FullJitter.Params.DEFAULTS, rng);
      check(policy.nextDelay(1, retryable).getAsLong() <= 100, "sources");
    }

    // Bounds reach 2^31 and 2^32.
    long[] bound = {0};
    RandomGenerator largest =
        new RandomGenerator() {
          @Override
          public long nextLong() {
            throw new AssertionError("only nextLong(bound) may be asked");
          }

          @Override
          public long nextLong(long given) {
            bound[0] = given;
            return given - 1;
          }
        };
    long max = Integer.MAX_VALUE;
    var full = new FullJitter(new FullJitter.Params(max, max, FullJitter.UNLIMITED), largest);
    check(full.nextDelay(Long.MAX_VALUE - 1, retryable).getAsLong() == max, "full");
    check(bound[0] == 1L << 31, "bound of full");
    var params = new DecorrelatedJitter.Params(1, 1_431_655_765, DecorrelatedJitter.UNLIMITED);
    var decorrelated = new DecorrelatedJitter(params, largest);
    for (int i = 0; i < 21; i++) {
      decorrelated.nextDelay(1, new DecorrelatedJitter.Failure(true));
    }
    check(bound[0] == 4_294_967_295L, "bound of decorrelated: " + bound[0]);

    // Parameters: each named, with its value and its range; a source is required.
    var defaults = EqualJitter.Params.DEFAULTS;
    String refused = refusal(() -> new EqualJitter(defaults.withCapMs(-7), new Random(1)));
    check(refused.equals("IllegalArgumentException: capMs must be in 0..2147483647; got -7"), refused);
    refused = refusal(() -> new DecorrelatedJitter(params.withCapMs(1_431_655_766), largest));
    check(refused.contains("0..1431655765"), refused);
    refused = refusal(() -> new EqualJitter(defaults, null));
    check(refused.startsWith("NullPointerException: rng is required"), refused);
    check(refusal(() -> new EqualJitter(defaults.withBaseMs(-1), null)).contains("baseMs"), "order");
    check(defaults.equals(new EqualJitter.Params(100, 10_000, 8)), "defaults");
    check(Exponential.Params.DEFAULTS.withBaseMs(5).withMaxAttempts(9).baseMs() == 5, "with");
    check(Constant.Params.DEFAULTS.equals(new Constant.Params(100, 8)), "constant");

    // A hint that is no use, or that is missing altogether, is none.
    var aware = new RetryAfterAware(RetryAfterAware.Params.DEFAULTS, new SeededRng(1));
    for (OptionalLong hint :
        new OptionalLong[] {null, OptionalLong.empty(), OptionalLong.of(-1), OptionalLong.of(Long.MIN_VALUE)}) {
      var failure = new RetryAfterAware.Failure(true, OptionalInt.of(503), hint);
      check(aware.nextDelay(1, failure).getAsLong() <= 100, "hint " + hint);
    }
    var forever = new RetryAfterAware.Failure(true, null, OptionalLong.of(Long.MAX_VALUE));
    check(aware.nextDelay(1, forever).getAsLong() == 10_000, "a long hint");

    // Two clients of the production source, and two threads of one, go different ways.
    Set<Long> drawn = new HashSet<>();
    for (RandomGenerator rng :
        new RandomGenerator[] {
          FullJitter.SYSTEM_RNG, EqualJitter.SYSTEM_RNG,
          DecorrelatedJitter.SYSTEM_RNG, RetryAfterAware.SYSTEM_RNG, RetryAfterJitter.SYSTEM_RNG
        }) {
      drawn.add(rng.nextLong());
      Thread other = new Thread(() -> drawn.add(rng.nextLong()));
      other.start();
      other.join();
    }
    check(drawn.size() == 10, "lockstep");

    // What the interface adds to the generator follows from it.
    check(new SeededRng(1).nextInt(100) == 48, "nextInt(bound)");
    check(Integer.toUnsignedLong(new SeededRng(1).nextInt()) == 393288148L, "nextInt()");
    check(new SeededRng(1).nextLong() == (393288148L << 32 | 2174103013L), "nextLong()");
    check(new SeededRng(1).ints(5, 0, 10).count() == 5, "ints");
    check(SeededRng.mix32(-1) == SeededRng.mix32(0xffff_ffffL), "mix32");
    System.out.println("all as documented");
  }

  private static int delays = 0;
}
`;
