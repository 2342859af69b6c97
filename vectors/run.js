// @ts-check
/**
 * The runner of vectors for ports in JavaScript and TypeScript.
 *
 *     runVectors(document, module) -> { passed, failed, notExpressible }
 *
 * The document is a parsed vectors file, the module an imported port. Nothing here knows a policy by
 * name or calls a platform API, so the same file runs in Node, Bun, Deno and a browser, and a new
 * policy needs no change. docs/conformance.md describes the format and the rules of a runner.
 */

/** @typedef {number | string} Value A number, or the name of a value that JSON lacks: see decode. */
/** @typedef {number | [lowest: number, highest: number] | null} Wanted A range includes its ends. */
/** @typedef {{ seed: number } | { always: "lowest" | "largest" }} Random */
/** @typedef {{ retryable: boolean, status?: Value, retryAfterMs?: Value }} Failure */

/**
 * @typedef {object} Expected What a call, or the end of a case, should show.
 * @property {Wanted} [delay] what a policy answers, null to give up; of a repeated call, every time
 * @property {Wanted} [value] the same of a generator
 * @property {string} [error] the parameter that the error must name
 * @property {Wanted} [min] of the answers of a repeated call: the smallest,
 * @property {Wanted} [max] the largest,
 * @property {Wanted} [sum] their sum,
 * @property {Wanted} [last] the last,
 * @property {Wanted} [distinct] how many different ones,
 * @property {Wanted} [atMax] and how many equal the largest
 * @property {Wanted} [draws] after the calls: how often the policy asked its random source
 * @property {Wanted} [nextU32] and the next output of the seeded stream
 */

/**
 * @typedef {object} Call
 * @property {Value} [attempt] of a policy: the attempt that just failed
 * @property {Failure} [failure] of a policy: { "retryable": true } if left out
 * @property {"nextU32" | "nextFloat" | "nextInt" | "mix32"} [method] of a generator
 * @property {Value[]} [args] of a generator: the arguments of the method
 * @property {number} [times] how often to make the call; once if left out
 * @property {Expected} [reasoned] what a person worked out
 * @property {Expected} [recorded] what the reference port answered
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} why
 * @property {string[]} [covers]
 * @property {Record<string, Value>} [params] of a policy; what is left out takes its default
 * @property {Random} [random] of a jittered policy
 * @property {Value} [seed] of a generator
 * @property {Call[]} [calls]
 * @property {Expected} [reasoned] of the construction, or after the calls
 * @property {Expected} [recorded]
 */

/** @typedef {{ $schema?: string, format: 1, policy?: string, generator?: string, cases: Case[] }} Document */
/** @typedef {Record<string, any>} Module A port, as imported. */
/** @typedef {{ expected: unknown, got: unknown, call?: number, repetition?: number }} Mismatch */
/** @typedef {Mismatch & { case: string, why: string, [input: string]: unknown }} Failed */
/** @typedef {{ case: string, reason: string }} NotExpressible */
/** @typedef {{ passed: number, failed: Failed[], notExpressible: NotExpressible[] }} Report */

/**
 * What a case showed: the error of its construction, the answers of each call (as many as its
 * times), and the random source at the end.
 * @typedef {{ error?: Thrown, calls: unknown[][], end: Record<string, number> }} Observed
 */

/**
 * Plays every case and reports the first mismatch of each, so that
 * passed + failed + notExpressible is the number of cases.
 *
 * @param {Document} document
 * @param {Module} module
 * @returns {Report}
 */
export function runVectors(document, module) {
  return judge(document, (testCase) => observe(document, testCase, module));
}

/**
 * The same for what was observed elsewhere: of each case what it showed, or, as a text, why the
 * types of the port's language cannot hold its values.
 *
 * @param {Document} document
 * @param {(testCase: Case, index: number) => Observed | string} observed
 * @returns {Report}
 */
export function judge(document, observed) {
  if (document.format !== 1) throw new Error(`unknown vectors format ${String(document.format)}`);
  /** @type {Report} */
  const report = { passed: 0, failed: [], notExpressible: [] };
  for (const [index, testCase] of document.cases.entries()) {
    const { name, why, params, random, seed } = testCase;
    const seen = observed(testCase, index);
    const mismatch = typeof seen === "string" ? undefined : firstMismatch(testCase, seen);
    if (typeof seen === "string") report.notExpressible.push({ case: name, reason: seen });
    else if (mismatch) report.failed.push({ case: name, why, params, random, seed, ...mismatch });
    else report.passed += 1;
  }
  return report;
}

// Playing a case.

/** @type {(document: Document, testCase: Case, module: Module) => Observed} */
export function observe(document, testCase, module) {
  return document.policy === undefined
    ? observeGenerator(testCase, module)
    : observePolicy(pascalCase(document.policy), testCase, module);
}

/** @type {(className: string, testCase: Case, module: Module) => Observed} */
function observePolicy(className, { params = {}, random, calls = [] }, module) {
  const Policy = exported(module, className);
  const source = random && new Source(random);
  const input = [decodeAll(params), ...(source ? [source] : [])];
  const policy = answer(() => new Policy(...input));
  if (policy instanceof Thrown) return { error: policy, calls: [], end: {} };

  const answers = calls.map(({ attempt, failure = RETRYABLE, times }) => {
    const args = [decode(attempt), decodeAll(failure)];
    return repeat(times, () => policy.nextDelay(...args));
  });
  return { calls: answers, end: source ? source.state() : {} };
}

/** @type {(testCase: Case, module: Module) => Observed} */
function observeGenerator({ seed, calls = [] }, module) {
  const SeededRng = exported(module, "SeededRng");
  const mix32 = exported(module, "mix32");
  const decodedSeed = decode(seed);
  const rng = answer(() => new SeededRng(decodedSeed));
  if (rng instanceof Thrown) return { error: rng, calls: [], end: {} };

  const answers = calls.map(({ method = "", args = [], times }) => {
    const input = args.map(decode);
    return repeat(times, () => (method === "mix32" ? mix32(...input) : rng[method](...input)));
  });
  return { calls: answers, end: {} };
}

const RETRYABLE = { retryable: true };

/** An error is an answer too. */
export class Thrown {
  /** @param {unknown} error */
  constructor(error) {
    this.error = error;
  }

  /** @type {(parameter: string) => boolean} */
  names(parameter) {
    const { error } = this;
    // A RangeError, because a stray TypeError may happen to mention the parameter too.
    if (!(error instanceof Error) || error.name !== "RangeError") return false;
    return new RegExp(`\\b${parameter}\\b`).test(error.message);
  }
}

/** @type {(call: () => any) => any} */
export function answer(call) {
  try {
    return call();
  } catch (error) {
    return new Thrown(error);
  }
}

/** @type {(times: number | undefined, call: () => unknown) => unknown[]} */
function repeat(times = 1, call) {
  return Array.from({ length: times }, () => answer(call));
}

/** @type {(module: Module, name: string) => any} */
export function exported(module, name) {
  if (typeof module[name] !== "function") throw new Error(`the port exports no ${name}`);
  return module[name];
}

/** @type {(name: string) => string} */
export function pascalCase(name) {
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
}

// Values that JSON lacks travel under a name, and real strings behind "text:".

/** @type {Map<unknown, unknown>} */
const NAMED = new Map([
  ["unlimited", Infinity],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
  ["NaN", NaN],
  ["undefined", undefined],
]);

/** @type {(value: unknown) => unknown} */
export function decode(value) {
  if (typeof value !== "string") return value;
  if (value.startsWith("text:")) return value.slice("text:".length);
  if (!NAMED.has(value)) throw new Error(`unknown value ${JSON.stringify(value)}`);
  return NAMED.get(value);
}

/** @type {(values: Record<string, unknown>) => Record<string, unknown>} */
function decodeAll(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decode(value)]));
}

/** An answer of the wrong type, as a player has told of it. It meets no expectation. */
export class Odd {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** An answer as a report in JSON can carry it. @type {(value: unknown) => unknown} */
function encode(value) {
  if (value instanceof Odd) return String(value);
  if (value instanceof Thrown) return { error: String(answer(() => String(value.error))) };
  return (Number.isFinite(value) && !Object.is(value, -0)) || value === null ? value : shown(value);
}

/** In words of one line, with the type of what is no number: "100" (a string). */
/** @type {(value: unknown) => string} */
export function shown(value) {
  const type = typeof value;
  if (type === "number" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "string")
    return `${oneLine(JSON.stringify(value.slice(0, 200)))} (a string)`;
  if (typeof value === "boolean" || typeof value === "bigint" || typeof value === "symbol")
    return `${oneLine(String(value))} (a ${type})`;
  return oneLine(String(answer(() => Object.prototype.toString.call(value)))); // [object Promise]
}

/** @type {(text: string) => string} */
export function oneLine(text) {
  return text.slice(0, 500).replaceAll(/\s+/g, " ");
}

// Comparing.

/** @type {(testCase: Case, seen: Observed) => Mismatch | undefined} */
function firstMismatch(testCase, { error, calls, end }) {
  const after = expectations(testCase);
  const failing = after.filter(([name]) => name === "error");
  if (failing.length > 0) return compare(failing, [error ?? new Odd("no error")]);
  if (error) return { expected: "an object", got: encode(error) };

  for (const [index, call] of (testCase.calls ?? []).entries()) {
    const mismatch = compare(expectations(call), calls[index] ?? []);
    if (mismatch) return { call: index + 1, ...inputOf(call), ...mismatch };
  }
  const [name, wanted] = after.find(([key, value]) => !matches(value, end[key])) ?? [];
  return name === undefined ? undefined : { expected: { [name]: wanted }, got: encode(end[name]) };
}

/** @type {(of: { reasoned?: Expected, recorded?: Expected }) => [name: string, wanted: unknown][]} */
function expectations({ reasoned = {}, recorded = {} }) {
  return [...Object.entries(reasoned), ...Object.entries(recorded)];
}

/**
 * The first expectation that the answers of one call do not meet.
 * @type {(expected: [name: string, wanted: unknown][], answers: unknown[]) => Mismatch | undefined}
 */
export function compare(expected, answers) {
  if (expected.length === 0) return { expected: "an expectation", got: encode(answers[0]) };
  const summary = expected.every(([name]) => EVERY.has(name)) ? {} : statistics(answers);
  for (const [name, wanted] of expected) {
    const every = EVERY.get(name);
    const seen = every ? answers : [summary[name] ?? answers.find(isNotWhole)];
    const holds = every ?? matches;
    const index = seen.findIndex((value) => !holds(wanted, value));
    if (index < 0) continue;
    const mismatch = { expected: { [name]: wanted }, got: encode(seen[index]) };
    return seen.length > 1 ? { ...mismatch, repetition: index + 1 } : mismatch;
  }
  return undefined;
}

/**
 * What every answer of a repeated call must meet. All other expectations are of its statistics.
 * @type {Map<string, (wanted: unknown, got: unknown) => boolean>}
 */
const EVERY = new Map([
  ["delay", matches],
  ["value", matches],
  ["error", (parameter, got) => got instanceof Thrown && got.names(String(parameter))],
]);

/** @type {(wanted: unknown, got: unknown) => boolean} */
function matches(wanted, got) {
  if (!Array.isArray(wanted)) return got === wanted && !Object.is(got, -0);
  return isWhole(got) && wanted[0] <= got && got <= wanted[1];
}

/** Of whole numbers only: of anything else there are none, which fails whatever is expected. */
/** @type {(answers: unknown[]) => Record<string, number>} */
export function statistics(answers) {
  if (!answers.every(isWhole)) return {};
  const max = answers.reduce((a, b) => Math.max(a, b), -Infinity);
  return {
    min: answers.reduce((a, b) => Math.min(a, b), Infinity),
    max,
    sum: answers.reduce((a, b) => a + b, 0),
    last: answers.at(-1) ?? NaN,
    distinct: new Set(answers).size,
    atMax: answers.filter((value) => value === max).length,
  };
}

/** @type {(value: unknown) => value is number} */
function isWhole(value) {
  return Number.isInteger(value) && !Object.is(value, -0);
}

/** @type {(value: unknown) => boolean} */
function isNotWhole(value) {
  return !isWhole(value);
}

/** What went into a call, as a report shows it. @type {(call: Call) => object} */
function inputOf({ attempt, failure = RETRYABLE, method, args, times }) {
  return method === undefined ? { attempt, failure, times } : { method, args, times };
}

// The random source, restated so that a project needs no generator to run its vectors.

export class Source {
  draws = 0;

  /** @param {Random} random */
  constructor(random) {
    this.always = "always" in random ? random.always : undefined;
    this.nextU32 = "seed" in random ? xoshiro128(random.seed) : undefined;
  }

  /** @type {(bound: number) => number} */
  nextInt(bound) {
    if (!isWhole(bound) || bound < 1 || bound > TWO_32) throw new Error(`a draw below ${bound}`);
    this.draws += 1;
    if (!this.nextU32) return this.always === "lowest" ? 0 : bound - 1;
    const surplus = (TWO_32 - bound) % bound;
    let value = this.nextU32();
    while (value < surplus) value = this.nextU32();
    return value % bound;
  }

  /** @returns {Record<string, number>} */
  state() {
    return { draws: this.draws, ...(this.nextU32 && { nextU32: this.nextU32() }) };
  }
}

const TWO_32 = 2 ** 32;

/** xoshiro128** seeded by splitmix32. @type {(seed: number) => () => number} */
function xoshiro128(seed) {
  const next = () => {
    seed = (seed + 0x9e3779b9) | 0;
    let z = Math.imul(seed ^ (seed >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let [s0, s1, s2, s3] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotl(Math.imul(s1, 5), 7), 9);
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl(s3, 11);
    return result >>> 0;
  };
}

/** @type {(x: number, k: number) => number} */
function rotl(x, k) {
  return (x << k) | (x >>> (32 - k));
}
