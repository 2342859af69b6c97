import { execFile } from "node:child_process";

export interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The exit code of success. Anything else is an error: a command that fails is fast. */
  readonly exit?: number;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly ms: number;
  readonly stdout: string;
}

/** Runs Node with the arguments and nothing of this process's environment that could slow it. */
export function runNode({ args, cwd, exit = 0, env: more = {} }: Run): Promise<Outcome> {
  const env = { PATH: process.env["PATH"], HOME: cwd, ...more };
  const options = { cwd, env, encoding: "utf8" as const, maxBuffer: 2 ** 28 };
  const start = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      const code = error === null ? 0 : (error.code ?? error.signal);
      if (code === exit) return resolve({ ms, stdout });
      const command = `node ${args.join(" ")}`;
      reject(new Error(`${command} ended with ${code}, not ${exit}:\n${stderr || stdout}`));
    });
  });
}
