import { vi } from "vitest";

/** What a command printed, and what it returned. */
export async function printed<T>(command: () => T | Promise<T>) {
  const texts = { stdout: "", stderr: "" };
  const taking = (name: keyof typeof texts) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      texts[name] += String(text);
      return true;
    });
  const spies = [taking("stdout"), taking("stderr")];
  try {
    return { exit: await command(), ...texts };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
