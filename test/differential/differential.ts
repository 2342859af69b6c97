import { withPlayer, type Replies } from "../../cli/copies/player.ts";
import { missingTool } from "../../cli/copies/verify.ts";
import { portNamed } from "../../cli/ports/choose.ts";
import { ports } from "../../cli/ports/index.ts";
import type { Port } from "../../cli/ports/port.ts";
import type { Item } from "../../cli/registry/item.ts";
import { SeededRng } from "../../registry/rng/rng.ts";
import { copyOf, hasPort, items } from "../ports/support/registry.ts";
import { compareReplies, type Comparison } from "./compare.ts";
import { randomRequests } from "./requests.ts";

/** What one language's port of one item came to, over all requests. */
export interface Tally extends Comparison {
  readonly item: string;
  readonly language: string;
}

export interface Outcome {
  readonly tallies: readonly Tally[];
  /** Languages whose tools are not here, and the tool that each lacks. */
  readonly missing: ReadonlyMap<Port, string>;
}

const REFERENCE = await portNamed("typescript");
/** Requests are sent in batches of this many calls, so that a million need no gigabytes. */
const BATCH = 50_000;

/** Sends the same random requests to every port of every item, and compares every answer. */
export async function differential(
  calls: number,
  seed: number,
  say: (tally: Tally) => void = () => {},
): Promise<Outcome> {
  const { present, missing } = await toolchains();
  const rng = new SeededRng(seed);
  const tallies: Tally[] = [];
  const players = new Map<Port, Ask>();
  await withPlayers([REFERENCE, ...present], players, async () => {
    for (const item of items) {
      const ported = present.filter((port) => hasPort(item, port));
      const tallied = await compareItem(item, ported, players, calls, rng);
      tallies.push(...tallied);
      tallied.forEach(say);
    }
  });
  return { tallies, missing };
}

async function compareItem(
  item: Item,
  languages: readonly Port[],
  players: ReadonlyMap<Port, Ask>,
  calls: number,
  rng: SeededRng,
): Promise<readonly Tally[]> {
  const sums = new Map<Port, Comparison>();
  for (let done = 0; done < calls; done += BATCH) {
    const requests = randomRequests(item, Math.min(BATCH, calls - done), rng);
    const expected = await answers(players, REFERENCE, requests);
    for (const port of languages) {
      const replies = await answers(players, port, requests);
      sums.set(port, sum(sums.get(port), compareReplies(requests, expected, replies)));
    }
  }
  return [...sums].map(([{ language }, compared]) => ({ item: item.name, language, ...compared }));
}

function sum(a: Comparison | undefined, b: Comparison): Comparison {
  return {
    compared: (a?.compared ?? 0) + b.compared,
    leftOut: (a?.leftOut ?? 0) + b.leftOut,
    differences: [...(a?.differences ?? []), ...b.differences],
  };
}

type Ask = (requests: readonly string[]) => Promise<Replies>;

async function toolchains(): Promise<{ present: readonly Port[]; missing: Outcome["missing"] }> {
  const missing = new Map<Port, string>();
  for (const port of ports) {
    const tool = await missingTool(port);
    if (tool !== undefined) missing.set(port, tool);
  }
  return { present: ports.filter((port) => port !== REFERENCE && !missing.has(port)), missing };
}

/** Builds one player per language, nested, so that each folder is removed whatever happens. */
async function withPlayers(
  [port, ...rest]: readonly Port[],
  players: Map<Port, Ask>,
  use: () => Promise<void>,
): Promise<void> {
  if (port?.toolchain === undefined) return use();
  const copies = items.filter((item) => hasPort(item, port)).map((item) => copyOf(item, port));
  await withPlayer(port.toolchain, copies, async (ask) => {
    players.set(port, ask);
    await withPlayers(rest, players, use);
  });
}

async function answers(
  players: ReadonlyMap<Port, Ask>,
  port: Port,
  requests: readonly string[],
): Promise<readonly string[]> {
  const replies = await players.get(port)?.(requests);
  if (replies === undefined || replies instanceof Error) {
    throw new Error(`${port.title}: ${replies?.message ?? "there is no player"}`);
  }
  return replies;
}
