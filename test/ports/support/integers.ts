import type { Case, Document, Value } from "../../../vectors/run.js";

/**
 * The names of the cases that a language of 64-bit integers cannot express, and no others: so that a
 * player that calls everything inexpressible does not pass. `also` is what its types rule out besides.
 */
export function beyondIntegers(
  { cases }: Document,
  also: (value: number, use: "seed" | "argument") => boolean = () => false,
): string[] {
  return cases.filter((testCase) => isBeyond(testCase, also)).map(({ name }) => name);
}

function isBeyond(
  { params = {}, seed, calls = [] }: Case,
  also: (value: number, use: "seed" | "argument") => boolean,
): boolean {
  const { must, may } = {
    must: calls.flatMap(({ attempt }) => attempt ?? []),
    may: [
      ...Object.values(params),
      ...calls.flatMap(({ failure }) => [failure?.status, failure?.retryAfterMs]),
    ],
  };
  const bare = (value: Value, use: "seed" | "argument") =>
    !Number.isSafeInteger(value) || also(Number(value), use);
  return (
    must.some((value) => !Number.isSafeInteger(value)) ||
    may.some((value) => !isOmitted(value) && !Number.isSafeInteger(value)) ||
    (seed !== undefined && bare(seed, "seed")) ||
    calls.flatMap(({ args = [] }) => args).some((value) => bare(value, "argument"))
  );
}

const isOmitted = (value: Value | undefined): boolean =>
  value === undefined || value === "undefined" || value === "unlimited";
