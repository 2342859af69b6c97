import { readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "./config-file.ts";
import type { Project } from "./ports/project.ts";

export const CONFIG_FILE = "policybook.json";

/** The project's optional configuration. What parses it is loaded only where there is one. */
export async function readConfig(project: Project): Promise<Config> {
  if (!project.has(CONFIG_FILE)) return {};
  const { parseConfig } = await import("./config-file.ts");
  return parseConfig(readFileSync(path.join(project.root, CONFIG_FILE), "utf8"));
}
