import { withPlayer, type Replies } from "../../cli/copies/player.ts";
import { missingTool } from "../../cli/copies/verify.ts";
import { portNamed } from "../../cli/ports/choose.ts";
import { ports } from "../../cli/ports/index.ts";
import type { Port } from "../../cli/ports/port.ts";
import type { Item } from "../../cli/registry/item.ts";
import { SeededRng } from "../../registry/rng/rng.ts";
import { copiesIn, hasPort, items } from "../ports/support/registry.ts";
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
/** Calls of an item that are asked at once, so that a million need no gigabytes. */
const BATCH = 20_000;

/** Sends the same random requests to every port of every item, and compares every answer. */
export async function differential(
  calls: number,
  seed: number,
  progress: (calls: number) => void = () => {},
): Promise<Outcome> {
  const { present, missing } = await toolchains();
  const rng = new SeededRng(seed);
  const sums = new Map(present.map((port) => [port, new Map<Item, Comparison>()]));
  const players = new Map<Port, Ask>();
  await withPlayers([REFERENCE, ...present], players, async () => {
    for (let done = 0; done < calls; done += BATCH) {
      const asked = Math.min(BATCH, calls - done);
      await compareAll(players, sums, (item) => randomRequests(item, asked, rng));
      progress(done + asked);
    }
  });
  const tallies = items.flatMap((item) =>
    present.flatMap((port) => {
      const compared = sums.get(port)?.get(item);
      return compared ? [{ item: item.name, language: port.language, ...compared }] : [];
    }),
  );
  return { tallies, missing };
}

/** Asks every language about all items by one start of its player, and adds up what that shows. */
async function compareAll(
  players: ReadonlyMap<Port, Ask>,
  sums: ReadonlyMap<Port, Map<Item, Comparison>>,
  requestsOf: (item: Item) => readonly string[],
): Promise<void> {
  const requests = new Map(items.map((item) => [item, requestsOf(item)]));
  const expected = await answers(players, REFERENCE, requests);
  const compared = [...sums].map(async ([port, totals]) => {
    for (const [item, replies] of await answers(players, port, requests)) {
      const comparison = compareReplies(
        requests.get(item) ?? [],
        expected.get(item) ?? [],
        replies,
      );
      totals.set(item, sum(totals.get(item), comparison));
    }
  });
  await Promise.all(compared);
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
  await withPlayer(port.toolchain, copiesIn(port), async (ask) => {
    players.set(port, ask);
    await withPlayers(rest, players, use);
  });
}

/** What the language's player answers of each item that it has. */
async function answers(
  players: ReadonlyMap<Port, Ask>,
  port: Port,
  requests: ReadonlyMap<Item, readonly string[]>,
): Promise<ReadonlyMap<Item, readonly string[]>> {
  const asked = [...requests].filter(([item]) => hasPort(item, port));
  const replies = await players.get(port)?.(asked.flatMap(([, lines]) => lines));
  if (replies === undefined || replies instanceof Error) {
    throw new Error(`${port.title}: ${replies?.message ?? "there is no player"}`);
  }
  let at = 0;
  return new Map(asked.map(([item, { length }]) => [item, replies.slice(at, (at += length))]));
}
