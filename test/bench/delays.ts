import { type Cost, delayCosts } from "./delay-costs.ts";
import type { Subject } from "./delay-subjects.ts";
import { fixed, type Table, times } from "./report.ts";

type Costs = Readonly<Record<Subject, Cost>>;

interface Equivalents {
  readonly cockatiel: Subject;
  readonly exponentialBackoff?: Subject;
  /** What a call may allocate. */
  readonly allocates: "nothing" | "a draw" | "a policy";
}

/** What others offer in a policy's place. None reads a server's hint: without one, it is full jitter. */
const EQUIVALENTS: { readonly [name in Subject]?: Equivalents } = {
  constant: {
    cockatiel: "cockatiel ConstantBackoff",
    allocates: "nothing",
  },
  exponential: {
    cockatiel: "cockatiel noJitter",
    exponentialBackoff: "exponential-backoff none",
    allocates: "nothing",
  },
  "full-jitter": {
    cockatiel: "cockatiel fullJitter",
    exponentialBackoff: "exponential-backoff full",
    allocates: "a draw",
  },
  "equal-jitter": {
    cockatiel: "cockatiel halfJitter",
    allocates: "a draw",
  },
  "decorrelated-jitter": {
    cockatiel: "cockatiel decorrelatedJitter",
    allocates: "a draw",
  },
  "decorrelated-jitter, made anew": {
    cockatiel: "cockatiel decorrelatedJitter",
    allocates: "a policy",
  },
  "retry-after-aware": {
    cockatiel: "cockatiel fullJitter",
    exponentialBackoff: "exponential-backoff full",
    allocates: "a draw",
  },
  "retry-after-jitter": {
    cockatiel: "cockatiel fullJitter",
    exponentialBackoff: "exponential-backoff full",
    allocates: "a draw",
  },
};

const OF_A_DRAW = 2.5;
const OF_COCKATIEL = 1 / 3;

/** The time and the memory of one decision, beside a bare draw and the decisions of others. */
export async function delayTables(
  folder: string,
  { rounds, policies }: { readonly rounds: number; readonly policies: readonly string[] },
): Promise<readonly Table[]> {
  const overlooked = policies.filter((name) => !(name in EQUIVALENTS));
  if (overlooked.length > 0) throw new Error(`not measured: ${overlooked.join(", ")}`);
  const costs = await delayCosts(folder, rounds);
  return [policyTable(costs, rounds), otherTable(costs)];
}

function policyTable(costs: Costs, rounds: number): Table {
  return {
    title: "nextDelay",
    header: ["", "ns", "bytes", "× draw", "× cockatiel", "× exponential-backoff", "aims"],
    rows: Object.entries(EQUIVALENTS).map(([name, others]) =>
      policyRow(name as Subject, others, costs),
    ),
    note: `One call, in the fastest of ${rounds} runs, each in a process of its own. Aims: ≤ ${OF_A_DRAW}× a bare draw, ≤ ${OF_COCKATIEL.toFixed(2)}× cockatiel, nothing allocated but the draw's own.`,
  };
}

function policyRow(
  name: Subject,
  { cockatiel, exponentialBackoff, allocates }: Equivalents,
  costs: Costs,
): readonly string[] {
  const { ns, bytes } = costs[name];
  const draw = costs["bare draw"];
  const ofDraw = ns / draw.ns;
  const ofCockatiel = ns / costs[cockatiel].ns;
  const allowed = { nothing: 0, "a draw": draw.bytes, "a policy": Infinity }[allocates];
  const missed = [
    ofDraw > OF_A_DRAW ? ["draw"] : [],
    ofCockatiel > OF_COCKATIEL ? ["cockatiel"] : [],
    Math.round(bytes) > Math.round(allowed) ? ["bytes"] : [],
  ].flat();
  return [
    name,
    fixed(ns),
    fixed(bytes, 0),
    times(ofDraw),
    times(ofCockatiel),
    exponentialBackoff === undefined ? "" : times(ns / costs[exponentialBackoff].ns),
    missed.length === 0 ? "met" : `MISSED: ${missed.join(", ")}`,
  ];
}

function otherTable(costs: Costs): Table {
  const others = (Object.keys(costs) as Subject[]).filter((name) => !(name in EQUIVALENTS));
  return {
    title: "What nextDelay is compared with",
    header: ["", "ns", "bytes", "× draw"],
    rows: others.map((name) => [
      name,
      fixed(costs[name].ns),
      fixed(costs[name].bytes, 0),
      times(costs[name].ns / costs["bare draw"].ns),
    ]),
    note: "The bare draw is `Math.floor(Math.random() * bound)`; its bytes are the box that V8 puts the random number into.",
  };
}
