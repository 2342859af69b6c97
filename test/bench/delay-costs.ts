import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Subject, subjects } from "./delay-subjects.ts";
import { runNode } from "./run.ts";
import { interleaved, mapValues } from "./samples.ts";

export interface Cost {
  /** Nanoseconds a call. */
  readonly ns: number;
  /** Bytes allocated a call. */
  readonly bytes: number;
}

/**
 * What a call of each subject costs, in the least disturbed of this many processes each, in turns: a
 * machine that others share has two speeds, and a median is now of the one, now of the other.
 */
export async function delayCosts(
  folder: string,
  rounds: number,
): Promise<Readonly<Record<Subject, Cost>>> {
  const worker = await compiledWorker(folder);
  const samplers = (what: "ns" | "bytes", flags: readonly string[]) =>
    mapValues(subjects, (_, name) => async () => {
      const { stdout } = await runNode({ args: [...flags, worker, name, what], cwd: folder });
      return Number(stdout);
    });
  const ns = await interleaved(rounds, samplers("ns", []));
  const bytes = await interleaved(3, samplers("bytes", WITHOUT_COLLECTIONS));
  return mapValues(ns, ({ min }, name) => ({ ns: min, bytes: bytes[name].min }));
}

/** The young generation, in megabytes, holds all that is allocated while bytes are counted. */
const WITHOUT_COLLECTIONS = [
  "--expose-gc",
  "--min-semi-space-size=128",
  "--max-semi-space-size=128",
];

/** The worker and the policies as tsc compiles them, file by file, like a project that copied them. */
async function compiledWorker(folder: string): Promise<string> {
  const root = process.cwd();
  mkdirSync(folder);
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const compiler = path.join(root, "node_modules/typescript/bin/tsc");
  const worker = path.join(root, "test/bench/delay-worker.ts");
  const folders = ["--rootDir", root, "--outDir", folder];
  await runNode({ args: [compiler, ...COMPILER_OPTIONS, ...folders, worker], cwd: folder });
  return path.join(folder, "test/bench/delay-worker.js");
}

const COMPILER_OPTIONS = [
  "--ignoreConfig",
  "--target",
  "es2023",
  "--module",
  "nodenext",
  "--types",
  "node",
  "--skipLibCheck",
  "--rewriteRelativeImportExtensions",
];
