import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Files by their names below a folder, with forward slashes. */
export type Files = Readonly<Record<string, string>>;

/** A fresh folder that holds these files, removed after the test. */
export function scratch(files: Files = {}): string {
  const folder = made(files);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A fresh folder for all tests of the describe that this is called in, prepared before them.
 *
 * @returns where it is, once they run
 */
export function sharedFolder(prepare: (folder: string) => unknown): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = made({});
    await prepare(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => folder;
}

export function write(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function made(files: Files): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-scratch-")));
  chmodSync(folder, 0o755); // readable for a test that works as another user
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}
