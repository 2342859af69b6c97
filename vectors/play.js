// @ts-check
/**
 * node play.js NAME=FILE ...
 *
 * The player of ports in JavaScript and TypeScript: reads one request a line from stdin, answers each
 * with one line. docs/porting.md has the protocol; this is its reference.
 */
import process from "node:process";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { answer, decode, exported, oneLine, pascalCase, shown, Source, Thrown } from "./run.js";

/** @type {Record<string, Record<string, any>>} */
const modules = {};
for (const argument of process.argv.slice(2)) {
  const [name = "", file = ""] = argument.split(/=(.*)/s);
  modules[name] = await import(pathToFileURL(file).href);
}

/** @type {any} */ let policy;
/** @type {any} */ let generator;
/** @type {Source | undefined} */ let source;

/** @type {Record<string, (...words: string[]) => string>} */
const verbs = {
  policy(name = "", ...pairs) {
    const { seed, always, ...params } = valuesIn(pairs);
    source = seed === undefined && always === undefined ? undefined : sourceOf(seed, always);
    const Policy = exported(modules[name] ?? {}, pascalCase(name));
    policy = answer(() => new Policy(params, ...(source ? [source] : [])));
    return policy instanceof Thrown ? told(policy) : "ok";
  },
  next(attempt = "", retryable = "", ...pairs) {
    const failure = { retryable: retryable === "yes", ...valuesIn(pairs) };
    return told(answer(() => policy.nextDelay(valueOf(attempt), failure)));
  },
  end() {
    const state = source?.state() ?? { draws: 0 };
    return Object.entries(state)
      .map(([name, value]) => `${name}=${value}`)
      .join(" ");
  },
  ceiling(name = "", ...values) {
    const { ceiling } = modules[name] ?? {};
    return ceiling === undefined ? "none" : told(answer(() => ceiling(...values.map(valueOf))));
  },
  generator(seed = "") {
    const SeededRng = exported(modules["rng"] ?? {}, "SeededRng");
    generator = answer(() => new SeededRng(valueOf(seed)));
    return generator instanceof Thrown ? told(generator) : "ok";
  },
  call(method = "", ...args) {
    const values = args.map(valueOf);
    const mix32 = modules["rng"]?.["mix32"];
    return told(
      answer(() => (method === "mix32" ? mix32(...values) : generator[method](...values))),
    );
  },
};

const replies = (await text(process.stdin))
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [verb = "", ...words] = line.split(" ");
    return verbs[verb]?.(...words) ?? "error ? unknown request";
  });
process.stdout.write(replies.map((reply) => `${reply}\n`).join(""));

/** @type {(seed: unknown, always: unknown) => Source} */
function sourceOf(seed, always) {
  return new Source(/** @type {any} */ (seed === undefined ? { always } : { seed }));
}

/** @type {(pairs: readonly string[]) => Record<string, unknown>} */
function valuesIn(pairs) {
  const entries = pairs.map((pair) => pair.split(/=(.*)/s));
  return Object.fromEntries(
    entries.map(([name = "", value = ""]) => [name, name === "always" ? value : valueOf(value)]),
  );
}

/** A number, or a value under its name as in the vectors. @type {(word: string) => unknown} */
function valueOf(word) {
  const value = decodeURIComponent(word);
  return /^-?\d/.test(value) ? Number(value) : decode(value);
}

/** What a port answered, in words that no answer of another type shares. @type {(value: unknown) => string} */
function told(value) {
  if (!(value instanceof Thrown)) return shown(value);
  const error = /** @type {any} */ (value.error);
  const message = String(answer(() => String(error?.message ?? error)));
  const name = error instanceof RangeError ? /^\w+/.exec(message)?.[0] : undefined;
  return `error ${name ?? "?"} ${oneLine(message)}`;
}
