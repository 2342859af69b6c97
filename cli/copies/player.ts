import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fse from "fs-extra";
import type { PlayedCopy, PlayerCommand, Toolchain } from "../ports/port.ts";
import { Interrupted } from "../ui/errors.ts";

/** An edited copy may never end: after this a player is stopped. */
const PATIENCE_MS = 120_000;

/** What a player answered, line by line; or why it ended without having answered everything. */
export type Replies = readonly string[] | Error;

/**
 * Builds a player of these copies in a temporary folder, lets it be asked, and leaves nothing
 * behind. Copies of one build are of different items.
 */
export async function withPlayer<T>(
  toolchain: Toolchain,
  copies: readonly PlayedCopy[],
  use: (ask: (requests: readonly string[]) => Promise<Replies>) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-player-")));
  const stop = new AbortController();
  const interrupted = interruption(stop);
  try {
    const played = toolchain
      .build(copies, folder)
      .then((command) => use((requests) => play(command, requests, folder, stop.signal)));
    return await Promise.race([played, interrupted.promise]);
  } finally {
    interrupted.release();
    await fse.remove(folder);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Rejects when the user stops the program, so that the folder is removed before it ends. */
function interruption(stop: AbortController) {
  let interrupt = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    interrupt = () => {
      stop.abort();
      reject(new Interrupted());
    };
  });
  promise.catch(() => {}); // where nobody waits any more
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    promise,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

function play(
  { program, args }: PlayerCommand,
  requests: readonly string[],
  cwd: string,
  stopped: AbortSignal,
): Promise<Replies> {
  const child = spawn(program, args, { cwd, stdio: "pipe", timeout: PATIENCE_MS, signal: stopped });
  const output: Buffer[] = [];
  let complaints = "";
  child.stdout.on("data", (data: Buffer) => output.push(data));
  child.stderr.on("data", (data: Buffer) => (complaints += data.toString()));
  child.stdin.on("error", () => {}); // one that ends early is told of by how it ends
  child.stdin.end(requests.map((request) => `${request}\n`).join(""));
  return new Promise((resolve) => {
    child.on("error", resolve);
    child.on("close", (code, signal) => {
      const replies = Buffer.concat(output).toString().split("\n").slice(0, -1);
      if (code === 0 && replies.length === requests.length) resolve(replies);
      else resolve(new Error(ending(code, signal, complaints, replies.length, requests)));
    });
  });
}

function ending(
  code: number | null,
  signal: string | null,
  complaints: string,
  answered: number,
  requests: readonly string[],
): string {
  const how =
    signal === null
      ? `ended with exit code ${code}`
      : `was stopped by ${signal}, which it is after ${PATIENCE_MS / 1000} s`;
  const at = requests[answered] === undefined ? "" : ` at "${requests[answered]}"`;
  const words = complaints.trim().slice(0, 2000);
  return `it ${how}${at}${words === "" ? "" : `:\n${words}`}`;
}
