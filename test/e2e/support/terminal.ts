import { onTestFinished } from "vitest";
import { openTerminal, type Terminal } from "../../support/terminal.ts";
import { bin } from "./policybook.ts";

export { Key } from "../../support/terminal.ts";

/** The installed program in a terminal, closed after the test. */
export function terminal(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Terminal {
  const opened = openTerminal(process.execPath, [bin(), ...args], {
    cwd: folder,
    env: { HOME: folder, ...env },
  });
  onTestFinished(opened.close);
  return opened;
}
