import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { show } from "../../../cli/commands/show.ts";
import { stdout as channel } from "../../../cli/ui/channel.ts";
import { fixtureRegistry, twoReleases } from "../copies/support/registry.ts";
import { printed } from "./support/printed.ts";

test.each([
  ["nested more deeply than can be followed", "> ".repeat(7_000)],
  ["longer than any page, and slow to read", "_a*".repeat(20_000)],
])("on a terminal, a page that is %s is printed as it stands", async (_, page) => {
  const { folder } = fixtureRegistry(twoReleases);
  writeFileSync(path.join(folder, "steady/page.md"), page);
  vi.stubEnv("POLICYBOOK_REGISTRY", folder);
  const terminal = vi.spyOn(channel, "isTerminal", "get").mockReturnValue(true);
  const { exit, stdout } = await printed(() => show("steady", { cwd: "." }));
  terminal.mockRestore();
  vi.unstubAllEnvs();
  expect({ exit, stdout: stdout.trimEnd() }).toEqual({ exit: 0, stdout: page.trimEnd() });
});
