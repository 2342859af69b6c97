// @ts-check
/**
 * Runs vectors against a port in any language, through a player: a small program in that language
 * that reads one request a line and answers each with one line. docs/porting.md has the protocol.
 *
 *     requests(document)          -> the lines to send
 *     report(document, replies)   -> { passed, failed, notExpressible }
 *
 * Requests do not depend on replies, so all of them can be sent at once.
 */
import { judge, Odd, Thrown } from "./run.js";

/** @typedef {import("./run.js").Document} Document */
/** @typedef {import("./run.js").Case} Case */
/** @typedef {import("./run.js").Call} Call */
/** @typedef {import("./run.js").Observed} Observed */
/** @typedef {import("./run.js").Report} Report */

/** @param {Document} document @returns {string[]} */
export function requests(document) {
  return document.cases.flatMap((testCase) => requestsOf(document, testCase));
}

/**
 * @param {Document} document
 * @param {readonly string[]} replies one for each request
 * @returns {Report}
 */
export function report(document, replies) {
  let at = 0;
  return judge(document, (testCase) => {
    const from = at;
    at += requestCount(document, testCase);
    return observedIn(testCase, replies.slice(from, at));
  });
}

// Requests: words apart by one space, and no white space within a word.

/** @type {(document: Document, testCase: Case) => string[]} */
function requestsOf({ policy }, testCase) {
  const calls = (testCase.calls ?? []).flatMap((call) => {
    const line = policy === undefined ? callRequest(call) : nextRequest(call);
    return Array.from({ length: call.times ?? 1 }, () => line);
  });
  if (policy === undefined) return [`generator ${word(testCase.seed)}`, ...calls];
  return [policyRequest(policy, testCase), ...calls, "end"];
}

/** @type {(document: Document, testCase: Case) => number} */
function requestCount({ policy }, { calls = [] }) {
  const ends = policy === undefined ? 1 : 2;
  return calls.reduce((count, { times = 1 }) => count + times, ends);
}

/** @type {(name: string, testCase: Pick<Case, "params" | "random">) => string} */
export function policyRequest(name, { params = {}, random = {} }) {
  return ["policy", name, ...pairs({ ...random }), ...pairs(params)].join(" ");
}

/** @type {(call: Call) => string} */
export function nextRequest({ attempt, failure = { retryable: true } }) {
  const { retryable, ...rest } = failure;
  return ["next", word(attempt), retryable ? "yes" : "no", ...pairs(rest)].join(" ");
}

/** @type {(call: Call) => string} */
function callRequest({ method = "", args = [] }) {
  return ["call", method, ...args.map(word)].join(" ");
}

/** @type {(values: Record<string, unknown>) => string[]} */
function pairs(values) {
  return Object.entries(values).map(([name, value]) => `${name}=${word(value)}`);
}

/** @type {(value: unknown) => string} */
function word(value) {
  return Object.is(value, -0) ? "-0" : String(value).replaceAll(/[\s%]/g, encodeURIComponent);
}

// Replies.

/** @type {(testCase: Case, replies: readonly string[]) => Observed | string} */
function observedIn(testCase, [made = "", ...replies]) {
  const inexpressible = [made, ...replies].find((reply) => reply.startsWith(INEXPRESSIBLE));
  if (inexpressible !== undefined) return inexpressible.slice(INEXPRESSIBLE.length);
  const error = answerIn(made);
  if (error instanceof Thrown) return { error, calls: [], end: {} };

  let at = 0;
  const calls = (testCase.calls ?? []).map(({ times = 1 }) => {
    const from = at;
    at += times;
    return replies.slice(from, at).map(answerIn);
  });
  return { calls, end: stateIn(replies[at] ?? "") };
}

const INEXPRESSIBLE = "inexpressible ";

/**
 * "error NAME MESSAGE" names the parameter at fault, or "?" where it is none. What is neither an
 * error nor a number nor null is a wrongly typed answer, in words.
 * @type {(reply: string) => unknown}
 */
function answerIn(reply) {
  if (reply === "null") return null;
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(reply)) return Number(reply);
  const [, name, message] = /^error (\S+) ?(.*)$/.exec(reply) ?? [];
  if (name === undefined) return new Odd(reply);
  return new Thrown(name === "?" ? new Error(message) : new RangeError(`${name}: ${message}`));
}

/** @type {(reply: string) => Record<string, number>} */
function stateIn(reply) {
  const entries = reply.split(" ").map((pair) => pair.split("="));
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)]));
}
