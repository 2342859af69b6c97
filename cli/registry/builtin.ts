import { existsSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";
import { FolderRegistry } from "./folder.ts";
import { packageRoot } from "../package.ts";

/**
 * The registry that ships with policybook. POLICYBOOK_REGISTRY names another registry folder
 * instead, for those who write policies.
 */
export function builtinRegistry(): FolderRegistry {
  const override = process.env["POLICYBOOK_REGISTRY"];
  if (override === undefined || override === "")
    return new FolderRegistry(path.join(packageRoot, "registry"));
  if (!existsSync(override)) {
    throw new PolicybookError(
      "no-registry",
      `The registry folder that POLICYBOOK_REGISTRY names does not exist: ${override}`,
      "Correct the variable, or unset it to use the built-in registry.",
      { file: override },
    );
  }
  return new FolderRegistry(override);
}
