/** A change to a text: what it looks for, and what it puts there. */
export type Change = readonly [what: RegExp, by: string];

export interface Changes {
  /** What upstream makes of its own text: a comment, a line of code, a guard. */
  readonly upstream: readonly Change[];
  /** What the user does elsewhere, before the formatter comes. */
  readonly yours: readonly Change[];
}

/** (No longer, or formatters that fill comments would wrap what follows anew.) */
const GUARANTEE: Change = [/Guarantees: /, "It assures: "];

const ECMASCRIPT: Changes = {
  upstream: [
    GUARANTEE,
    [/attempt >= (this\.#?maxAttempts)/, "attempt > $1 - 1"],
    [
      /^( *)(this\.#?maxAttempts = maxAttempts;)/m,
      '$1if (maxAttempts < 2) {\n$1  throw outOfRange("maxAttempts", maxAttempts, "at least 2, as one attempt is no retry");\n$1}\n$1$2',
    ],
  ],
  yours: [
    [/baseMs = 100/, "baseMs = 250"],
    [/(const DELAY_RANGE)/, "// Ours.\nexport const OURS = 'what the others' + \" import\";\n$1"],
  ],
};

const C: Changes = {
  upstream: [
    GUARANTEE,
    [/attempt >= (policy->max_attempts)/, "attempt > $1 - 1"],
    [/^( *)if \(attempt < 1\)\n/m, "$1if (delay_ms == NULL)\n$1  return RETRY_GIVE_UP;\n$&"],
    [/counting from 1/, "which counts from 1"],
  ],
  yours: [
    [/\{100, /, "{250, "],
    [
      /return "all is well";/,
      'return "all is as well as it can be expected to be, for all that is known";',
    ],
    [/RETRY_GIVE_UP = 1/, "RETRY_GIVE_UP = 7"],
  ],
};

/** By language. What a file does not have, such as a header the code of its source, is left out. */
export const CHANGES: Readonly<Record<string, Changes>> = {
  typescript: ECMASCRIPT,
  javascript: ECMASCRIPT,
  c: C,
  python: {
    upstream: [
      GUARANTEE,
      [/attempt >= self\._max_attempts/, "attempt > self._max_attempts - 1"],
      [
        /^( *)self\._base_ms: /m,
        '$1if max_attempts < 2:\n$1    msg = "max_attempts must be at least 2: one attempt is no retry"\n$1    raise ValueError(msg)\n$&',
      ],
    ],
    yours: [
      [/base_ms = 100 if/, "base_ms = 250 if"],
      [/^_MAX_DELAY_MS/m, "# Ours.\nOURS: Final = 'what the others' + \" import\"\n\n$&"],
    ],
  },
  go: {
    upstream: [
      GUARANTEE,
      [/attempt >= p\.maxAttempts /, "attempt > p.maxAttempts-1 "],
      [
        /^\tfor _, option := range options \{\n/m,
        "$&\t\tif option == nil {\n\t\t\tcontinue\n\t\t}\n",
      ],
    ],
    yours: [
      [/base: 100 \* time/, "base: 250 * time"],
      [/^type \w+Params struct \{\n/m, "$&\tnameOfTheOperation string // ours\n"],
    ],
  },
  rust: {
    upstream: [
      GUARANTEE,
      [/attempt >= max\)/, "attempt > max - 1)"],
      [
        /^( *)Ok\(Self \{/m,
        '$1if params.max_attempts == Some(1) {\n$1    return Err(Error("max_attempts must be at least 2".into()));\n$1}\n$&',
      ],
    ],
    yours: [
      [/base: Duration::from_millis\(100\)/, "base: Duration::from_millis(250)"],
      [
        /^const MAX_DELAY_MS/m,
        '/// Ours.\npub const OURS: &[&str] = &["what", "the", "others", "import"];\n\n$&',
      ],
    ],
  },
  java: {
    upstream: [
      GUARANTEE,
      [/attempt >= params\.maxAttempts\(\)/, "attempt > params.maxAttempts() - 1"],
      [
        /^( *)this\.params = params;/m,
        '$1if (params.maxAttempts() < 2) {\n$1  throw new IllegalArgumentException("maxAttempts must be at least 2: one is no retry");\n$1}\n$&',
      ],
    ],
    yours: [
      [/new Params\(100,/, "new Params(250,"],
      [
        /^ *private final Params params;/m,
        '  /** Ours. */\n  public static final String OURS = "what the others" + " refer to";\n\n$&',
      ],
    ],
  },
  elixir: {
    upstream: [
      GUARANTEE,
      [/attempt < policy\.max_attempts/, "attempt + 1 <= policy.max_attempts"],
      [
        /^ *defp out_of_range!\(.*\n/m,
        '$&    if range == "", do: raise(ArgumentError, "there is no range for #{name}, which is a defect")\n\n',
      ],
    ],
    yours: [
      [/options\[:base_ms\], 100\)/, "options[:base_ms], 250)"],
      [/^ *@doc "?/m, "  @ours [what: :others, refer: :to]\n\n$&"],
    ],
  },
};

/** The text with the changes that fit it. */
export const changed = (text: string, changes: readonly Change[]): string =>
  changes.reduce((now, [what, by]) => now.replace(what, by), text);
