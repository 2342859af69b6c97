import { failures, type Subject, subjects } from "./delay-subjects.ts";

/**
 * Measures one subject and prints nanoseconds or bytes per call. It has a process to itself, as a
 * program has one retry library: what the compiler learnt from others would slow this one down.
 */
const [name, what] = process.argv.slice(2);
const next = subjects[name as Subject]();

/** Uses every result, so that the compiler cannot drop the calls. */
function run(operations: number): number {
  let sum = 0;
  for (let operation = 0; operation < operations; operation += 1) {
    let attempt = 0;
    for (const failure of failures) sum += next((attempt += 1), failure);
  }
  return sum;
}

/** The least disturbed of many short batches: one fits into a time slice of the scheduler. */
function nanoseconds(): number {
  return leastOf(15, 5000, () => Number(process.hrtime.bigint()));
}

/** Nothing is collected meanwhile: the young generation was made large enough to hold it all. */
function bytes(): number {
  return leastOf(5, 10_000, () => process.memoryUsage().heapUsed);
}

/** By how much a call moves the meter, in the batch that moved it least. */
function leastOf(batches: number, operations: number, meter: () => number): number {
  const perCall = Array.from({ length: batches }, () => {
    globalThis.gc?.();
    const before = meter();
    run(operations);
    return (meter() - before) / (operations * failures.length);
  });
  return Math.min(...perCall);
}

run(50_000); // compiles it all
console.log(what === "bytes" ? bytes() : nanoseconds());
