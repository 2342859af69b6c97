import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Compiles all copies by one start of the virtual machine, which is slow to start. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  const [player, beams] = [path.join(folder, "play.exs"), path.join(folder, "ebin")];
  copyFileSync(path.join(packageRoot, "vectors", "play.exs"), player);
  mkdirSync(path.join(folder, "copies"));
  mkdirSync(beams);
  const files = copies.flatMap((copy) => Object.entries(copy.files));
  if (files.length === 0) files.push(["none.ex", "defmodule Policybook.None do\nend\n"]);
  const sources = files.map(([file, text]) => {
    const source = path.join("copies", file);
    writeFileSync(path.join(folder, source), text);
    return source;
  });
  await runTool("elixirc", ["-o", beams, ...sources], folder, {}, limits);
  return {
    program: "elixir",
    args: ["-pa", beams, player, ...copies.map(({ item }) => item.name)],
  };
}
