import { observe, statistics } from "./run.js";
import type { Call, Case, Document, Expected, Module } from "./run.js";

/**
 * Fills in what no person reasoned, by running the reference port. A reasoned expectation is never
 * touched, and only digits are recorded: that a call gives up or fails is a decision, which nobody
 * may take from the code. Run the result against the same port to find where the two disagree.
 */
export function record(scenarios: Document, port: Module): Document {
  return { ...scenarios, cases: scenarios.cases.map((each) => recordCase(scenarios, each, port)) };
}

function recordCase(document: Document, testCase: Case, port: Module): Case {
  const seen = observe(document, testCase, port);
  const answerName = document.policy === undefined ? "value" : "delay";
  const calls = testCase.calls?.map((call, index): Call => {
    const digits = digitsOf(seen.calls[index] ?? [], answerName);
    return isSettled(call.reasoned) ? call : withRecorded(call, digits);
  });
  return withRecorded({ ...testCase, ...(calls && { calls }) }, seen.end);
}

function digitsOf(answers: readonly unknown[], name: "delay" | "value"): Record<string, number> {
  if (answers.length > 1) return statistics([...answers]);
  const [answer] = answers;
  return typeof answer === "number" ? { [name]: answer } : {};
}

/** Whether a person said exactly what every answer is. */
function isSettled({ delay, value, error }: Expected = {}): boolean {
  return [delay, value, error].some(isExact);
}

function withRecorded<T extends Call | Case>(of: T, seen: Record<string, number>): T {
  const reasoned = new Map(Object.entries(of.reasoned ?? {}));
  const missing = Object.entries(seen).filter(([name]) => !isExact(reasoned.get(name)));
  return missing.length === 0 ? of : { ...of, recorded: Object.fromEntries(missing) };
}

function isExact(wanted: unknown): boolean {
  return wanted !== undefined && !Array.isArray(wanted);
}
