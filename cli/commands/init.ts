import { readFileSync } from "node:fs";
import path from "node:path";
import { CONFIG_FILE } from "../config.ts";
import { requireReplaceable } from "../copies/replaceable.ts";
import { checkedFolder, resolveTarget, textAt } from "../copies/target.ts";
import { writeAll } from "../copies/write.ts";
import { packageRoot } from "../package.ts";
import { guessLanguages, portNamed } from "../ports/choose.ts";
import { languages, type Language } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import { Project } from "../ports/project.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { mayAsk, print, printJson } from "../ui/output.ts";

export interface InitOptions {
  readonly cwd: string;
  readonly lang?: string;
  readonly dir?: string;
  readonly overwrite?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Writes a policybook.json that holds what `add` would otherwise guess. */
export async function init(options: InitOptions): Promise<ExitCode> {
  const project = new Project(options.cwd);
  const asks = mayAsk(options);
  const target = resolveTarget(project.root, ".", CONFIG_FILE, ELSEWHERE);
  const existing = textAt(target);
  if (existing !== undefined && !options.overwrite) throw alreadyThere();
  if (existing !== undefined) requireReplaceable(target);
  const port = await (options.lang === undefined
    ? (await guessedLanguage(project, asks)).port()
    : portNamed(options.lang));
  const dir = checkedFolder(options.dir ?? (await guessedFolder(port, project, asks)));
  const text = template({ lang: port.language, dir });
  if (!options.dryRun) writeAll(project.root, [{ target, text, replaces: existing }]);
  if (options.json) printJson({ dryRun: options.dryRun ?? false, path: CONFIG_FILE, text });
  else print(options.dryRun ? text.trimEnd() : `wrote ${CONFIG_FILE}`);
  return Exit.ok;
}

const ELSEWHERE = "Mend that, or name another project's folder with --cwd.";

function alreadyThere(): PolicybookError {
  return new PolicybookError(
    "file-exists",
    `${CONFIG_FILE} is already there; nothing was written.`,
    "Edit it, or replace it with --overwrite.",
    { file: CONFIG_FILE },
  );
}

async function guessedLanguage(project: Project, asks: boolean): Promise<Language> {
  const best = guessLanguages(project)[0].language;
  if (!asks) return best;
  const { select } = await import("../ui/prompt.ts");
  const others = languages.filter((language) => language !== best);
  return select(
    "Which language?",
    [best, ...others].map((language) => ({ title: language.title, value: language })),
  );
}

async function guessedFolder(port: Port, project: Project, asks: boolean): Promise<string> {
  const folder = port.folder(project);
  if (!asks) return folder;
  const { input } = await import("../ui/prompt.ts");
  return input("Which folder do copies go to?", folder);
}

function template(values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(packageRoot, "templates", CONFIG_FILE), "utf8");
  return text.replace(/"\{\{(\w+)\}\}"/g, (_, name: string) => JSON.stringify(values[name]));
}
