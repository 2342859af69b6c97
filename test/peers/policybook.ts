import { openTerminal } from "../support/terminal.ts";
import { releasedRegistry } from "../support/releases.ts";
import { mustRun, runProgram } from "./program.ts";
import { copyFolder, type Sandbox } from "./sandbox.ts";
import { EDITED, ITEMS, OTHER, type Release, RELEASES } from "./samples.ts";
import type { Command, Tool } from "./tool.ts";

const SETTINGS = `{
  "lang": "typescript",
  "dir": "src/lib"
}
`;

export async function policybook(sandbox: Sandbox): Promise<Tool> {
  const { fresh, repository } = sandbox;
  const { bin } = sandbox.policybook;
  const registries = madeRegistries(sandbox);
  const env = { ...sandbox.env, POLICYBOOK_REGISTRY: registries.first };
  const publish = async (release: Release): Promise<void> => {
    env.POLICYBOOK_REGISTRY = registries[release];
  };
  const add = (items: readonly string[]): Command => ({ label: "add", args: ["add", ...items] });

  const empty = await repository(fresh("policybook"), {
    "package.json": '{ "name": "project", "private": true, "type": "module" }\n',
    "policybook.json": SETTINGS,
  });
  const full = copyFolder(empty, fresh("policybook"));
  await mustRun(bin, add(ITEMS).args, { cwd: full, env });
  const emptyProject = (): string => copyFolder(empty, fresh("policybook"));
  return {
    name: "policybook",
    version: sandbox.policybook.version,
    config: "policybook.json",
    question: /›/,
    publish,
    emptyProject,
    projectWithCopies: () => copyFolder(full, fresh("policybook")),
    copyOf: (item) => `src/lib/${item}.ts`,
    run: (cwd, { args, input }, killWhen) => runProgram(bin, args, { cwd, env, input, killWhen }),
    terminal: (cwd, { args }) => openTerminal(bin, args, { cwd, env }),
    add,
    preview: (items) => ({ label: "add --dry-run", args: ["add", ...items, "--dry-run"] }),
    addFrom: (address) => ({ label: "add", args: ["add", `${address}/item.json`] }),
    looks: () => [{ label: "diff", args: ["diff"] }],
    update: (items = []) => ({ label: "update --yes", args: ["update", ...items, "--yes"] }),
    asks: { about: "a file", command: add([EDITED]) },
    messages: (text) => text.replace(/^Use it, from a file[^]*/m, ""),
    configured: () => ({ project: emptyProject(), command: add(ITEMS) }),
  };
}

/** For each release a registry folder in which it is the newest. */
function madeRegistries({ fresh }: Sandbox): Readonly<Record<Release, string>> {
  const made = (release: Release): string => {
    const folder = fresh("policybook-registry");
    const files = { [`${EDITED}.ts`]: RELEASES[release] };
    const releases = [{ version: "1.1.0", reason: "Something better.", files }];
    releasedRegistry(folder, release === "first" ? [] : releases, EDITED);
    return releasedRegistry(folder, [], OTHER);
  };
  return {
    first: made("first"),
    fixed: made("fixed"),
    clashing: made("clashing"),
    large: made("large"),
  };
}
