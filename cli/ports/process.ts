import { spawn, type ChildProcess } from "node:child_process";
import { Interrupted } from "../ui/errors.ts";

export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What differs from policybook's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on its standard input. */
  readonly input?: string;
}

export interface Limits {
  /** How long it may run, in milliseconds: 120,000 if left out. */
  readonly patienceMs?: number | undefined;
  /** Stops it: the run then rejects with Interrupted. */
  readonly stopped?: AbortSignal | undefined;
}

export interface Ended {
  readonly stdout: string;
  /** The beginning of it. */
  readonly stderr: string;
  /** How it ended, such as "exit code 1"; undefined if all is well. */
  readonly fault?: string;
}

const [PATIENCE_MS, GRACE_MS] = [120_000, 1000];
const [MB, MOST_COMPLAINTS] = [2 ** 20, 2 ** 16];
/** Windows has no groups of processes. */
const hasGroups = process.platform !== "win32";

/**
 * Runs a program that may be anything: it has a time to end in, an amount that it may print, and a
 * group of its own, so that what it starts ends with it.
 *
 * @throws {Interrupted} once it has ended, if it was stopped from outside
 * @throws {Error} what the system says, if it cannot be started
 */
export function runProcess(what: Program, limits: Limits = {}): Promise<Ended> {
  const { patienceMs = PATIENCE_MS, stopped } = limits;
  if (stopped?.aborted) return Promise.reject(new Interrupted());
  const { program, args, cwd, env, input = "" } = what;
  const options = { cwd, env: { ...process.env, ...env }, windowsHide: true, detached: hasGroups };
  const child = spawn(program, args, { ...options, stdio: "pipe" });
  let fault: string | undefined;
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, act: () => void): number => timers.push(setTimeout(act, ms));
  const stop = (why: string): void => {
    if (fault !== undefined) return;
    fault = why;
    kill(child, "SIGTERM");
    after(GRACE_MS, () => kill(child, "SIGKILL"));
  };
  const interrupt = (): void => stop("it was interrupted");
  stopped?.addEventListener("abort", interrupt);
  after(patienceMs, () => stop(`did not end within ${patienceMs / 1000} s`));

  const stdout = gathered(child, stop);
  let stderr = "";
  child.stderr.on("data", (data: Buffer) => {
    if (stderr.length < MOST_COMPLAINTS) stderr += data.toString();
  });
  child.stdin.on("error", () => {}); // one that ends early is told of by how it ends
  child.stdin.end(input);
  // What it has started may hold its output open, even from a group of its own.
  child.on("exit", () => {
    kill(child, "SIGKILL");
    after(GRACE_MS, () => [child.stdout, child.stderr].forEach((stream) => stream.destroy()));
  });
  return new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (stopped?.aborted) return reject(new Interrupted());
      if (code !== 0)
        fault ??= signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
      resolve({ stdout: stdout(), stderr, ...(fault === undefined ? {} : { fault }) });
    });
  }).finally(() => {
    stopped?.removeEventListener("abort", interrupt);
    timers.forEach(clearTimeout);
  });
}

/** What it prints, in as far as anyone would want to read it. */
function gathered({ stdout }: ChildProcess, stop: (why: string) => void): () => string {
  const chunks: Buffer[] = [];
  let [size, line] = [0, 0];
  stdout?.on("data", (data: Buffer) => {
    const [first, last] = [data.indexOf("\n"), data.lastIndexOf("\n")];
    const longest = line + (first < 0 ? data.length : first);
    line = last < 0 ? longest : data.length - last - 1;
    size += data.length;
    if (longest > MB) stop("printed a line of more than 1 MB");
    else if (size > 64 * MB) stop("printed more than 64 MB");
    else chunks.push(data);
  });
  return () => Buffer.concat(chunks).toString();
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // All of them have ended.
  }
}
