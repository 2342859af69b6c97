import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../../cli/copies/hash.ts";
import { makeRepository, packageFolders } from "./repository.ts";
import { runNode } from "./run.ts";

const COMPILER_OPTIONS = '"compilerOptions": { "module": "nodenext", "strict": true }';

/** A new TypeScript project without any copy, below the folder. */
export function freshProject(folder: string, tsconfig = `{ ${COMPILER_OPTIONS} }`): string {
  const project = mkdtempSync(path.join(folder, "project-"));
  writeFileSync(path.join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(path.join(project, "tsconfig.json"), `${tsconfig}\n`);
  return project;
}

/** One whose tsconfig.json has comments, as `tsc --init` writes it. */
export const commentedProject = (folder: string): string =>
  freshProject(folder, `// Read more in the handbook.\n{ ${COMPILER_OPTIONS} }`);

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
  alter(project, copies);
  await checkFound(project, bin, copies);
  return project;
}

/** A repository with copies in every package, a third edited and a third reformatted. */
export async function crowdedProject(
  folder: string,
  bin: string,
  { files, policies }: { readonly files: number; readonly policies: readonly string[] },
): Promise<{ readonly project: string; readonly copies: number }> {
  const project = path.join(folder, "crowded");
  await makeRepository(project, files);
  const dirs = packageFolders(files).map((name) => `${name}/src/lib/retry`);
  for (const dir of dirs) {
    const options = ["--lang", "typescript", "--dir", dir];
    await runNode({ args: [bin, "add", ...policies, ...options], cwd: project });
  }
  const copies = dirs.flatMap((dir) => policies.map((name) => `${dir}/${name}.ts`));
  alter(project, copies);
  await checkFound(project, bin, copies);
  return { project, copies: copies.length };
}

/** A registry that has released every policy's TypeScript anew since, with one line changed. */
export function laterRegistry(folder: string, policies: readonly string[]): string {
  const registry = path.join(folder, "later/registry");
  for (const name of policies) {
    const item = path.join(registry, name);
    const released = path.resolve("registry", name);
    const text = readFileSync(path.join(released, `${name}.ts`), "utf8");
    const later = text.replace("\n/**\n", "\n/**\n * (A later release.)\n");
    const metadata = JSON.parse(readFileSync(path.join(released, "policy.json"), "utf8")) as object;
    const files = { [`${name}.ts`]: `sha256:${hashOf(later)}` };
    mkdirSync(path.join(item, "history/1.0.0"), { recursive: true });
    writeFileSync(path.join(item, "history/1.0.0", `${name}.ts`), text);
    writeFileSync(path.join(item, `${name}.ts`), later);
    const policy = JSON.stringify({ ...metadata, version: "1.1.0", files });
    writeFileSync(path.join(item, "policy.json"), policy);
  }
  return registry;
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

function alter(project: string, copies: readonly string[]): void {
  copies.forEach((copy, index) => {
    if (index % 3 === 1) change(path.join(project, copy), edited);
    if (index % 3 === 2) change(path.join(project, copy), indented);
  });
}

function change(file: string, how: (text: string) => string): void {
  writeFileSync(file, how(readFileSync(file, "utf8")));
}

const edited = (text: string): string => text.replace("maxAttempts = 8", "maxAttempts = 5");
const indented = (text: string): string => text.replaceAll(/^ +/gm, "$&$&");
