import * as v from "valibot";

/**
 * The format of vectors files, as vectors/vectors.schema.json has it for editors; a test holds the
 * two together. What a case may hold further depends on its item: see vectors.ts.
 */
const text = v.pipe(v.string(), v.minLength(1));
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const uint32 = v.pipe(whole, v.maxValue(4_294_967_295));
const range = v.strictTuple([whole, whole]);
const wanted = v.union([whole, range], "a whole number of at least 0, or [lowest, highest]");
const error = v.pipe(v.string(), v.regex(/^[a-zA-Z]+$/, "the name of a parameter, such as baseMs"));
const covers = v.optional(v.pipe(v.array(v.string()), v.minLength(1)));
const times = v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1_000_000)));

/** The values that JSON lacks stand under their names. */
const NAMED = /^(?:unlimited|NaN|-?Infinity|undefined|text:[^]{0,100})$/;
const value = v.custom<number | string>(
  (given) => (typeof given === "string" ? NAMED.test(given) : Number.isFinite(given)),
  'a number, "unlimited", "NaN", "Infinity", "-Infinity", "undefined", or "text:" and at most 100 ' +
    "characters",
);

const statistics = Object.fromEntries(
  ["min", "max", "sum", "last", "distinct", "atMax"].map((name) => [name, v.optional(wanted)]),
);
const expected = (entries: v.ObjectEntries) =>
  v.optional(
    v.pipe(
      v.strictObject({ ...entries, error: v.optional(error) }),
      v.check((given) => Object.keys(given).length > 0, "at least one expectation"),
    ),
  );

const delay = v.union([whole, range, v.null()], "whole milliseconds, [lowest, highest], or null");
const float = v.union([v.number(), range], "a number, or [lowest, highest]");
const ofDelays = expected({ ...statistics, delay: v.optional(delay) });
const ofValues = expected({ ...statistics, value: v.optional(float) });
const atTheEnd = expected({ draws: v.optional(whole), nextU32: v.optional(uint32) });

const failure = v.strictObject({
  retryable: v.boolean(),
  status: v.optional(value),
  retryAfterMs: v.optional(value),
});
const random = v.union(
  [v.strictObject({ seed: uint32 }), v.strictObject({ always: v.picklist(["lowest", "largest"]) })],
  '{ "seed": n } with n in 0..4294967295, or { "always": "lowest" }, or { "always": "largest" }',
);

const policyCall = v.strictObject({
  attempt: value,
  failure: v.optional(failure),
  times,
  reasoned: ofDelays,
  recorded: ofDelays,
});
const generatorCall = v.strictObject({
  method: v.picklist(["nextU32", "nextFloat", "nextInt", "mix32"]),
  args: v.optional(v.array(value)),
  times,
  reasoned: ofValues,
  recorded: ofValues,
});

/** Does the case either make calls, or fail to construct? */
const callsOrFails = ({ calls, reasoned }: { calls?: unknown; reasoned?: unknown }): boolean =>
  (calls === undefined) ===
  (typeof reasoned === "object" && reasoned !== null && "error" in reasoned);
const CALLS =
  'either "calls", or "reasoned": { "error": … } that says how the construction is to fail';

const policyCase = v.strictObject({
  name: text,
  why: text,
  covers,
  params: v.optional(v.record(v.string(), value)),
  random: v.optional(random),
  calls: v.optional(v.pipe(v.array(policyCall), v.minLength(1))),
  reasoned: atTheEnd,
  recorded: atTheEnd,
});
const generatorCase = v.strictObject({
  name: text,
  why: text,
  covers,
  seed: value,
  calls: v.optional(v.pipe(v.array(generatorCall), v.minLength(1))),
  reasoned: v.optional(v.strictObject({ error })),
});

/** More is no run that someone waits for. */
const MOST_CALLS = 2_000_000;
const FEW = `at most ${MOST_CALLS} calls in all`;
interface Calls {
  readonly calls?: readonly { readonly times?: number | undefined }[] | undefined;
}
function areFew(cases: readonly Calls[]): boolean {
  const made = cases.flatMap(({ calls = [] }) => calls);
  return made.reduce((sum, { times: n = 1 }) => sum + n, 0) <= MOST_CALLS;
}

const head = { $schema: v.optional(v.string()), format: v.literal(1) };

export const policyDocument = v.strictObject({
  ...head,
  policy: text,
  cases: v.pipe(
    v.array(
      v.pipe(
        policyCase,
        v.check((given) => callsOrFails(given), CALLS),
      ),
    ),
    v.minLength(1),
    v.check((cases) => areFew(cases), FEW),
  ),
});
export const generatorDocument = v.strictObject({
  ...head,
  generator: text,
  cases: v.pipe(
    v.array(
      v.pipe(
        generatorCase,
        v.check((given) => callsOrFails(given), CALLS),
      ),
    ),
    v.minLength(1),
    v.check((cases) => areFew(cases), FEW),
  ),
});
export const vectorsSchema = v.union([policyDocument, generatorDocument]);
