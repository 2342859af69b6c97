import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Compiles the copies only to hear of what cannot be: Python would not say before it plays. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  copyFileSync(path.join(packageRoot, "vectors", "play.py"), path.join(folder, "play.py"));
  mkdirSync(path.join(folder, "copies"));
  for (const [file, text] of copies.flatMap(({ files }) => Object.entries(files))) {
    writeFileSync(path.join(folder, "copies", file), text);
  }
  await runTool("python3", ["-m", "compileall", "-q", "copies"], folder, {}, limits);
  const names = copies.map(({ item }) => item.name);
  return { program: "python3", args: [path.join(folder, "play.py"), ...names] };
}
