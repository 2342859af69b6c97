import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { inject } from "vitest";

export { scratch, write } from "../../support/scratch.ts";

/** The installed program. */
export const bin = (): string => path.join(inject("installed"), "node_modules/.bin/policybook");

/** The installed package. */
export const packageFolder = (): string =>
  path.join(inject("installed"), "node_modules/policybook");

export const read = (folder: string, name: string): string =>
  readFileSync(path.join(folder, name), "utf8");

/** Every file below the folder with its text, to compare a folder before and after. */
export function contents(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return Object.fromEntries(names.toSorted().map((name) => [name, read(folder, name)]));
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the installed program in the folder, without a terminal. */
export function policybook(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  user: { readonly uid?: number; readonly gid?: number } = {},
): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin(), ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
    encoding: "utf8",
    ...user,
  });
  return { status, stdout, stderr };
}

/** The same while this process goes on, and can serve what the program asks for. */
export async function policybookMeanwhile(
  folder: string,
  args: readonly string[],
): Promise<Outcome> {
  const env = { PATH: process.env["PATH"], HOME: folder };
  const child = spawn(process.execPath, [bin(), ...args], { cwd: folder, env });
  child.stdin.end();
  const closed = once(child, "close") as Promise<[status: number | null]>;
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [status] = await closed;
  return { status, stdout, stderr };
}

/** The same as a user whom permissions bind: root, who runs some CI machines, is not bound. */
export function policybookAsOrdinaryUser(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Outcome {
  const isRoot = process.getuid?.() === 0;
  return policybook(folder, args, env, isRoot ? { uid: NOBODY, gid: NOBODY } : {});
}

const NOBODY = 65534;

/** The one JSON document that the program printed. */
export const json = ({ stdout }: Outcome): any => JSON.parse(stdout); // oxlint-disable-line no-explicit-any -- tests look into it freely
