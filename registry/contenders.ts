import { readFileSync } from "node:fs";
import path from "node:path";
import { contenderOf } from "../cli/bench/contender.ts";
import type { Contender } from "../cli/bench/run.ts";
import type { Item } from "../cli/registry/item.ts";
import { javascriptOf } from "./javascript.ts";

/** A registry's policy as the workloads take it: its reference port, as it is on the disk now. */
export async function contenderOfItem(root: string, { name }: Item): Promise<Contender> {
  const source = readFileSync(path.join(root, "registry", name, `${name}.ts`), "utf8");
  const javascript = await javascriptOf(source);
  const exports = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(javascript)}`
  )) as Readonly<Record<string, unknown>>;
  const contender = contenderOf(name, exports);
  if (contender === undefined) throw new Error(`${name}.ts exports no class with a nextDelay`);
  return contender;
}
