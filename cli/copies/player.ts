import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlayedCopy, PlayerCommand, Toolchain } from "../ports/port.ts";

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
  try {
    const command = await toolchain.build(copies, folder);
    return await use((requests) => play(command, requests, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function play(
  { program, args }: PlayerCommand,
  requests: readonly string[],
  cwd: string,
): Promise<Replies> {
  const child = spawn(program, args, { cwd, stdio: "pipe", timeout: PATIENCE_MS });
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
  const how = signal === null ? `ended with exit code ${code}` : `was stopped (${signal})`;
  const at = requests[answered] === undefined ? "" : ` at "${requests[answered]}"`;
  const words = complaints.trim().slice(0, 2000);
  return `it ${how}${at}${words === "" ? "" : `:\n${words}`}`;
}
