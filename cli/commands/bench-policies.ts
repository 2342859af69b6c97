import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { contenderOf } from "../bench/contender.ts";
import type { PolicyParams } from "../bench/experiment.ts";
import type { Failure, Policy } from "../bench/policy.ts";
import { type Contender, none } from "../bench/run.ts";
import { hashOf } from "../copies/hash.ts";
import { parseCopy } from "../copies/provenance.ts";
import { withoutTypes } from "../ports/ecmascript-toolchain.ts";
import { javascript } from "../ports/javascript.ts";
import { typescript } from "../ports/typescript.ts";
import type { Item } from "../registry/item.ts";
import type { FolderRegistry } from "../registry/folder.ts";
import { messageOf, PolicybookError } from "../ui/errors.ts";

/** A policy to measure, and what to tell of it. */
export interface Benched extends Contender {
  /** The version that it is, or that it was copied from. */
  readonly version: string | null;
  /** The file of the user's, as it was typed. */
  readonly file?: string;
  /** Is the copy other than what was copied? */
  readonly edited?: boolean;
}

/** The policies and files that the targets name; without any, every policy of the registry. */
export async function benchedPolicies(
  targets: readonly string[],
  { registry, root }: { readonly registry: FolderRegistry; readonly root: string },
): Promise<readonly Benched[]> {
  if (targets.length === 0) {
    return Promise.all(
      registry.items
        .filter(({ kind }) => kind === "policy")
        .map((item) => ofRegistry(item, registry)),
    );
  }
  return Promise.all([...new Set(targets)].map((target) => named(target, registry, root)));
}

/** A policy's name wins over a path of the same name; `./name` is always the path. */
async function named(target: string, registry: FolderRegistry, root: string): Promise<Benched> {
  if (target === none.policy) return withoutPolicy;
  const item = registry.find(target);
  if (item !== undefined) return ofRegistry(item, registry);
  const file = path.resolve(root, target);
  if (existsSync(file)) return ofFile(file, target);
  if (/[/\\]|\.\w+$/.test(target)) throw noFile(target);
  return ofRegistry(await registry.get(target), registry);
}

export const withoutPolicy: Benched = { ...none, version: null };

async function ofRegistry(item: Item, registry: FolderRegistry): Promise<Benched> {
  const file = [`${item.name}.js`, `${item.name}.ts`].find((name) => name in item.files);
  if (item.kind !== "policy" || file === undefined) {
    throw new PolicybookError(
      "not-a-policy",
      `${item.name} is no policy that could be measured.`,
      "`policybook list` shows what there is.",
    );
  }
  const contender = await load(registry.source(item, file), { name: item.name, file });
  return { ...contender, version: item.version };
}

async function ofFile(file: string, target: string): Promise<Benched> {
  if (!statSync(file).isFile() || !RUNS.has(path.extname(file))) throw notRun(target);
  const text = readFileSync(file, "utf8");
  const copy = parseCopy(text);
  const name = copy?.provenance.policy ?? path.parse(file).name;
  const contender = checked(await load(text, { name, file: target }), target);
  if (copy === undefined) return { ...contender, version: null, file: target };
  const { version, sha256 } = copy.provenance;
  return { ...contender, version, file: target, edited: hashOf(copy.body) !== sha256 };
}

const RUNS: ReadonlySet<string> = new Set([...typescript.extensions, ...javascript.extensions]);

interface Source {
  readonly name: string;
  readonly file: string;
}

/** Runs the text as a module of its own, in a folder that is gone at once, and tries its policy. */
async function load(text: string, { name, file }: Source): Promise<Contender> {
  const isTyped = typescript.extensions.includes(path.extname(file));
  const source = isTyped ? await withoutTypes(text, file) : text;
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-bench-"));
  try {
    const module = path.join(folder, `${name.replace(/\W+/g, "-")}.mjs`);
    writeFileSync(module, source);
    const exports = (await import(pathToFileURL(module).href)) as Record<string, unknown>;
    const contender = contenderOf(name, exports);
    if (contender !== undefined) return contender;
  } catch (error) {
    throw cannotRun(file, messageOf(error).replaceAll(folder + path.sep, ""), error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  throw cannotRun(file, "it exports no class with a method nextDelay");
}

/**
 * Asks the policy a few times. What is wrong with it shows here, in its own words, and one that
 * never answers can still be ended by Ctrl-C, since nobody listens for it yet.
 */
export function tryOut(benched: Benched, params: PolicyParams): void {
  const { policy, file = policy } = benched;
  const tried = held(file, () => benched.make(params, { nextInt: (bound) => bound - 1 }));
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const failure = { retryable: true, status: 503 };
    if (held(file, () => tried.nextDelay(attempt, failure)) === null) break;
  }
}

/** The same policies, held to what a policy may answer: files may hold anything. */
function checked(contender: Contender, file: string): Contender {
  const nextDelay = (policy: Policy, attempt: number, failure: Failure): number | null => {
    const delay: unknown = policy.nextDelay(attempt, failure);
    if (delay === null || (typeof delay === "number" && delay >= 0 && delay < Infinity))
      return delay;
    const got = typeof delay === "number" ? delay : typeof delay;
    throw new TypeError(`nextDelay(${attempt}) gave ${got}`);
  };
  return {
    policy: contender.policy,
    make: (params, stream) => {
      const policy = contender.make(params, stream);
      return {
        nextDelay: (attempt, failure) => held(file, () => nextDelay(policy, attempt, failure)),
      };
    },
  };
}

/** What the policy's own code gives; what it throws is told as the file's fault. */
function held<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof PolicybookError ? error : cannotRun(file, messageOf(error), error);
  }
}

function cannotRun(file: string, why: string, cause?: unknown): PolicybookError {
  return new PolicybookError(
    "cannot-run",
    `${file} cannot be measured: ${why}.`,
    "A policy is a self-contained module that exports a class, made of (params, rng), with a method nextDelay(attempt, failure) that returns milliseconds or null.",
    { file, cause },
  );
}

function noFile(target: string): PolicybookError {
  return new PolicybookError(
    "no-file",
    `There is no file ${target}.`,
    "Name a file from here, or from the folder that --cwd names; or a policy of `policybook list`.",
    { file: target },
  );
}

function notRun(target: string): PolicybookError {
  return new PolicybookError(
    "cannot-run",
    `${target} is no TypeScript or JavaScript file, and bench runs nothing else.`,
    "Name a file of one of these, or the policy: a port that `policybook verify` passes behaves the same.",
    { file: target },
  );
}
