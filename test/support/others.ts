import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

/** Another tool that copies source into projects, as npm has it, apart from our dependencies. */
export interface Other {
  readonly name: string;
  readonly version: string;
  /** The program, as a file that Node runs. */
  readonly bin: string;
  /** The node_modules that it is in. */
  readonly modules: string;
}

const PROGRAMS = { shadcn: "dist/index.js", jsrepo: "dist/bin.mjs" };

/** Installs it into a folder of its own below this one; npm fetches it. */
export async function installOther(name: keyof typeof PROGRAMS, below: string): Promise<Other> {
  const folder = path.join(below, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", `${name}@latest`];
  await promisify(execFile)("npm", args, { cwd: folder });
  const modules = path.join(folder, "node_modules");
  const manifest = readFileSync(path.join(modules, name, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  return { name, version, modules, bin: path.join(modules, name, PROGRAMS[name]) };
}
