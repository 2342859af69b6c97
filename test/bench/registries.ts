import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installOther, type Other } from "../support/others.ts";
import { serveFolder } from "../support/serve-folder.ts";
import type { Installed } from "./package.ts";
import { freshProject } from "./projects.ts";
import { fixed, type Table, times, verdict } from "./report.ts";
import { type Run, runNode } from "./run.ts";
import { interleaved, mapValues } from "./samples.ts";

/** The same `add` of one TypeScript policy from a registry on this machine, by each tool its own way. */
export async function addTimes(
  folder: string,
  installed: Installed,
  rounds: number,
): Promise<Table> {
  mkdirSync(folder);
  const site = path.join(folder, "site");
  mkdirSync(site);
  const { url, close } = await serveFolder(site);
  try {
    const ours = await policybookAdd(folder, installed, site, url);
    const [shadcn, jsrepo] = [await available("shadcn", folder), await available("jsrepo", folder)];
    return await compared(rounds, {
      policybook: { label: "policybook add", run: ours },
      ...(shadcn && { shadcn: { label: labelOf(shadcn), run: shadcnAdd(folder, shadcn, url) } }),
      ...(jsrepo && {
        jsrepo: { label: labelOf(jsrepo), run: await jsrepoAdd(folder, jsrepo, site, url) },
      }),
    });
  } finally {
    close();
  }
}

const labelOf = ({ name, version }: Other): string => `${name} ${version} add`;

/** Without a network, what is there is measured. */
async function available(name: "shadcn" | "jsrepo", folder: string): Promise<Other | undefined> {
  return installOther(name, folder).catch(() => undefined);
}

async function policybookAdd(folder: string, { bin }: Installed, site: string, url: string) {
  const registry = path.resolve("registry");
  const flags = ["--out", "r", "--url", `${url}/r`];
  await runNode({ args: [bin, "build", registry, ...flags], cwd: site });
  return (): Run => ({
    args: [bin, "add", `${url}/r/full-jitter.json`],
    cwd: freshProject(folder),
  });
}

const shadcnAdd =
  (folder: string, { bin }: Other, url: string) =>
  (): Run => ({
    args: [bin, "add", `${url}/r/full-jitter.json`, "--yes"],
    cwd: freshProject(folder),
  });

/** jsrepo reads only registries that jsrepo has built, and writes only where its configuration says. */
async function jsrepoAdd(folder: string, { bin, modules }: Other, site: string, url: string) {
  const registry = freshProject(folder);
  const source = path.resolve("registry/full-jitter/full-jitter.ts");
  symlinkSync(source, path.join(registry, "full-jitter.ts"));
  configure(registry, modules, JSRepo.registry(path.relative(registry, path.join(site, "jsrepo"))));
  await runNode({ args: [bin, "build"], cwd: registry });
  return (): Run => {
    const project = freshProject(folder);
    configure(project, modules, JSRepo.project(`${url}/jsrepo`));
    return {
      args: [bin, "add", "full-jitter", "--registry", `${url}/jsrepo`, "--yes"],
      cwd: project,
    };
  };
}

const JSRepo = {
  registry: (dir: string): string => `import { defineConfig } from "jsrepo";
import { distributed } from "jsrepo/outputs";
export default defineConfig({
  registry: {
    name: "bench",
    items: [{ name: "full-jitter", type: "retry", add: "when-added", files: [{ path: "full-jitter.ts" }] }],
    outputs: [distributed({ dir: ${JSON.stringify(dir)} })],
  },
});
`,
  project: (url: string): string => `import { defineConfig } from "jsrepo";
export default defineConfig({
  registries: [${JSON.stringify(url)}],
  paths: { retry: "./retry" },
});
`,
};

function configure(project: string, modules: string, text: string): void {
  symlinkSync(modules, path.join(project, "node_modules"));
  writeFileSync(path.join(project, "jsrepo.config.ts"), text);
}

interface Timed {
  readonly label: string;
  readonly run: () => Run;
}

async function compared(rounds: number, tools: Readonly<Record<string, Timed>>): Promise<Table> {
  const samplers = mapValues(
    tools,
    ({ run }) =>
      async () =>
        (await runNode(run())).ms,
  );
  await interleaved(1, samplers); // brings what they read into the disk cache
  const took = await interleaved(rounds, samplers);
  const ours = took["policybook"]?.median ?? NaN;
  const rows = Object.entries(tools).map(([name, { label }]) => {
    const { median = NaN, min = NaN } = took[name] ?? {};
    const ratio = median / ours;
    const aim = name === "shadcn" ? verdict("≥ 10×", ratio >= 10) : "";
    return [label, fixed(median), fixed(min), times(ratio), aim];
  });
  return {
    title: "Adding from a registry",
    header: ["", "median ms", "min ms", "× policybook, median", "aim"],
    rows,
    note: `One TypeScript policy into a new project, from a registry on this machine, over ${rounds} rounds.`,
  };
}
