import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cFamilyTokens, go as family } from "./c-family-tokens.ts";
import { packageNameFor, packageOf, PLACEHOLDER_MODULE, withPackage } from "./go-names.ts";
import { go as language } from "./languages.ts";
import { folderAbove, type Port, type UsageTarget } from "./port.ts";

/** The package line of the registry's files. */
const REGISTRY_PACKAGE = "retry";

const AS_MODULE = ` of a module, such as \`go mod init ${PLACEHOLDER_MODULE}\` makes`;

export const go: Port = {
  ...language,
  comment: (text) => `// ${text}`,
  folder: (project) => (project.hasFolder("internal") ? "internal/retry" : "retry"),
  fileName: (registryFile) => registryFile,
  usage: async (item, target) =>
    (await import("./go-usage.ts")).usage(item, target, packageAt(target)),
  usagePlace: ({ project, copy }) =>
    `a file in ${folderAbove(copy)}${project.has("go.mod") ? "" : AS_MODULE}`,
  adapt: (text, target) => withPackage(text, packageAt(target)),
  restore: (text) => withPackage(text, REGISTRY_PACKAGE),
  adaptLike: (text, copy) => withPackage(text, packageOf(copy) ?? REGISTRY_PACKAGE),
  toolchain: {
    programs: ["go"],
    build: async (...given) => (await import("./go-toolchain.ts")).build(...given),
  },
  tokens: (text) => cFamilyTokens(text, family),
};

/** The package of the copy's folder: what its other files declare, or else what it is called. */
function packageAt({ project, copy }: UsageTarget): string {
  const folder = path.join(project.root, path.posix.dirname(copy));
  return declaredIn(folder) ?? packageNameFor(path.basename(folder));
}

function declaredIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .filter((file) => /^[^_.].*\.go$/.test(file))
    .toSorted();
  for (const file of files.filter((name) => !name.endsWith("_test.go"))) {
    const text = readFileSync(path.join(folder, file), "utf8");
    // A script beside the package, run by `go run`, is no part of it.
    if (!/^\/\/(?:go:build|\s*\+build)\s+ignore\b/m.test(text)) return packageOf(text);
  }
  return undefined;
}
