import { mix32 } from "../../registry/rng/rng.ts";

/** Whose stream of chance it is: the world's, or the policy's. Apart, so that all policies meet the same luck. */
export const ENVIRONMENT = 0;
export const POLICY = 1;
export type Purpose = typeof ENVIRONMENT | typeof POLICY;

/** The seed of one stream of one client in one repetition. Neighbours come out unrelated. */
export function seedOf(
  master: number,
  repetition: number,
  client: number,
  purpose: Purpose,
): number {
  return splitmix32(splitmix32(splitmix32(master) ^ repetition) ^ (2 * client + purpose));
}

/** A source of 32 random bits at a time. */
interface Bits {
  nextU32(): number;
}

/** The one-way delay of the network in µs: 4 ms and a sum of three draws, near to normal, mean 10 ms. */
export function networkDelay(environment: Bits): number {
  return 4000 + spread(environment) + spread(environment) + spread(environment);
}

const SPREAD = 4001;
/** The 2^32 values of a draw hold this many more than an even share of each result. */
const SURPLUS = 2 ** 32 % SPREAD;

/** nextInt(4001), which is most of what a simulation does, without a division of doubles. */
function spread(environment: Bits): number {
  let value = environment.nextU32();
  while (value < SURPLUS) value = environment.nextU32();
  return (value >>> 0) % SPREAD;
}

/** One output of splitmix32 from this state. */
const splitmix32 = (state: number): number => mix32(state + 0x9e3779b9);
