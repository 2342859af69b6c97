import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that the tarball was installed into. */
    installed: string;
  }
}

/** Packs policybook and installs the tarball as a user would, offline, once for all tests. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-installed-"));
  npm(process.cwd(), "run", "--silent", "build");
  npm(process.cwd(), "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  npm(folder, "install", "--offline", "--no-audit", "--no-fund", `./${tarball}`);
  chmodSync(folder, 0o755); // readable for the tests that run it as another user
  project.provide("installed", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync("npm", [...args, "--loglevel=error"], {
    cwd,
    stdio: ["ignore", "ignore", "inherit"],
  });
}
