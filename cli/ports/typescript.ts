import path from "node:path";
import type { TsConfigJson } from "get-tsconfig";
import { comment, importPath, isModular, usage } from "./ecmascript.ts";
import { tokens } from "./ecmascript-tokens.ts";
import { toolchain } from "./ecmascript-toolchain.ts";
import { typescript as language } from "./languages.ts";
import { sourceFolder, type Port } from "./port.ts";
import { fields, type Project } from "./project.ts";

export const typescript: Port = {
  ...language,
  comment,
  folder: (project) => sourceFolder(project, "retry"),
  fileName: async (registryFile, project) =>
    requiresMts(await compilerOptions(project), project)
      ? registryFile.replace(/\.ts$/, ".mts")
      : registryFile,
  usage: async (item, target) => {
    const options = await compilerOptions(target.project);
    if (requiresMts(options, target.project))
      return usage(item, { from: importPath(target, ".mjs"), by: "await" }, true);
    const from = importPath(target, importExtension(options, target.project));
    return usage(item, { from, by: "import" }, true);
  },
  tokens,
  toolchain,
};

/**
 * Are .ts files CommonJS in which no import may be written? So they are in what `npm init` and
 * `tsc --init` make together; .mts says that the copy is an ES module.
 */
function requiresMts(options: CompilerOptions, project: Project): boolean {
  return isNodeModule(options) && options.verbatimModuleSyntax === true && !isModular(project);
}

/** The extension that a relative import is written with, as the project's tsconfig.json wants it. */
function importExtension(options: CompilerOptions, project: Project): ".ts" | ".js" | "" {
  if (!project.has("tsconfig.json")) return ".ts"; // Node, Bun, Deno and tsx run it so
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return ".ts";
  const runsInNode = /^es/i.test(options.module ?? "") && isModular(project);
  return isNodeModule(options) || runsInNode ? ".js" : "";
}

const isNodeModule = ({ module, moduleResolution }: CompilerOptions): boolean =>
  /^node/i.test(module ?? "") || /^node(1[68]|20|next)$/i.test(moduleResolution ?? "");

type CompilerOptions = Pick<
  TsConfigJson.CompilerOptions,
  | "allowImportingTsExtensions"
  | "module"
  | "moduleResolution"
  | "rewriteRelativeImportExtensions"
  | "verbatimModuleSyntax"
>;

async function compilerOptions(project: Project): Promise<CompilerOptions> {
  if (!project.has("tsconfig.json")) return {};
  const { extends: inherited, compilerOptions: own } = project.json("tsconfig.json");
  // Plain JSON that inherits nothing says all that is asked here; the library takes long to load.
  if (own !== undefined && inherited === undefined) return fields(own);
  const { parseTsconfig } = await import("get-tsconfig");
  try {
    return parseTsconfig(path.join(project.root, "tsconfig.json")).compilerOptions ?? {};
  } catch {
    return {}; // one that cannot be read is for tsc to complain of
  }
}
