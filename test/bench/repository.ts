import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { SeededRng } from "../../registry/rng/rng.ts";

const words = (text: string): readonly string[] => text.split(" ");
const AREAS = words("components hooks server lib pages");
const FEATURES = words("account billing cart catalog chat export invite search session upload");
const FILES = words(
  "index.ts types.ts api.ts view.tsx form.tsx list.tsx util.ts old.js view.css README.md",
);
const IGNORED = words("node_modules/ dist/ coverage/ *.log .env* !.env.example /packages/*/gen/");

const FILES_PER_PACKAGE = AREAS.length * FEATURES.length * FILES.length;

/** The folders of packages, as many as hold this many files. */
export function packageFolders(files: number): readonly string[] {
  const count = Math.ceil(files / FILES_PER_PACKAGE);
  return Array.from({ length: count }, (_, index) => `packages/package-${index + 1}`);
}

/** A monorepo of this many tracked source files, and what lies about in one: the same every time. */
export async function makeRepository(root: string, files: number): Promise<void> {
  const rng = new SeededRng(files);
  const put = (file: string): void => write(path.join(root, file), source(rng));
  write(path.join(root, ".gitignore"), `${IGNORED.join("\n")}\n`);
  write(path.join(root, "package.json"), '{ "private": true, "workspaces": ["packages/*"] }\n');
  write(path.join(root, "tsconfig.json"), "{}\n");
  for (const folder of packageFolders(files)) {
    await setImmediate(); // lets Ctrl-C in
    for (const file of tracked(folder)) put(file);
    for (let n = 0; n < 50; n += 1) put(`${folder}/dist/chunk-${n}.js`);
  }
  for (let n = 0; n < files / 4; n += 1) put(`node_modules/package-${n >> 4}/lib/${n}.js`);
  await git(root, "init", "--quiet");
  await git(root, "add", ".");
}

async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)("git", args, { cwd });
}

function tracked(folder: string): readonly string[] {
  const features = AREAS.flatMap((area) => FEATURES.map((feature) => `${area}/${feature}`));
  return features.flatMap((feature) => FILES.map((file) => `${folder}/src/${feature}/${file}`));
}

/** Between a quarter of a kilobyte and some seven, most of it short. */
function source(rng: SeededRng): string {
  const length = 10 + rng.nextInt(1 + rng.nextInt(250));
  const lines = Array.from({ length }, (_, line) => `const value${line} = load(${line});\n`);
  return lines.join("");
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
