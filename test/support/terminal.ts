import { spawn } from "@lydell/node-pty";

export const Key = { down: "\u001b[B", space: " ", enter: "\r", escape: "\u001b", ctrlC: "\u0003" };

export interface Terminal {
  /** What the program has printed so far, escape sequences included. */
  readonly screen: () => string;
  readonly press: (...keys: readonly string[]) => void;
  /** Waits until the screen shows this. */
  readonly sees: (text: string | RegExp) => Promise<void>;
  /** Waits for the end. @returns the exit code */
  readonly ends: () => Promise<number | undefined>;
  /** Ends the program if it has not. */
  readonly close: () => void;
}

/** A program in a real pseudo-terminal of 80 columns. */
export function openTerminal(
  file: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Terminal {
  const child = spawn(file, [...args], {
    cwd,
    cols: 80,
    rows: 30,
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", ...env },
  });
  let seen = "";
  let exitCode: number | undefined;
  let wake = (): void => {};
  child.onData((data) => {
    seen += data;
    wake();
  });
  child.onExit((event) => {
    exitCode = event.exitCode;
    wake();
  });
  const until = async (holds: () => boolean, what: string): Promise<void> => {
    const deadline = Date.now() + 20_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`${what} did not come; the screen:\n${seen}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, 100);
      });
    }
  };
  /** The last words of a program may arrive after the news of its end. */
  const drained = async (): Promise<void> => {
    let before = -1;
    while (before !== seen.length) {
      before = seen.length;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const shows = (text: string | RegExp): boolean =>
    typeof text === "string" ? seen.includes(text) : text.test(seen);
  return {
    screen: () => seen,
    press: (...keys) => child.write(keys.join("")),
    sees: (text) => until(() => shows(text), `"${text}"`),
    ends: async () => {
      await until(() => exitCode !== undefined, "the end");
      await drained();
      return exitCode;
    },
    close: () => {
      if (exitCode === undefined) child.kill();
    },
  };
}
