import { existsSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";
import { FolderRegistry } from "./folder.ts";

/** The registry that is being written: the folder registry/ of this repository or anyone's. */
export function ownRegistry(root: string): FolderRegistry {
  const folder = path.join(root, "registry");
  if (existsSync(folder)) return new FolderRegistry(folder);
  throw new PolicybookError(
    "no-registry",
    `There is no folder registry/ in ${root}.`,
    "`mkdir registry` begins a registry of your own there; --cwd names another folder.",
    { file: "registry" },
  );
}
