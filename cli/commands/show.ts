import { portNamed } from "../ports/index.ts";
import { copyTexts } from "../copies/plan.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { columns, isTerminal, print, printJson } from "../ui/output.ts";

/** A policy's page; or, with --code, the very file that `add` would write. */
export async function show(
  name: string,
  options: { code?: boolean; lang?: string; json?: boolean },
): Promise<ExitCode> {
  const registry = builtinRegistry();
  const item = await registry.get(name);
  const port = portNamed(options.lang ?? "typescript");
  const code = (): readonly { file: string; text: string }[] =>
    copyTexts(item, port, registry).map(({ file, line, body }) => ({ file, text: line + body }));
  const page = registry.page(item).trimEnd();
  if (options.json) printJson({ ...item, page, ...(options.code ? { code: code() } : {}) });
  else if (options.code)
    print(
      code()
        .map(({ text }) => text)
        .join("\n")
        .trimEnd(),
    );
  else print(isTerminal() ? await rendered(page) : page);
  return Exit.ok;
}

async function rendered(page: string): Promise<string> {
  const { renderMarkdown } = await import("../ui/markdown.ts");
  return renderMarkdown(page, columns());
}
