import { portNamed } from "../ports/choose.ts";
import { copyTexts, type Choice } from "../copies/plan.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { isReference } from "../registry/reference.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { columns, isTerminal, note, print, printJson } from "../ui/output.ts";

export interface ShowOptions {
  readonly cwd: string;
  readonly code?: boolean;
  readonly lang?: string;
  /** Which of the port's files, where it has several. */
  readonly file?: string;
  readonly json?: boolean;
}

/** A policy's page; or, with --code, a file of its port, with the provenance line that makes it a copy. */
export async function show(name: string, options: ShowOptions): Promise<ExitCode> {
  const choice = isReference(name)
    ? await foreignChoice(name, options)
    : await ownChoice(name, options);
  const { item, registry } = choice;
  const page = registry.page(item).trimEnd();
  const code = options.code ? await codeOf(choice) : [];
  if (options.json) printJson({ ...item, page, ...(options.code ? { code } : {}) });
  else if (options.code) printFile(code, options.file);
  else print(isTerminal() ? await rendered(page) : page);
  return Exit.ok;
}

async function ownChoice(name: string, options: ShowOptions): Promise<Choice> {
  const { lang = "typescript" } = options;
  requireCode(name, options);
  const registry = builtinRegistry();
  return { item: await registry.get(name), port: await portNamed(lang), registry };
}

/** A page has neither a language nor files: who names one has the code in mind. */
function requireCode(name: string, { code, lang, file }: ShowOptions): void {
  const flag = lang === undefined ? file && "--file" : "--lang";
  if (code || flag === undefined) return;
  throw new PolicybookError(
    "usage",
    `${flag} means nothing without --code: a page is the same for all languages.`,
    `\`policybook show ${name} --code ${flag} ${lang ?? file}\` prints the code; leave ${flag} out for the page.`,
  );
}

async function foreignChoice(reference: string, { cwd, lang }: ShowOptions): Promise<Choice> {
  const { chooseForeign } = await import("./foreign.ts");
  return chooseForeign(reference, new Project(cwd), lang, await portNamed("typescript"));
}

interface CodeFile {
  readonly file: string;
  readonly text: string;
}

/** One file alone, so that it can be redirected; stderr tells of the others. */
function printFile(files: readonly CodeFile[], wanted: string | undefined): void {
  const names = files.map(({ file }) => file);
  const chosen = wanted === undefined ? files[0] : files.find(({ file }) => file === wanted);
  if (chosen === undefined) {
    throw new PolicybookError(
      "unknown-file",
      `The port has no file ${JSON.stringify(wanted)}.`,
      `Its files: ${names.join(", ")}.`,
    );
  }
  print(chosen.text.trimEnd());
  const others = names.filter((name) => name !== chosen.file);
  if (others.length > 0) note(`Of ${names.length} files; also --file ${others.join(", ")}.`);
}

async function codeOf(choice: Choice) {
  const files = await copyTexts(choice);
  return files.map(({ file, line, body }) => ({ file, text: line + body }));
}

/** A stranger's page may be nested or as long as no page is: such a one is printed as it stands. */
async function rendered(page: string): Promise<string> {
  if (page.length > LONG) return page;
  const { renderMarkdown } = await import("../ui/markdown.ts");
  try {
    return renderMarkdown(page, columns());
  } catch (error) {
    if (error instanceof RangeError) return page;
    throw error;
  }
}

/** In characters. Some Markdown takes time that grows with the square of its length. */
const LONG = 16_000;
