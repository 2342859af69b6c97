import path from "node:path";
import { resolveTarget, textAt } from "../copies/target.ts";
import { writeAll } from "../copies/write.ts";
import { ports } from "../ports/index.ts";
import { Project } from "../ports/project.ts";
import { ownRegistry } from "../registry/own.ts";
import { PARTS, releaseOf, type Order, type Release } from "../registry/release.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { note, print, printJson } from "../ui/output.ts";

export interface ReleaseOptions {
  readonly cwd: string;
  /** What changed, in one line. */
  readonly reason?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Releases an item of a registry/ folder: seals its drafts, or makes a new version of it. */
export async function release(
  name: string,
  part: string | undefined,
  { cwd, reason, dryRun = false, json }: ReleaseOptions,
): Promise<ExitCode> {
  const { root } = new Project(cwd);
  const item = await ownRegistry(root).get(name);
  const date = new Date().toISOString().slice(0, 10);
  const order = { name: item.name, part: checkedPart(part), reason, date };
  const released = releaseOf(root, order, ports);
  const writes = Object.entries(released.texts).map(([file, text]) => {
    const target = resolveTarget(root, path.posix.dirname(file), path.posix.basename(file));
    return { target, text, replaces: textAt(target) };
  });
  const changed = writes.filter(({ text, replaces }) => text !== replaces);
  if (!dryRun) writeAll(root, changed);
  const files = changed.map(({ target }) => target.path);
  if (json) printJson({ dryRun, item: item.name, ...released, texts: undefined, files });
  else report(item.name, released, files, dryRun);
  return Exit.ok;
}

function checkedPart(part: string | undefined): Order["part"] {
  const known = PARTS.find((one) => one === part);
  if (known === part) return known;
  throw new PolicybookError(
    "usage",
    `${JSON.stringify(part)} is no part of a version.`,
    "patch is for the same delays, minor for more than there was, major for other delays or another surface.",
  );
}

function report(
  name: string,
  { version, supersedes, sealed, dropped }: Release,
  files: readonly string[],
  dryRun: boolean,
): void {
  const from = supersedes === undefined ? "" : `, after ${supersedes}`;
  print(`${dryRun ? "would release" : "released"} ${name} ${version}${from}`);
  for (const file of sealed) print(`  seals ${file}`);
  for (const file of dropped) print(`  has no ${file} any more`);
  for (const file of files) print(`${dryRun ? "would write" : "wrote"} ${file}`);
  if (!dryRun) note("\nCommit this, and `policybook build` what you serve.");
}
