import { portNamed } from "../ports/index.ts";
import { copyTexts } from "../copies/plan.ts";
import type { Port } from "../ports/port.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { columns, isTerminal, note, print, printJson } from "../ui/output.ts";

export interface ShowOptions {
  readonly code?: boolean;
  readonly lang?: string;
  /** Which of the port's files, where it has several. */
  readonly file?: string;
  readonly json?: boolean;
}

/** A policy's page; or, with --code, a file of its port, with the provenance line that makes it a copy. */
export async function show(name: string, options: ShowOptions): Promise<ExitCode> {
  const registry = builtinRegistry();
  const item = await registry.get(name);
  const port = portNamed(options.lang ?? "typescript");
  const page = registry.page(item).trimEnd();
  const code = options.code ? await codeOf(item, port, registry) : [];
  if (options.json) printJson({ ...item, page, ...(options.code ? { code } : {}) });
  else if (options.code) printFile(code, options.file);
  else print(isTerminal() ? await rendered(page) : page);
  return Exit.ok;
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

async function codeOf(item: Item, port: Port, registry: Registry) {
  const files = await copyTexts(item, port, registry);
  return files.map(({ file, line, body }) => ({ file, text: line + body }));
}

async function rendered(page: string): Promise<string> {
  const { renderMarkdown } = await import("../ui/markdown.ts");
  return renderMarkdown(page, columns());
}
