import { comment, importPath, isModular, usage } from "./ecmascript.ts";
import { tokens } from "./ecmascript-tokens.ts";
import { toolchain } from "./ecmascript-toolchain.ts";
import { javascript as language } from "./languages.ts";
import { sourceFolder, type Port } from "./port.ts";
import type { Project } from "./project.ts";

export const javascript: Port = {
  ...language,
  comment,
  folder: (project) => sourceFolder(project, "retry"),
  fileName: (registryFile, project) => registryFile.replace(/\.js$/, extension(project)),
  usage: async (item, target) => {
    const from = importPath(target, extension(target.project));
    return usage(item, { from, by: isModular(target.project) ? "import" : "await" }, false);
  },
  tokens,
  toolchain,
};

/** The copies are ES modules: outside a project of "type": "module", only .mjs says so. */
const extension = (project: Project): ".js" | ".mjs" => (isModular(project) ? ".js" : ".mjs");
