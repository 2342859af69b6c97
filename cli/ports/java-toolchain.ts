import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Short runs: no second compiler in the JVM, no threads for its garbage, no annotations to process. */
const QUICK_JVM = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];
const QUICK_JAVAC = [...QUICK_JVM.map((flag) => `-J${flag}`), "-proc:none", "-g:none", "-nowarn"];

/** Compiles vectors/play.java and the copies by one javac. The player finds them by reflection. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  copyFileSync(path.join(packageRoot, "vectors", "play.java"), path.join(folder, "play.java"));
  mkdirSync(path.join(folder, "retry"));
  const sources = copies.flatMap(({ files }) => Object.keys(files).map((name) => `retry/${name}`));
  for (const { files } of copies) {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(folder, "retry", name), text);
    }
  }
  const classes = path.join(folder, "classes");
  const options = [...QUICK_JAVAC, "-encoding", "UTF-8", "-d", classes];
  await runTool("javac", [...options, "play.java", ...sources], folder, {}, limits);
  const subjects = copies.map(({ item, files }) => `${item.name}=${className(files)}`);
  return { program: "java", args: [...QUICK_JVM, "-cp", classes, "Play", ...subjects] };
}

const className = (files: PlayedCopy["files"]): string =>
  `retry.${path.basename(Object.keys(files)[0] ?? "", ".java")}`;
