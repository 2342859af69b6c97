import { withPlayer } from "../../../cli/copies/player.ts";
import type { PlayedCopy, Port, Toolchain } from "../../../cli/ports/port.ts";
import { report, requests } from "../../../vectors/conduct.js";
import type { Report } from "../../../vectors/run.js";
import { vectorsOf } from "./registry.ts";

/**
 * What a player of these copies answers to each lot of requests. All of them are sent to one
 * player: a virtual machine takes longer to start than to answer.
 */
export async function answers(
  port: Port,
  copies: readonly PlayedCopy[],
  lots: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  return withPlayer(toolchainOf(port), copies, async (ask) => {
    const replies = await ask(lots.flat());
    if (replies instanceof Error) throw replies;
    let at = 0;
    return lots.map(({ length }) => replies.slice(at, (at += length)));
  });
}

/** The vectors' verdict on each copy by the name of its item, and the replies to other requests. */
export async function played(
  port: Port,
  copies: readonly PlayedCopy[],
  { vectors = vectorsOf, asked = [] as readonly string[] } = {},
): Promise<{ readonly reports: ReadonlyMap<string, Report>; readonly replies: readonly string[] }> {
  const documents = copies.map(({ item }) => vectors(item));
  const [replies = [], ...plays] = await answers(port, copies, [asked, ...documents.map(requests)]);
  const reports = documents.map(
    (document, index) =>
      [copies[index]?.item.name ?? "", report(document, plays[index] ?? [])] as const,
  );
  return { reports: new Map(reports), replies };
}

/** The vectors' verdict on each copy by the name of its item. */
export async function verdicts(
  port: Port,
  copies: readonly PlayedCopy[],
  vectors = vectorsOf,
): Promise<ReadonlyMap<string, Report>> {
  return (await played(port, copies, { vectors })).reports;
}

export function toolchainOf({ toolchain, title }: Port): Toolchain {
  if (toolchain === undefined) throw new Error(`${title} has no toolchain`);
  return toolchain;
}
