import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageRoot } from "../../../cli/package.ts";
import type { PlayedCopy, PlayerCommand, Port } from "../../../cli/ports/port.ts";
import { isInstalled } from "../../../cli/ports/tools.ts";
import { report, requests, type Document, type Report } from "../../../vectors/conduct.js";
import { ceiling } from "../../../registry/exponential/exponential.ts";

/** Is a program of the toolchain missing? In CI nothing may be, so the tests run, and fail. */
export const isMissing = (...programs: readonly string[]): boolean =>
  process.env["CI"] === undefined && !programs.every(isInstalled);

/** The name of a group of tests, which says so where they are skipped. */
export const named = (title: string, ...programs: readonly string[]): string =>
  isMissing(...programs) ? `${title} (SKIPPED: needs ${programs.join(", ")})` : title;

export const scratchFolder = (name: string): string =>
  mkdtempSync(path.join(tmpdir(), `policybook-${name}-`));

/** A player of these copies, in a folder of its own. */
export async function playerOf(port: Port, copies: readonly PlayedCopy[]): Promise<PlayerCommand> {
  if (port.toolchain === undefined) throw new Error(`${port.title} has no toolchain`);
  return port.toolchain.build(copies, scratchFolder(port.language));
}

/** What the player answers to these requests, one for each. */
export function play(player: PlayerCommand, lines: readonly string[]): string[] {
  const { program, args } = player;
  const input = lines.map((line) => `${line}\n`).join("");
  const options = { input, encoding: "utf8" as const, maxBuffer: 256 * 1024 * 1024 };
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`the player ended with ${status}: ${stderr}`);
  return stdout.split("\n").slice(0, -1);
}

export function vectorsOf(name: string): Document {
  return JSON.parse(
    readFileSync(path.join(packageRoot, "vectors", `${name}.json`), "utf8"),
  ) as Document;
}

export function verify(player: PlayerCommand, name: string): Report {
  const document = vectorsOf(name);
  return report(document, play(player, requests(document)));
}

/** Requests for restated ceilings over a grid with the edges in it, and what they must say. */
export function ceilingGrid(name: string): { readonly lines: string[]; readonly wanted: string[] } {
  const attempts = [...Array.from({ length: 70 }, (_, n) => n + 1), 1_000_000, 4_294_967_294];
  const sizes = [0, 1, 2, 3, 100, 10_000, 2 ** 30 - 1, 2 ** 30, 2 ** 30 + 1, 2 ** 31 - 1];
  const grid = attempts.flatMap((attempt) =>
    sizes.flatMap((base) => sizes.map((cap) => [attempt, base, cap] as const)),
  );
  return {
    lines: grid.map((values) => `ceiling ${name} ${values.join(" ")}`),
    wanted: grid.map((values) => String(ceiling(...values))),
  };
}
