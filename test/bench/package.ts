import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { fixed, type Table, verdict } from "./report.ts";

export interface Installed {
  readonly folder: string;
  /** The program, as a file that Node runs. */
  readonly bin: string;
  readonly tarball: string;
}

/** Builds, packs and installs policybook as a user would, offline. */
export async function install(folder: string): Promise<Installed> {
  mkdirSync(folder);
  await npm(process.cwd(), "run", "build");
  await npm(process.cwd(), "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = path.join(folder, readdirSync(folder)[0] ?? "");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  await npm(folder, "install", "--offline", "--no-audit", "--no-fund", tarball);
  return { folder, tarball, bin: path.join(folder, "node_modules/.bin/policybook") };
}

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)("npm", args, { cwd });
}

/** What a download and an installation weigh. */
export function sizes({ folder, tarball }: Installed): Table {
  const packed = statSync(tarball).size;
  const unpacked = bytesBelow(path.join(folder, "node_modules/policybook"));
  const packages = packagesIn(folder);
  return {
    title: "Size",
    header: ["", "measured", "aim"],
    rows: [
      ["packed tarball", kilobytes(packed), verdict("< 300 kB", packed < 300_000)],
      ["installed files", kilobytes(unpacked), ""],
      ["installed packages", String(packages), verdict("1", packages === 1)],
    ],
    note: "What npm downloads, and what it installs into an empty project. 1 kB is 1000 bytes.",
  };
}

const kilobytes = (bytes: number): string => `${fixed(bytes / 1000)} kB`;

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

function packagesIn(folder: string): number {
  const lock = readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8");
  return Object.keys((JSON.parse(lock) as { packages: object }).packages).length;
}
