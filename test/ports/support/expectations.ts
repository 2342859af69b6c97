import { expect } from "vitest";
import type { PlayedCopy, PlayerCommand, Port } from "../../../cli/ports/port.ts";
import { quickVectorsOf, verdicts } from "./played.ts";
import { ceilingGrid, play } from "./player.ts";
import { items } from "./registry.ts";

/** Every ceiling that a port restates is the reference's, and what needs none restates none. */
export function expectCeilings(player: PlayerCommand): void {
  const grids = items.map(({ name, uses }) => {
    const { lines, wanted } = ceilingGrid(name);
    return { lines, wanted: uses.includes("attempt") ? wanted : lines.map(() => "none") };
  });
  const lines = grids.flatMap((grid) => grid.lines);
  expect(play(player, lines)).toEqual(grids.flatMap(({ wanted }) => wanted));
}

/** The vectors find something wrong with each of these copies; each round has one copy of an item. */
export async function expectFailing(
  port: Port,
  ...rounds: readonly (readonly PlayedCopy[])[]
): Promise<void> {
  for (const round of rounds) {
    const reports = [...(await verdicts(port, round, quickVectorsOf))];
    const passing = reports.filter(([, { failed }]) => failed.length === 0);
    expect(passing.map(([name]) => name)).toEqual([]);
  }
}
