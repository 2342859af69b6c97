import path from "node:path";
import { comment, importPath, usage } from "./ecmascript.ts";
import { tokens } from "./ecmascript-tokens.ts";
import { toolchain } from "./ecmascript-toolchain.ts";
import { sourceFolder, type Port } from "./port.ts";
import { fields, type Project } from "./project.ts";

export const typescript: Port = {
  language: "typescript",
  title: "TypeScript",
  aliases: ["ts"],
  files: [".ts"],
  extensions: [".ts", ".mts", ".cts", ".tsx"],
  comment,
  evidence,
  folder: (project) => sourceFolder(project, "retry"),
  fileName: (registryFile) => registryFile,
  usage: async (item, target) =>
    usage(item, importPath(target, await importExtension(target.project)), true),
  tokens,
  toolchain,
};

function evidence(project: Project): string | undefined {
  const config = ["tsconfig.json", "deno.json", "deno.jsonc"].find((file) => project.has(file));
  if (config !== undefined) return config;
  const { dependencies, devDependencies } = project.json("package.json");
  const depends = "typescript" in { ...fields(dependencies), ...fields(devDependencies) };
  return depends ? "typescript in package.json" : undefined;
}

/** The extension that a relative import is written with, as the project's tsconfig.json wants it. */
async function importExtension(project: Project): Promise<".ts" | ".js" | ""> {
  if (!project.has("tsconfig.json")) return ".ts"; // Node, Bun, Deno and tsx run it so
  const options = await compilerOptions(path.join(project.root, "tsconfig.json"));
  if (options.allowImportingTsExtensions || options.rewriteRelativeImportExtensions) return ".ts";
  const [module = "", resolution = ""] = [options.module, options.moduleResolution];
  if (/^node(1[68]|20|next)$/i.test(resolution) || /^node/i.test(module)) return ".js";
  const runsInNode = /^es/i.test(module) && project.json("package.json")["type"] === "module";
  return runsInNode ? ".js" : "";
}

async function compilerOptions(file: string) {
  const { parseTsconfig } = await import("get-tsconfig");
  try {
    return parseTsconfig(file).compilerOptions ?? {};
  } catch {
    return {}; // one that cannot be read is for tsc to complain of; the import is a suggestion
  }
}
