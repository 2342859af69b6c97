import { symlinkSync } from "node:fs";
import path from "node:path";
import { openTerminal } from "../support/terminal.ts";
import { mustRun, runProgram } from "./program.ts";
import { copyFolder, type Sandbox, write } from "./sandbox.ts";
import { ITEMS, type Release, RELEASES, sample } from "./samples.ts";
import type { Command, Tool } from "./tool.ts";

const PACKAGE = '{ "name": "project", "private": true, "type": "module" }\n';

const settings = (registry: string): string => `import { defineConfig } from "jsrepo";

export default defineConfig({
  registries: ["${registry}"],
  paths: { lib: "./src/lib" }
});
`;

const registrySettings = `import { defineConfig } from "jsrepo";
import { distributed } from "jsrepo/outputs";

export default defineConfig({
  registry: {
    name: "acme",
    version: "1.0.0",
    items: ${JSON.stringify(
      ITEMS.map((name) => ({ name, type: "lib", files: [{ path: `lib/${name}.ts` }] })),
    )},
    outputs: [distributed({ dir: "./out" })],
  },
});
`;

export async function jsrepo(sandbox: Sandbox): Promise<Tool> {
  const { npm, env, server, served, fresh, repository } = sandbox;
  const bin = path.join(npm.folder, "node_modules/.bin/jsrepo");
  const built = await builtRegistries(sandbox, bin);
  const publish = async (release: Release): Promise<void> => {
    copyFolder(path.join(built, release), path.join(served, "jsrepo"));
  };
  const add = (items: readonly string[]): Command => ({
    label: "add --yes",
    args: ["add", ...items, "--yes"],
  });

  await publish("first");
  const empty = await repository(fresh("jsrepo"), {
    ".gitignore": "node_modules\n",
    "package.json": PACKAGE,
    "jsrepo.config.ts": settings(`${server.address}/jsrepo`),
  });
  symlinkSync(path.join(npm.folder, "node_modules"), path.join(empty, "node_modules"));
  const full = copyFolder(empty, fresh("jsrepo"));
  await mustRun(bin, add(ITEMS).args, { cwd: full, env });
  const emptyProject = (): string => copyFolder(empty, fresh("jsrepo"));
  return {
    name: "jsrepo",
    version: npm.version("jsrepo"),
    config: "jsrepo.config.ts",
    question: /◆/,
    publish,
    emptyProject,
    projectWithCopies: () => copyFolder(full, fresh("jsrepo")),
    copyOf: (item) => `src/lib/${item}.ts`,
    run: (cwd, { args, input }, killWhen) => runProgram(bin, args, { cwd, env, input, killWhen }),
    terminal: (cwd, { args }) => openTerminal(bin, args, { cwd, env }),
    add,
    preview: (items) => ({ label: "add --dry-run", args: ["add", ...items, "--dry-run"] }),
    addFrom: (address) => ({
      label: "add --registry",
      args: ["add", ITEMS[0], "--registry", address, "--yes"],
    }),
    looks: () => [{ label: "update", args: ["update", "--all"] }],
    update: (items = ["--all"]) => ({
      label: "update --overwrite",
      args: ["update", ...items, "--overwrite", "--yes"],
    }),
    asks: { about: "a file", command: { label: "add", args: ["add", ITEMS[0]] } },
    messages: (text) => text,
    configured: () => ({ project: emptyProject(), command: add(ITEMS) }),
  };
}

/** A folder with what its own `build` makes of each release. */
async function builtRegistries({ npm, fresh, env }: Sandbox, bin: string): Promise<string> {
  const root = fresh("jsrepo-registry");
  const built = path.join(root, "built");
  write(path.join(root, "package.json"), PACKAGE);
  write(path.join(root, "jsrepo.config.ts"), registrySettings);
  symlinkSync(path.join(npm.folder, "node_modules"), path.join(root, "node_modules"));
  for (const release of Object.keys(RELEASES) as Release[]) {
    for (const item of ITEMS) write(path.join(root, `lib/${item}.ts`), sample(item, release));
    await mustRun(bin, ["build"], { cwd: root, env });
    copyFolder(path.join(root, "out"), path.join(built, release));
  }
  return built;
}
