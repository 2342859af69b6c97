import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeRepository, packageFolders } from "./repository.ts";
import { runNode } from "./run.ts";

/** A new TypeScript project without any copy, below the folder. */
export function freshProject(folder: string): string {
  const project = mkdtempSync(path.join(folder, "project-"));
  writeFileSync(path.join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(path.join(project, "tsconfig.json"), "{}\n");
  return project;
}

/** A small project with two copies, one of them edited. */
export async function smallProject(folder: string, bin: string): Promise<string> {
  const project = freshProject(folder);
  await runNode({ args: [bin, "add", "full-jitter", "rng"], cwd: project });
  change(path.join(project, "retry/full-jitter.ts"), edited);
  return project;
}

/** A large repository with a copy of each policy in several of its packages, a third edited. */
export async function largeProject(
  folder: string,
  bin: string,
  { files, policies }: { readonly files: number; readonly policies: readonly string[] },
): Promise<string> {
  const project = path.join(folder, "large");
  await makeRepository(project, files);
  const dirs = someOf(packageFolders(files), 5).map((name) => `${name}/src/lib/retry`);
  for (const dir of [...dirs, "packages/package-1/dist/retry"]) {
    const options = ["--lang", "typescript", "--dir", dir];
    await runNode({ args: [bin, "add", ...policies, ...options], cwd: project });
  }
  const copies = dirs.flatMap((dir) => policies.map((name) => `${dir}/${name}.ts`));
  copies.forEach((copy, index) => {
    if (index % 3 === 1) change(path.join(project, copy), edited);
    if (index % 3 === 2) change(path.join(project, copy), indented);
  });
  await checkFound(project, bin, copies);
  return project;
}

/** About this many of them, evenly spread. */
function someOf(names: readonly string[], count: number): readonly string[] {
  const step = Math.ceil(names.length / count);
  return names.filter((_, index) => index % step === 0);
}

/** A diff that overlooks copies, or looks at what git ignores, is not worth timing. */
async function checkFound(project: string, bin: string, copies: readonly string[]): Promise<void> {
  const { stdout } = await runNode({ args: [bin, "diff", "--json"], cwd: project, exit: 1 });
  const missed = copies.filter((copy) => !stdout.includes(`"${copy}"`));
  if (missed.length > 0) throw new Error(`diff did not find ${missed.join(", ")}`);
  if (stdout.includes("/dist/")) throw new Error("diff looked into a folder that git ignores");
}

function change(file: string, how: (text: string) => string): void {
  writeFileSync(file, how(readFileSync(file, "utf8")));
}

const edited = (text: string): string => text.replace("maxAttempts = 8", "maxAttempts = 5");
const indented = (text: string): string => text.replaceAll(/^ +/gm, "$&$&");
