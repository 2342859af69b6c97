import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder that holds package.json: the same whether this runs from cli/ or bundled in dist/. */
export const packageRoot: string = rootAbove(import.meta.dirname);

function rootAbove(folder: string): string {
  return existsSync(path.join(folder, "package.json")) ? folder : rootAbove(path.dirname(folder));
}

/** The version of the tool itself; each policy has its own. */
export function packageVersion(): string {
  const manifest = readFileSync(path.join(packageRoot, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
