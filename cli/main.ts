#!/usr/bin/env node
import { Interrupted } from "./ui/errors.ts";
import { Exit, type ExitCode } from "./ui/exit.ts";
import { noteError, reportError } from "./ui/report.ts";

/** The entry, and the only place that exits. */
async function main(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await (plainCall(args) ?? wholeProgram());
  } catch (error) {
    reportError(error);
    process.exitCode = error instanceof Interrupted ? Exit.interrupted : Exit.error;
  }
}

/**
 * The commonest calls, `list` and `add` without a flag, go without what reads flags: to load that
 * takes longer than they do.
 */
function plainCall([verb, ...words]: readonly string[]): Promise<ExitCode> | undefined {
  if (words.some((word) => word.startsWith("-"))) return undefined;
  if (verb === "list" && words.length <= 1) return list(words[0]);
  return verb === "add" ? add(words) : undefined;
}

const HERE = { cwd: "." };
const list = async (query?: string) => (await import("./commands/list.ts")).list(query, HERE);
const add = async (names: readonly string[]) =>
  (await import("./commands/add.ts")).add(names, HERE);
const wholeProgram = async () => (await import("./program.ts")).runProgram();

/** Such as that the disk is full that stdout goes to. Where that cannot be told, the exit code tells. */
process.on("uncaughtException", (error) => {
  try {
    noteError(error);
  } finally {
    process.exit(Exit.error);
  }
});

void main(process.argv.slice(2));
