import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fse from "fs-extra";
import type { PlayedCopy, PlayerCommand, Toolchain } from "../ports/port.ts";
import { runProcess, type Ended, type Limits } from "../ports/process.ts";
import { Interrupted, messageOf, PolicybookError, systemCode } from "../ui/errors.ts";

/** What a player answered, line by line; or why it ended without having answered everything. */
export type Replies = readonly string[] | Error;

/**
 * Builds a player of these copies in a temporary folder, lets it be asked, and leaves nothing
 * behind. Copies of one build are of different items.
 *
 * @param patienceMs how long a compiler, or a player, may run
 * @throws {Interrupted} if the user stops the program meanwhile
 */
export async function withPlayer<T>(
  toolchain: Toolchain,
  copies: readonly PlayedCopy[],
  use: (ask: (requests: readonly string[]) => Promise<Replies>) => Promise<T>,
  patienceMs?: number,
): Promise<T> {
  const stop = new AbortController();
  const limits: Limits = { patienceMs, stopped: stop.signal };
  const interrupt = (): void => stop.abort();
  for (const signal of SIGNALS) process.on(signal, interrupt);
  let folder: string | undefined;
  try {
    folder = temporaryFolder();
    const cwd = folder;
    const command = await toolchain.build(copies, cwd, limits);
    const result = await use((requests) => play(command, requests, cwd, limits));
    if (stop.signal.aborted) throw new Interrupted();
    return result;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    if (folder !== undefined) await fse.remove(folder);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function temporaryFolder(): string {
  try {
    return realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-player-")));
  } catch (error) {
    throw new PolicybookError(
      "no-temporary-folder",
      `no folder can be made in ${tmpdir()}: ${systemCode(error) ?? messageOf(error)}`,
      "Make room there, or name another folder in TMPDIR.",
      { file: tmpdir(), cause: error },
    );
  }
}

async function play(
  { program, args }: PlayerCommand,
  requests: readonly string[],
  cwd: string,
  limits: Limits,
): Promise<Replies> {
  const input = requests.map((request) => `${request}\n`).join("");
  try {
    const ended = await runProcess({ program, args, cwd, input }, limits);
    const replies = ended.stdout.split("\n").slice(0, -1);
    if (ended.fault === undefined && replies.length === requests.length) return replies;
    return new Error(ending(ended, replies.length, requests));
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return new Error(`it cannot be started: ${messageOf(error)}`, { cause: error });
  }
}

function ending({ fault, stderr }: Ended, answered: number, requests: readonly string[]): string {
  const words = stderr.trim().slice(0, 2000);
  const complaints = words === "" ? "" : `:\n${words}`;
  if (fault === undefined) {
    const odd = `answered ${requests.length} requests with ${answered} lines`;
    return `it ${odd}: does it print to its standard output, or end by itself?${complaints}`;
  }
  // Some players print when all is answered: then nothing tells where it was.
  const at = answered === 0 ? "" : (requests[answered] ?? "");
  return `it ${fault}${at === "" ? "" : ` at "${at}"`}${complaints}`;
}
