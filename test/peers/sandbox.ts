import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { install } from "../bench/package.ts";
import { temporaryFolder } from "../bench/temporary.ts";
import { mustRun } from "./program.ts";
import { serve, type Server } from "./server.ts";

type Files = Readonly<Record<string, string>>;

/** Everything that the comparison makes, in one folder that is gone when it ends. */
export interface Sandbox {
  readonly server: Server;
  /** What every program sees of the machine. */
  readonly env: Readonly<Record<string, string>>;
  /** Programs, as files to run, and their versions. */
  readonly policybook: { readonly bin: string; readonly version: string };
  readonly npm: { readonly folder: string; readonly version: (name: string) => string };
  readonly cruft: { readonly file: string; readonly version: string };
  /** A folder that does not exist yet. */
  readonly fresh: (name: string) => string;
  /** What the server serves. */
  readonly served: string;
  /** A git repository with these files. */
  readonly repository: (folder: string, files: Files) => Promise<string>;
}

const IDENTITY =
  "[user]\nname = someone\nemail = someone@example.com\n[init]\ndefaultBranch = main\n";

export async function makeSandbox(): Promise<Sandbox> {
  const root = temporaryFolder();
  const [home, served] = [path.join(root, "home"), path.join(root, "served")];
  for (const folder of [home, served]) mkdirSync(folder);
  writeFileSync(path.join(home, ".gitconfig"), IDENTITY);
  const server = await serve(served);
  const [npm, cruft, { bin }] = await Promise.all([
    installNpm(path.join(root, "npm")),
    installCruft(path.join(root, "venv")),
    install(path.join(root, "policybook")),
  ]);
  const env = environment(home, server);
  let count = 0;
  return {
    server,
    served,
    env,
    npm,
    cruft,
    policybook: { bin, version: versionIn(".") },
    fresh: (name) => path.join(root, `${name}-${(count += 1)}`),
    repository: async (folder, files) => {
      for (const [name, text] of Object.entries(files)) write(path.join(folder, name), text);
      await mustRun("git", ["init", "--quiet"], { cwd: folder, env });
      await commit(folder);
      return folder;
    },
  };
}

/** Commits all that changed, as a tool that wants a clean tree asks for. */
export async function commit(folder: string): Promise<void> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
  const who = ["-c", "user.name=someone", "-c", "user.email=someone@example.com"];
  await mustRun("git", ["add", "--all"], { cwd: folder, env });
  const args = ["commit", "--quiet", "--allow-empty", "--message", "change"];
  await mustRun("git", [...who, ...args], { cwd: folder, env });
}

export function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export function copyFolder(from: string, to: string): string {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  return to;
}

function environment(home: string, server: Server): Sandbox["env"] {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    NO_COLOR: "1",
    TERM: "xterm-256color",
    COLUMNS: "160",
    LC_ALL: "C.UTF-8",
    GIT_CONFIG_NOSYSTEM: "1",
    REGISTRY_URL: `${server.address}/shadcn-own`, // where shadcn looks for its base colours
  };
}

/** The downloads go through the caller's own settings of npm and pip. */
const outside = process.env as Record<string, string>;

async function installNpm(folder: string): Promise<Sandbox["npm"]> {
  write(path.join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "shadcn", "jsrepo"];
  await mustRun("npm", args, { cwd: folder, env: outside });
  return { folder, version: (name) => versionIn(path.join(folder, "node_modules", name)) };
}

function versionIn(folder: string): string {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** What reads its command line, as it was when cruft was released: it was not written for later ones. */
const OF_ITS_TIME = ["typer<0.16", "click<8.2"];

async function installCruft(folder: string): Promise<Sandbox["cruft"]> {
  mkdirSync(folder);
  const around = { cwd: folder, env: outside };
  await mustRun("python3", ["-m", "venv", folder], around);
  const python = path.join(folder, "bin/python");
  await mustRun(python, ["-m", "pip", "install", "--quiet", "cruft", ...OF_ITS_TIME], around);
  const script = 'from importlib.metadata import version; print(version("cruft"))';
  const version = (await mustRun(python, ["-c", script], around)).trim();
  return { file: path.join(folder, "bin/cruft"), version };
}
