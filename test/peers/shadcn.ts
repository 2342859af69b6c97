import path from "node:path";
import { openTerminal } from "../support/terminal.ts";
import { mustRun, runProgram } from "./program.ts";
import { copyFolder, type Sandbox, write } from "./sandbox.ts";
import { ITEMS, type Release, RELEASES, sample } from "./samples.ts";
import type { Command, Tool } from "./tool.ts";

/** The fields of the file that its `init` makes, for a project without a framework. */
const settings = (registry: string): string =>
  `${JSON.stringify(
    {
      $schema: "https://ui.shadcn.com/schema.json",
      style: "new-york",
      rsc: false,
      tsx: true,
      tailwind: { config: "", css: "src/app.css", baseColor: "neutral", cssVariables: true },
      aliases: {
        components: "@/components",
        utils: "@/lib/utils",
        ui: "@/components/ui",
        lib: "@/lib",
        hooks: "@/hooks",
      },
      registries: { "@acme": `${registry}/{name}.json` },
    },
    null,
    2,
  )}\n`;

/** It fetches a base colour before it adds anything; an empty one changes nothing. */
const NO_COLOUR = {
  inlineColors: { light: {}, dark: {} },
  cssVars: { light: {}, dark: {} },
  inlineColorsTemplate: "",
  cssVarsTemplate: "",
};

export async function shadcn(sandbox: Sandbox): Promise<Tool> {
  const { npm, env, server, served, fresh, repository } = sandbox;
  const bin = path.join(npm.folder, "node_modules/.bin/shadcn");
  write(path.join(served, "shadcn-own/colors/neutral.json"), JSON.stringify(NO_COLOUR));
  const built = await builtRegistries(sandbox, bin);
  const publish = async (release: Release): Promise<void> => {
    copyFolder(path.join(built, release), path.join(served, "shadcn"));
  };
  const named = (items: readonly string[]): readonly string[] =>
    items.map((item) => `@acme/${item}`);
  const command = (label: string, items: readonly string[], ...flags: string[]): Command => ({
    label,
    args: ["add", ...named(items), ...flags],
  });
  const add = (items: readonly string[]): Command => command("add --yes", items, "--yes");

  await publish("first");
  const empty = await repository(fresh("shadcn"), {
    "package.json": '{ "name": "project", "private": true, "type": "module" }\n',
    "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }\n',
    "components.json": settings(`${server.address}/shadcn`),
    "src/app.css": "",
  });
  const full = copyFolder(empty, fresh("shadcn"));
  await mustRun(bin, add(ITEMS).args, { cwd: full, env });
  const emptyProject = (): string => copyFolder(empty, fresh("shadcn"));
  return {
    name: "shadcn",
    version: npm.version("shadcn"),
    config: "components.json",
    question: /›/,
    publish,
    emptyProject,
    projectWithCopies: () => copyFolder(full, fresh("shadcn")),
    copyOf: (item) => `src/lib/${item}.ts`,
    run: (cwd, { args, input }, killWhen) => runProgram(bin, args, { cwd, env, input, killWhen }),
    terminal: (cwd, { args }) => openTerminal(bin, args, { cwd, env }),
    add,
    preview: (items) => command("add --dry-run", items, "--dry-run"),
    addFrom: (address) => ({ label: "add", args: ["add", `${address}/item.json`, "--yes"] }),
    looks: () => [command("add --diff", ITEMS, "--diff")],
    update: (items = ITEMS) => command("add --overwrite", items, "--overwrite", "--yes"),
    asks: { about: "a file", command: command("add", [ITEMS[0]]) },
    messages: (text) => text,
    configured: () => ({ project: emptyProject(), command: add(ITEMS) }),
  };
}

/** A folder with what its own `build` makes of each release. */
async function builtRegistries({ fresh, env }: Sandbox, bin: string): Promise<string> {
  const root = fresh("shadcn-registry");
  const built = path.join(root, "built");
  for (const release of Object.keys(RELEASES) as Release[]) {
    for (const item of ITEMS) write(path.join(root, `lib/${item}.ts`), sample(item, release));
    const items = ITEMS.map((name) => ({
      name,
      type: "registry:lib",
      files: [{ path: `lib/${name}.ts`, type: "registry:lib" }],
    }));
    const registry = { name: "acme", homepage: "https://acme.example", items };
    write(path.join(root, "registry.json"), JSON.stringify(registry));
    await mustRun(bin, ["build", "--output", path.join(built, release)], { cwd: root, env });
  }
  return built;
}
