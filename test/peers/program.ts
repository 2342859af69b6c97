import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

export interface Outcome {
  /** The exit code, or undefined if it had not ended when its time was over. */
  readonly exit: number | undefined;
  readonly stdout: string;
  /** All that it said, without escape sequences; the project's folder is called "project". */
  readonly text: string;
}

export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string | undefined;
  readonly seconds?: number;
  /** Is asked all the time; the program is killed when it holds. */
  readonly killWhen?: (() => boolean) | undefined;
}

/** How long a program may take. */
export const PATIENCE_SECONDS = 40;

/** Runs a program to its end without a terminal: in a session of its own it cannot reach ours. */
export function runProgram(
  file: string,
  args: readonly string[],
  { cwd, env, input = "", seconds = PATIENCE_SECONDS, killWhen }: Surroundings,
): Promise<Outcome> {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let [stdout, all, late, ended] = ["", "", false, false];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    all += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (all += chunk));
  child.stdin.on("error", () => {}); // it ended without reading
  child.stdin.end(input);
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  };
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, seconds * 1000);
  const watch = (): void => {
    if (ended || killWhen === undefined) return;
    if (killWhen()) kill();
    else setImmediate(watch);
  };
  watch();
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      ended = true;
      const exit = late ? undefined : (code ?? undefined);
      resolve({ exit, stdout, text: stripVTControlCharacters(all).replaceAll(cwd, "project") });
    });
  });
}

/** The same where nothing but success will do. */
export async function mustRun(
  file: string,
  args: readonly string[],
  around: Surroundings,
): Promise<string> {
  const { exit, stdout, text } = await runProgram(file, args, { seconds: 300, ...around });
  if (exit !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${exit}:\n${text}`);
  return stdout;
}
