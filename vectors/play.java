import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * java Play NAME=CLASS ...
 *
 * <p>The player of ports in Java: reads one request a line from stdin, answers each with one line.
 * docs/porting.md has the protocol. It knows no policy: it finds what it calls by reflection.
 */
final class Play {
  private final Map<String, Class<?>> ports = new HashMap<>();
  private final Map<String, Subject> subjects = new HashMap<>();
  private Subject subject;
  private Object policy;
  private Object generator;
  private Source source;

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    Play play = new Play();
    for (String arg : args) {
      String[] pair = arg.split("=", 2);
      play.ports.put(pair[0], Class.forName(pair[1]));
    }
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintWriter out = new PrintWriter(System.out);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isEmpty()) {
        out.print(play.reply(line.split(" ")) + "\n");
      }
    }
    out.flush();
  }

  private String reply(String[] words) throws ReflectiveOperationException {
    try {
      return switch (words[0]) {
        case "policy" -> makePolicy(words);
        case "next" -> next(words);
        case "end" -> source == null ? "draws=0" : source.state();
        case "ceiling" -> ceiling(words);
        case "generator" -> makeGenerator(words);
        case "call" -> call(words);
        default -> "error ? unknown request";
      };
    } catch (Inexpressible reason) {
      return "inexpressible " + reason.getMessage();
    } catch (InvocationTargetException | ClassCastException | NullPointerException thrown) {
      // What a port throws, or what comes of an answer of another type than it should be.
      Throwable error = thrown.getCause() == null ? thrown : thrown.getCause();
      String message = String.valueOf(error.getMessage()).replaceAll("\\s+", " ");
      // An IllegalArgumentException of a port begins with the parameter at fault.
      boolean named = error instanceof IllegalArgumentException;
      return "error " + (named ? message.split(" ")[0] : "?") + " " + message;
    }
  }

  private String makePolicy(String[] words) throws ReflectiveOperationException {
    policy = null;
    Map<String, String> values = values(words, 2);
    source = Source.from(values.remove("seed"), values.remove("always"));
    Class<?> port = ports.get(words[1]);
    if (port == null) {
      return "error ? there is no " + words[1];
    }
    subject = subjects.get(words[1]);
    if (subject == null) {
      subjects.put(words[1], subject = new Subject(port));
    }
    policy = subject.make(values, source);
    return "ok";
  }

  private String next(String[] words) throws ReflectiveOperationException {
    long attempt = whole(words[1]);
    Map<String, String> values = values(words, 3);
    OptionalLong status = optional(values.get("status"));
    OptionalLong hint = optional(values.get("retryAfterMs"));
    if (policy == null) {
      return "error ? there is no policy";
    }
    OptionalLong delay = subject.next(policy, attempt, words[2].equals("yes"), status, hint);
    return delay.isPresent() ? String.valueOf(delay.getAsLong()) : "null";
  }

  private String ceiling(String[] words) throws ReflectiveOperationException {
    Class<?> port = ports.get(words[1]);
    for (Method method : port == null ? new Method[0] : port.getMethods()) {
      if (method.getName().equals("ceiling")) {
        return told(
            method.invoke(null, whole(words[2]), whole(words[3]), whole(words[4])), Long.class);
      }
    }
    return "none";
  }

  private String makeGenerator(String[] words) throws ReflectiveOperationException {
    generator = null;
    generator = ports.get("rng").getConstructor(long.class).newInstance(whole(words[1]));
    return "ok";
  }

  private String call(String[] words) throws ReflectiveOperationException {
    if (generator == null) {
      return "error ? there is no generator";
    }
    Class<?> port = generator.getClass();
    Object value =
        switch (words[1]) {
          case "nextU32" -> port.getMethod("nextU32").invoke(generator);
          case "nextFloat" -> port.getMethod("nextDouble").invoke(generator);
          case "nextInt" ->
              port.getMethod("nextLong", long.class).invoke(generator, whole(words[2]));
          default -> port.getMethod(words[1], long.class).invoke(null, whole(words[2]));
        };
    return told(value, words[1].equals("nextFloat") ? Double.class : Long.class);
  }

  /** An answer; one of another type in words that no right answer shares. */
  private static String told(Object value, Class<?> wanted) {
    return wanted.isInstance(value)
        ? String.valueOf(value)
        : (value + " (of the wrong type)").replaceAll("\\s+", " ");
  }

  private static Map<String, String> values(String[] words, int from) {
    Map<String, String> values = new HashMap<>();
    for (int i = from; i < words.length; i++) {
      String[] pair = words[i].split("=", 2);
      if (!pair[1].equals("undefined")) {
        values.put(pair[0], pair[1]);
      }
    }
    return values;
  }

  private static OptionalLong optional(String value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(whole(value));
  }

  /** A whole number that a long holds. */
  private static long whole(String word) {
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException notWhole) {
      throw new Inexpressible(word + " is no long");
    }
  }

  /** A port of a policy, and the members of it that are called. */
  private static final class Subject {
    private final Class<?> port;
    private final Class<?> paramsClass;
    private final List<RecordComponent> params;
    private final Constructor<?> failure;
    private final Method nextDelay;

    Subject(Class<?> port) throws ReflectiveOperationException {
      this.port = port;
      paramsClass = nested("Params");
      params = List.of(paramsClass.getRecordComponents());
      Class<?> failureClass = nested("Failure");
      failure = failureClass.getConstructor(boolean.class, OptionalInt.class, OptionalLong.class);
      nextDelay = port.getMethod("nextDelay", long.class, failureClass);
    }

    private Class<?> nested(String name) throws ClassNotFoundException {
      return Class.forName(port.getName() + "$" + name, true, port.getClassLoader());
    }

    Object make(Map<String, String> values, Source source) throws ReflectiveOperationException {
      Object defaults = paramsClass.getField("DEFAULTS").get(null);
      List<Object> given = new ArrayList<>();
      for (RecordComponent param : params) {
        String value = values.get(param.getName());
        given.add(value == null ? param.getAccessor().invoke(defaults) : valueOf(value));
      }
      Class<?>[] types = params.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
      Object made = paramsClass.getConstructor(types).newInstance(given.toArray());
      return source == null
          ? port.getConstructor(paramsClass).newInstance(made)
          : port.getConstructor(paramsClass, RandomGenerator.class).newInstance(made, source);
    }

    private long valueOf(String value) throws ReflectiveOperationException {
      return value.equals("unlimited") ? port.getField("UNLIMITED").getLong(null) : whole(value);
    }

    OptionalLong next(
        Object policy, long attempt, boolean retryable, OptionalLong status, OptionalLong hint)
        throws ReflectiveOperationException {
      OptionalInt intStatus = OptionalInt.empty();
      if (status.isPresent()) {
        intStatus = OptionalInt.of((int) status.getAsLong());
        if (intStatus.getAsInt() != status.getAsLong()) {
          throw new Inexpressible(status.getAsLong() + " is no int");
        }
      }
      Object given = failure.newInstance(retryable, intStatus, hint);
      return (OptionalLong) nextDelay.invoke(policy, attempt, given);
    }
  }

  /** xoshiro128** seeded by splitmix32, or always the same answer. It counts its draws. */
  private static final class Source implements RandomGenerator {
    private final String always;
    private final int[] s = new int[4];
    private long draws = 0;

    private Source(String seed, String always) {
      this.always = always;
      int state = seed == null ? 0 : (int) Long.parseLong(seed);
      for (int i = 0; i < 4; i++) {
        state += 0x9e3779b9;
        int z = (state ^ state >>> 16) * 0x21f0aaad;
        z = (z ^ z >>> 15) * 0x735a2d97;
        s[i] = z ^ z >>> 15;
      }
    }

    static Source from(String seed, String always) {
      return seed == null && always == null ? null : new Source(seed, always);
    }

    String state() {
      return "draws=" + draws + (always == null ? " nextU32=" + nextU32() : "");
    }

    private long nextU32() {
      int result = Integer.rotateLeft(s[1] * 5, 7) * 9;
      int t = s[1] << 9;
      s[2] ^= s[0];
      s[3] ^= s[1];
      s[1] ^= s[2];
      s[0] ^= s[3];
      s[2] ^= t;
      s[3] = Integer.rotateLeft(s[3], 11);
      return Integer.toUnsignedLong(result);
    }

    /** The one method that ports draw by. */
    @Override
    public long nextLong(long bound) {
      long two32 = 1L << 32;
      if (bound < 1 || bound > two32) {
        throw new IllegalStateException("a draw below " + bound);
      }
      draws++;
      if (always != null) {
        return always.equals("lowest") ? 0 : bound - 1;
      }
      long value = nextU32();
      while (value < (two32 - bound) % bound) {
        value = nextU32();
      }
      return value % bound;
    }

    @Override
    public long nextLong() {
      throw new IllegalStateException("a port draws by nextLong(bound) only");
    }
  }

  /** A value that the types of Java cannot hold. */
  private static final class Inexpressible extends RuntimeException {
    private static final long serialVersionUID = 1;

    Inexpressible(String message) {
      super(message);
    }
  }
}
