import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** The names of the registry's items, as the folders tell them. */
export function itemNames(): readonly string[] {
  const registry = path.join(process.cwd(), "registry");
  return readdirSync(registry).filter((name) =>
    existsSync(path.join(registry, name, "policy.json")),
  );
}
