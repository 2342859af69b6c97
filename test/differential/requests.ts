import type { Item, Param } from "../../cli/registry/item.ts";
import type { SeededRng } from "../../registry/rng/rng.ts";
import { nextRequest, policyRequest } from "../../vectors/conduct.js";

/**
 * Random requests to a player (docs/porting.md), with about this many calls among them: parameters,
 * seeds, attempts and hints at and around their extremes, and anywhere between.
 */
export function randomRequests(item: Item, calls: number, rng: SeededRng): readonly string[] {
  const requests: string[] = [];
  for (let made = 0; made < calls;) {
    if (rng.nextInt(10) === 0) requests.push(refused(item, rng));
    const run = Math.min(1 + rng.nextInt(40), calls - made);
    requests.push(...(item.kind === "policy" ? policyRun(item, run, rng) : generatorRun(run, rng)));
    made += run;
  }
  return requests;
}

function policyRun(item: Item, calls: number, rng: SeededRng): readonly string[] {
  return [
    policyRequest(item.name, { params: params(item, rng), ...randomSource(item, rng) }),
    ...times(calls, (index) =>
      nextRequest({ attempt: attempt(index, rng), failure: failure(rng) }),
    ),
    "end",
  ];
}

function generatorRun(calls: number, rng: SeededRng): readonly string[] {
  return [
    `generator ${oneOf([0, MAX_UINT32, rng.nextU32(), rng.nextU32()], rng)}`,
    ...times(calls, () => {
      const method = oneOf(["nextU32", "nextFloat", "nextInt", "mix32"] as const, rng);
      if (method === "nextInt") return `call nextInt ${bound(rng)}`;
      return method === "mix32" ? `call mix32 ${rng.nextU32()}` : `call ${method}`;
    }),
  ];
}

/** A construction that every port must refuse, for the same parameter. */
function refused(item: Item, rng: SeededRng): string {
  if (item.kind === "generator") return `generator ${oneOf([-1, TWO_32], rng)}`;
  const { name, min, max } = oneOf(item.params, rng);
  const outside = max === "unlimited" ? min - 1 : oneOf([min - 1, max + 1], rng);
  return policyRequest(item.name, {
    params: { ...params(item, rng), [name]: outside },
    ...randomSource(item, rng),
  });
}

/** Some of the item's parameters, each in its range: at its ends as often as within. */
function params(item: Item, rng: SeededRng): Record<string, number | string> {
  const given = item.params.filter(() => rng.nextInt(8) > 0);
  return Object.fromEntries(given.map((param) => [param.name, inRange(param, rng)]));
}

function inRange({ min, max }: Param, rng: SeededRng): number | "unlimited" {
  if (max === "unlimited") {
    return oneOf(["unlimited", "unlimited", min, min + 1, 8, 40, MAX_ATTEMPT], rng);
  }
  const small = rng.nextInt(20_000);
  return oneOf([min, min + 1, max - 1, max, small, small, small, rng.nextInt(max + 1)], rng);
}

function randomSource(item: Item, rng: SeededRng) {
  if (!item.uses.includes("rng")) return {};
  if (rng.nextInt(6) === 0)
    return { random: { always: oneOf(["lowest", "largest"] as const, rng) } };
  return { random: { seed: oneOf([0, MAX_UINT32, rng.nextU32(), rng.nextU32()], rng) } };
}

const attempt = (index: number, rng: SeededRng): number =>
  rng.nextInt(4) > 0
    ? index + 1
    : oneOf([0, 1, 31, 32, 33, 64, 65, 1_000_000, MAX_ATTEMPT, 1 + rng.nextInt(MAX_ATTEMPT)], rng);

function failure(rng: SeededRng) {
  const retryable = rng.nextInt(12) > 0;
  // Some types cannot hold a negative hint, and the rest of the run is then left out: it is rare.
  const usable = [0, 1, 500, 5_000, MAX_DELAY, MAX_DELAY + 1, rng.nextInt(MAX_DELAY)];
  const hint = rng.nextInt(40) > 0 ? oneOf(usable, rng) : -1;
  return {
    retryable,
    ...(rng.nextInt(3) === 0 ? { status: oneOf([429, 500, 503], rng) } : {}),
    ...(rng.nextInt(3) === 0 ? { retryAfterMs: hint } : {}),
  };
}

const bound = (rng: SeededRng): number =>
  oneOf(
    [0, 1, 2, 7, 100, 2 ** 31, 2 ** 31 + 1, MAX_UINT32, TWO_32, TWO_32 + 1, rng.nextU32() + 1],
    rng,
  );

const MAX_DELAY = 2_147_483_647;
const MAX_ATTEMPT = 4_294_967_294;
const MAX_UINT32 = 4_294_967_295;
const TWO_32 = 4_294_967_296;

const oneOf = <T>(values: readonly T[], rng: SeededRng): T =>
  values[rng.nextInt(values.length)] as T;
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
