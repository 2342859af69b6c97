import { existsSync } from "node:fs";
import path from "node:path";
import { Interrupted, messageOf, PolicybookError } from "../ui/errors.ts";
import { runProcess, type Limits } from "./process.ts";

/** Is there a program of this name on the PATH? */
export function isInstalled(program: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return folders.some((folder) =>
    endings.some((ending) => folder !== "" && existsSync(path.join(folder, program + ending))),
  );
}

/**
 * Runs a compiler in the folder, and gives what it prints.
 *
 * @throws {PolicybookError} "cannot-build", with its own words, if it fails or does not end in time
 */
export async function runTool(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
  limits: Limits = {},
): Promise<string> {
  const { stdout, stderr, fault } = await runProcess(
    { program, args, cwd: folder, env },
    limits,
  ).catch((error: unknown) => {
    if (error instanceof Interrupted) throw error;
    throw cannotBuild(`${program} cannot be started: ${messageOf(error)}`, error);
  });
  if (fault === undefined) return stdout;
  const output = `${stdout}${stderr}`.trim();
  throw cannotBuild(`${program} ${fault}${output === "" ? "" : `:\n${output}`}`);
}

function cannotBuild(message: string, cause?: unknown): PolicybookError {
  return new PolicybookError(
    "cannot-build",
    message,
    "A copy must compile alone: mend what the compiler names, or compare with `policybook diff`.",
    { cause },
  );
}
