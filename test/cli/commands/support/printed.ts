import { vi } from "vitest";
import { stderr, stdout } from "../../../../cli/ui/channel.ts";

/** What a command printed, and what it returned. */
export async function printed<T>(command: () => T | Promise<T>) {
  const texts = { stdout: "", stderr: "" };
  const channels = { stdout, stderr };
  const taking = (name: keyof typeof texts) =>
    vi.spyOn(channels[name], "write").mockImplementation((text) => {
      texts[name] += text;
    });
  const spies = [taking("stdout"), taking("stderr")];
  try {
    return { exit: await command(), ...texts };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
