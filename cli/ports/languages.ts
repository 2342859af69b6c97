import { readdirSync } from "node:fs";
import path from "node:path";
import type { Port } from "./port.ts";
import { fields, type Project } from "./project.ts";

/** What is known of a language before its port is loaded: enough to list it, and to tell a project's. */
export interface Language {
  /** What --lang takes, such as "typescript". */
  readonly language: string;
  /** What people call it, such as "TypeScript". */
  readonly title: string;
  /** Short forms that --lang takes as well, such as "ts". */
  readonly aliases: readonly string[];
  /** Extensions of the port's files in the registry; the first names the main file. */
  readonly files: readonly string[];
  /** Extensions of the files in a project that may hold a copy, whatever the user renamed it to. */
  readonly extensions: readonly string[];
  /** The file that shows that a project is in this language, such as "tsconfig.json". */
  evidence(project: Project): string | undefined;
  /** A start pays for every module that it evaluates: a command that needs one port loads one. */
  port(): Promise<Port>;
}

const firstOf =
  (...files: readonly string[]) =>
  (project: Project): string | undefined =>
    files.find((file) => project.has(file));

export const typescript: Language = {
  language: "typescript",
  title: "TypeScript",
  aliases: ["ts"],
  files: [".ts"],
  extensions: [".ts", ".mts", ".cts", ".tsx"],
  evidence(project) {
    const config = firstOf("tsconfig.json", "deno.json", "deno.jsonc")(project);
    if (config !== undefined) return config;
    const { dependencies, devDependencies } = project.json("package.json");
    const depends = "typescript" in { ...fields(dependencies), ...fields(devDependencies) };
    return depends ? "typescript in package.json" : undefined;
  },
  port: async () => (await import("./typescript.ts")).typescript,
};

export const javascript: Language = {
  language: "javascript",
  title: "JavaScript",
  aliases: ["js"],
  files: [".js"],
  extensions: [".js", ".mjs", ".cjs", ".jsx"],
  evidence: firstOf("package.json", "jsconfig.json"),
  port: async () => (await import("./javascript.ts")).javascript,
};

export const python: Language = {
  language: "python",
  title: "Python",
  aliases: ["py"],
  files: [".py"],
  extensions: [".py"],
  evidence: firstOf("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt"),
  port: async () => (await import("./python.ts")).python,
};

export const java: Language = {
  language: "java",
  title: "Java",
  aliases: [],
  files: [".java"],
  extensions: [".java"],
  evidence: firstOf(
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "settings.gradle",
    "settings.gradle.kts",
  ),
  port: async () => (await import("./java.ts")).java,
};

export const c: Language = {
  language: "c",
  title: "C",
  aliases: [],
  files: [".c", ".h"],
  extensions: [".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp"],
  /** CMake builds C, or C++ that takes C; a Makefile builds anything, so that C files must be there. */
  evidence(project) {
    if (project.has("CMakeLists.txt")) return "CMakeLists.txt";
    const makefile = firstOf("Makefile", "makefile", "GNUmakefile")(project);
    return makefile !== undefined && hasSources(project) ? makefile : undefined;
  },
  port: async () => (await import("./c.ts")).c,
};

const hasSources = (project: Project): boolean =>
  project.fileEnding(".c") !== undefined ||
  (project.hasFolder("src") &&
    readdirSync(path.join(project.root, "src")).some((file) => file.endsWith(".c")));

export const go: Language = {
  language: "go",
  title: "Go",
  aliases: ["golang"],
  files: [".go"],
  extensions: [".go"],
  evidence: firstOf("go.mod"),
  port: async () => (await import("./go.ts")).go,
};

export const rust: Language = {
  language: "rust",
  title: "Rust",
  aliases: ["rs"],
  files: [".rs"],
  extensions: [".rs"],
  evidence: firstOf("Cargo.toml"),
  port: async () => (await import("./rust.ts")).rust,
};

export const elixir: Language = {
  language: "elixir",
  title: "Elixir",
  aliases: ["ex"],
  files: [".ex"],
  extensions: [".ex", ".exs"],
  evidence: firstOf("mix.exs"),
  port: async () => (await import("./elixir.ts")).elixir,
};

/** Every language that policybook knows. Where two claim a project, the earlier is the better guess. */
export const languages: readonly Language[] = [
  typescript,
  javascript,
  python,
  java,
  c,
  go,
  rust,
  elixir,
];

/** Is this file of the registry in the language? */
export const holds = (language: Pick<Language, "files">, file: string): boolean =>
  language.files.some((extension) => file.endsWith(extension));
