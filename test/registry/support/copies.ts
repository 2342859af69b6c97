import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Item } from "../../../cli/registry/item.ts";

export interface Failure {
  readonly retryable: boolean;
  readonly status?: number;
  readonly retryAfterMs?: number;
}

export interface Rng {
  nextInt(bound: number): number;
}

export interface Policy {
  nextDelay(attempt: number, failure: Failure): number | null;
}

export type Params = Readonly<Record<string, unknown>>;
export type Ceiling = (attempt: number, baseMs: number, capMs: number) => number;

/** One item in one language that a test can run: what a project has after `add`. */
export interface Copy {
  readonly file: string;
  readonly item: Item;
  readonly text: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

export const registry = path.resolve(import.meta.dirname, "../../../registry");

/** Every item of the registry, found on the disk. */
export const items: readonly Item[] = readdirSync(registry, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => JSON.parse(readItemFile(entry.name, "policy.json")) as Item);

/** Every item in every language that Node runs; one just begun has no JavaScript derived yet. */
export const copies: readonly Copy[] = await Promise.all(
  items.flatMap((item) =>
    [`${item.name}.ts`, `${item.name}.js`]
      .filter((file) => existsSync(path.join(registry, item.name, file)))
      .map((file) => load(item, file)),
  ),
);

export const policies = copies.filter((copy) => copy.item.kind === "policy");
export const jittered = policies.filter((copy) => copy.item.uses.includes("rng"));

/** Whether a policy has this parameter. */
export const hasParam = (name: string) => (copy: Copy) =>
  copy.item.params.some((param) => param.name === name);

/** The copies of one item. */
export const copiesOf = (name: string) => copies.filter((copy) => copy.item.name === name);

/** A policy object of this copy. A random source is left unread by the policies that need none. */
export function create(copy: Copy, params?: unknown, rng?: unknown): Policy {
  return Reflect.construct(policyClass(copy), [params, rng]) as Policy;
}

export const retryable: Failure = { retryable: true, status: 503 };

export function readItemFile(name: string, file: string): string {
  return readFileSync(path.join(registry, name, file), "utf8");
}

/** The exported class that has a nextDelay method. */
function policyClass({ file, exports }: Copy): () => void {
  const found = Object.values(exports).find(
    (value): value is () => void =>
      typeof value === "function" && "nextDelay" in ((value.prototype ?? {}) as object),
  );
  if (!found) throw new Error(`${file} exports no class with a nextDelay method`);
  return found;
}

async function load(item: Item, file: string): Promise<Copy> {
  const exports = (await import(path.join(registry, item.name, file))) as Copy["exports"];
  return { file, item, text: readItemFile(item.name, file), exports };
}
