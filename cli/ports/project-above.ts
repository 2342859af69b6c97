import { existsSync } from "node:fs";
import path from "node:path";
import { CONFIG_FILE } from "../config.ts";
import { guessLanguages } from "./choose.ts";
import { Project } from "./project.ts";

export interface ProjectAbove {
  /** The absolute path. */
  readonly folder: string;
  /** The file that shows that a project is there. */
  readonly evidence: string;
}

/** The nearest folder above in which a project begins, within the repository if this is in one. */
export function projectAbove({ root }: Project): ProjectAbove | undefined {
  const folder = path.dirname(root);
  if (folder === root || existsSync(path.join(root, ".git"))) return undefined;
  try {
    const project = new Project(folder);
    const evidence = project.has(CONFIG_FILE) ? CONFIG_FILE : guessLanguages(project)[0].evidence;
    return evidence === undefined ? projectAbove(project) : { folder, evidence };
  } catch {
    return undefined; // the folders above may be closed to the user
  }
}
