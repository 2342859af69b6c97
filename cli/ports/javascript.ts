import { comment, importPath, usage } from "./ecmascript.ts";
import { tokens } from "./ecmascript-tokens.ts";
import { toolchain } from "./ecmascript-toolchain.ts";
import { sourceFolder, type Port } from "./port.ts";
import type { Project } from "./project.ts";

export const javascript: Port = {
  language: "javascript",
  title: "JavaScript",
  aliases: ["js"],
  files: [".js"],
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  comment,
  evidence: (project) => ["package.json", "jsconfig.json"].find((file) => project.has(file)),
  folder: (project) => sourceFolder(project, "retry"),
  fileName: (registryFile, project) => registryFile.replace(/\.js$/, extension(project)),
  usage: async (item, target) => usage(item, importPath(target, extension(target.project)), false),
  tokens,
  toolchain,
};

/** The copies are ES modules: outside a project of "type": "module", only .mjs says so. */
function extension(project: Project): ".js" | ".mjs" {
  return project.json("package.json")["type"] === "module" ? ".js" : ".mjs";
}
