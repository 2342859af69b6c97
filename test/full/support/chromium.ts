import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

export async function findChromium(): Promise<string | undefined> {
  for (const name of NAMES) {
    const found = await run(name, ["--version"]).then(
      () => true,
      () => false,
    );
    if (found) return name;
  }
  return undefined;
}

/** Opens a local page without a window. @returns its document once its scripts have run */
export async function openPage(chromium: string, file: string): Promise<string> {
  const profile = await mkdtemp(path.join(tmpdir(), "policybook-chromium-"));
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--user-data-dir=${profile}`,
    "--dump-dom",
  ];
  try {
    const { stdout } = await run(chromium, [...flags, `file://${file}`], { maxBuffer: 2 ** 26 });
    return stdout;
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}
