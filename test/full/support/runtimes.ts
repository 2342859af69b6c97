import { execFile } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A JavaScript runtime as npm distributes it. */
export interface Runtime {
  readonly name: string;
  /** The npm package that holds, or depends on, the executable for this platform. */
  readonly spec: string;
  readonly executable: string;
  /** What to write between the executable and the script. */
  readonly args: readonly string[];
  /** Whether it runs TypeScript as it is. */
  readonly stripsTypes: boolean;
}

// The package `node` fetches one of these in an install script. Asked for directly it needs none,
// and neither do bun and deno, whose scripts only move an executable that is there already.
const nodePackage = `node-${process.platform}-${process.arch}`;

const node = { executable: "node", args: [] };

export const runtimes: readonly Runtime[] = [
  { ...node, name: "node 20", spec: `${nodePackage}@20`, stripsTypes: false },
  { ...node, name: "node 22", spec: `${nodePackage}@22`, stripsTypes: true },
  { ...node, name: "node 24", spec: `${nodePackage}@24`, stripsTypes: true },
  { name: "bun", spec: "bun", executable: "bun", args: [], stripsTypes: true },
  {
    name: "deno",
    spec: "deno",
    executable: "deno",
    args: ["run", "--no-config", "--no-lock", "--allow-read"],
    stripsTypes: true,
  },
];

/** Installs a runtime into a folder of its own below this one. @returns the executable */
export async function install(runtime: Runtime, below: string): Promise<string> {
  const folder = path.join(below, runtime.name.replace(" ", "-"));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "private": true }');
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", runtime.spec], {
    cwd: folder,
  });
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = files.filter((file) => file.isFile() && file.name === runtime.executable);
  for (const file of named.map(({ parentPath, name }) => path.join(parentPath, name))) {
    if (await runs(file)) return file;
  }
  throw new Error(`${runtime.spec} has no executable for this platform`);
}

async function runs(file: string): Promise<boolean> {
  return run(file, ["--version"]).then(
    () => true,
    () => false,
  );
}
