import { spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { bin } from "./policybook.ts";

export const Key = { down: "\u001b[B", space: " ", enter: "\r", escape: "\u001b", ctrlC: "\u0003" };

/** The installed program in a real pseudo-terminal of 80 columns. */
export function terminal(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, [bin(), ...args], {
    cwd: folder,
    cols: 80,
    rows: 30,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, TERM: "xterm-256color", ...env },
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
  onTestFinished(() => {
    if (exitCode === undefined) child.kill();
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
  return {
    /** What the program has printed so far, escape sequences included. */
    screen: () => seen,
    press: (...keys: readonly string[]) => child.write(keys.join("")),
    sees: (text: string) => until(() => seen.includes(text), `"${text}"`),
    ends: async (): Promise<number | undefined> => {
      await until(() => exitCode !== undefined, "the end");
      await drained();
      return exitCode;
    },
  };
}
