import type { Contender } from "./run.ts";
import type { Policy } from "./policy.ts";

type PolicyClass = new (...args: readonly unknown[]) => Policy;

/** The policy that a module holds: the first class that it exports with a method nextDelay. */
export function contenderOf(
  policy: string,
  exports: Readonly<Record<string, unknown>>,
): Contender | undefined {
  const found = Object.values(exports).find(isPolicyClass);
  return found && { policy, make: (params, stream) => new found(params, stream) };
}

const isPolicyClass = (value: unknown): value is PolicyClass =>
  typeof value === "function" &&
  typeof (value.prototype as Partial<Policy> | undefined)?.nextDelay === "function";
