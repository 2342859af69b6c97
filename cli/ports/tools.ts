import { execFile, type ExecFileException } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";

/** Is there a program of this name on the PATH? */
export function isInstalled(program: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  return folders.some((folder) =>
    endings.some((ending) => folder !== "" && existsSync(path.join(folder, program + ending))),
  );
}

/** Runs a compiler in the folder. Its own words are the error if it fails. */
export function runTool(
  program: string,
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(cannotBuild(program, error, `${stdout}${stderr}`));
    });
  });
}

function cannotBuild(program: string, error: ExecFileException, output: string): PolicybookError {
  return new PolicybookError(
    "cannot-build",
    `${program} failed:\n${output.trim() || error.message}`,
    "A copy must compile alone: mend what the compiler names, or compare with `policybook diff`.",
    { cause: error },
  );
}
