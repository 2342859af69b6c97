import { spawnSync } from "node:child_process";

export interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The exit code of success. Anything else is an error: a command that fails is fast. */
  readonly exit?: number;
}

export interface Outcome {
  readonly ms: number;
  readonly stdout: string;
}

/** Runs Node with the arguments and nothing of this process's environment that could slow it. */
export function runNode({ args, cwd, exit = 0 }: Run): Outcome {
  const env = { PATH: process.env["PATH"], HOME: cwd };
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== exit) {
    throw new Error(
      `node ${args.join(" ")} ended with ${status}, not ${exit}:\n${stderr || stdout}`,
    );
  }
  return { ms, stdout };
}
