import { mkdirSync } from "node:fs";
import path from "node:path";
import { openTerminal } from "../support/terminal.ts";
import { mustRun, runProgram } from "./program.ts";
import { commit, copyFolder, type Sandbox, write } from "./sandbox.ts";
import { ITEMS, type Release, RELEASES, sample } from "./samples.ts";
import type { Command, Tool } from "./tool.ts";

/** Templates are whole projects: what elsewhere is an item is here a file of the template. */
export async function cruft(sandbox: Sandbox): Promise<Tool> {
  const { env, fresh } = sandbox;
  const { file, version } = sandbox.cruft;
  const { template, publish } = await makeTemplate(sandbox);
  const create = (...flags: readonly string[]): readonly string[] => [
    "create",
    template,
    "--no-input",
    ...flags,
  ];
  /** It makes the project's folder below another, by the project's name. */
  const into = (project: string): readonly string[] => {
    const context = JSON.stringify({ name: path.basename(project) });
    return ["--output-dir", path.dirname(project), "--extra-context", context];
  };
  const placed = (project: string, args: readonly string[]): readonly string[] =>
    args[0] === "create" ? [...args, ...into(project)] : args;

  const full = fresh("cruft");
  await mustRun(file, placed(full, create()), { cwd: path.dirname(full), env });
  await sandbox.repository(full, {});
  const projectWithCopies = (): string => copyFolder(full, fresh("cruft"));
  const add = (): Command => ({ label: "create", args: create() });
  return {
    name: "cruft",
    version,
    config: ".cruft.json",
    question: /\]: /,
    publish,
    emptyProject: () => {
      const project = fresh("cruft");
      mkdirSync(project);
      return project;
    },
    projectWithCopies,
    copyOf: (item) => `src/lib/${item}.ts`,
    run: (cwd, { args, input }, killWhen) =>
      runProgram(file, placed(cwd, args), { cwd, env, input, killWhen }),
    terminal: (cwd, { args }) => openTerminal(file, placed(cwd, args), { cwd, env }),
    add,
    preview: () => ({ label: "create --dry-run", args: create("--dry-run") }),
    addFrom: (address) => ({
      label: "create",
      args: ["create", `${address}/template.git`, "--no-input"],
    }),
    looks: () => [
      { label: "diff --exit-code", args: ["diff", "--exit-code"] },
      { label: "update", args: ["update"], input: "v\nn\n" },
    ],
    update: () => ({ label: "update -y", args: ["update", "--skip-apply-ask"] }),
    asks: { about: "an update", command: { label: "update", args: ["update"] } },
    messages: (text) => text.replaceAll(/^╭─+ Traceback[^]*?^╰.*$/gm, ""),
    configured: () => ({
      project: projectWithCopies(),
      command: { label: "check", args: ["check"] },
    }),
  };
}

/** A git repository in which each release is a branch, and main is the published one. */
async function makeTemplate({ env, fresh, repository }: Sandbox) {
  const template = fresh("cruft-template");
  const files = "{{cookiecutter.name}}/src/lib";
  const settings = { name: "project", _copy_without_render: ["*.ts"] };
  const git = (...args: readonly string[]): Promise<string> =>
    mustRun("git", args, { cwd: template, env });
  const put = (release: Release): void => {
    for (const item of ITEMS)
      write(path.join(template, files, `${item}.ts`), sample(item, release));
  };
  put("first");
  await repository(template, { "cookiecutter.json": JSON.stringify(settings) });
  for (const release of Object.keys(RELEASES) as Release[]) {
    await git("checkout", "--quiet", "-B", release, "main");
    put(release);
    await commit(template);
  }
  const publish = async (release: Release): Promise<void> => {
    await git("checkout", "--quiet", "-B", "main", release);
  };
  await publish("first");
  return { template, publish };
}
