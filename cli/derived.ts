import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { toJsonSchema } from "@valibot/to-json-schema";
import { format } from "prettier";
import { configSchema } from "./config-file.ts";
import { withSection } from "./registry/page-sections.ts";

/**
 * What follows from the command line's own code, by path from the repository's root: the help texts
 * in docs/commands.md, and the JSON Schema of policybook.json.
 */
export async function derivedTexts(root: string): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/commands.md": await format(await commandsPage(root), { parser: "markdown" }),
    "templates/policybook.schema.json": await format(configJsonSchema(), { parser: "json" }),
  };
}

async function commandsPage(root: string): Promise<string> {
  const page = readFileSync(path.join(root, "docs/commands.md"), "utf8");
  const names = [...page.matchAll(/<!-- help (\w+) -->/g)].map(([, name = ""]) => name);
  const helps = await Promise.all(names.map((name) => helpOf(root, name)));
  return names.reduce(
    (text, name, index) => withSection(text, `help ${name}`, helps[index] ?? ""),
    page,
  );
}

async function helpOf(root: string, command: string): Promise<string> {
  const args = ["--import", "tsx", path.join(root, "cli/main.ts"), command, "--help"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return `\`\`\`text\n${stdout.trimEnd()}\n\`\`\``;
}

function configJsonSchema(): string {
  const { $schema, ...schema } = toJsonSchema(configSchema);
  return JSON.stringify({ $schema, title: "policybook.json", ...schema });
}
