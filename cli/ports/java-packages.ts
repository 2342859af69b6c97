import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Project } from "./project.ts";

/*
 * Java's packages follow its folders: com.acme.retry is com/acme/retry below a folder of sources.
 */

const SOURCES = "src/main/java";

/** The package line of the registry's files, which becomes that of the folder. */
const REGISTRY_PACKAGE = "package retry;";
const PACKAGE_LINE = /^package\s+([\w.]+)\s*;/m;

/** Where copies go: a package "retry" inside the package that the project's sources begin with. */
export function packageFolder(project: Project): string {
  const sources = sourceRoot(project);
  return path.posix.join(sources, basePackage(path.join(project.root, sources)), "retry");
}

/** The project's own folder of sources, or that of its first module: `gradle init` makes app/. */
function sourceRoot(project: Project): string {
  if (project.hasFolder(SOURCES)) return SOURCES;
  const modules = foldersIn(project.root).map((module) => `${module}/${SOURCES}`);
  return modules.find((folder) => project.hasFolder(folder)) ?? SOURCES;
}

/** The folder down to which nothing forks and no file of Java lies: com/acme. Copies do not count. */
function basePackage(folder: string): string {
  const [only, ...others] = foldersIn(folder);
  if (only === undefined || only === "retry" || others.length > 0 || hasJava(folder)) return "";
  return path.posix.join(only, basePackage(path.join(folder, only)));
}

/** The package of a file at this path, relative to the project: what a file beside it says, or else its folder. */
export function packageAt(project: Project, file: string): string {
  const folder = path.posix.dirname(file);
  return declaredIn(path.join(project.root, folder)) ?? packageOfFolder(folder);
}

function declaredIn(folder: string): string | undefined {
  const sources = filesIn(folder).filter((name) => name.endsWith(".java"));
  return sources
    .map((name) => packageIn(readFileSync(path.join(folder, name), "utf8")))
    .find((name) => name !== undefined);
}

/** The package that a Java file declares. */
export const packageIn = (text: string): string | undefined => PACKAGE_LINE.exec(text)?.[1];

/** What stands before the package in a path: a folder of sources by the name that build tools give it. */
const ROOT = /^(?:.*?\/)?(?:src\/\w+\/java|src|java)(?:\/|$)/;

function packageOfFolder(folder: string): string {
  const segments = folder.replace(ROOT, "").split("/");
  return segments
    .filter((segment) => segment !== "" && segment !== ".")
    .map(identifier)
    .join(".");
}

/** The folder's name as Java can say it. */
function identifier(segment: string): string {
  const word = segment.replaceAll(/\W/g, "_");
  return /^\d/.test(word) || KEYWORD.test(word) ? `_${word}` : word;
}

const KEYWORD =
  /^(?:_|abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|enum|extends|false|final|finally|float|for|goto|if|implements|import|instanceof|int|interface|long|native|new|null|package|private|protected|public|return|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|true|try|void|volatile|while)$/;

/** The text with the package line of its folder; without one where the folder is no package. */
export function withPackage(text: string, name: string): string {
  return name === ""
    ? text.replace(`${REGISTRY_PACKAGE}\n\n`, "")
    : text.replace(REGISTRY_PACKAGE, `package ${name};`);
}

/** The text with the registry's package line, whichever it has. */
export function withRegistryPackage(text: string): string {
  if (PACKAGE_LINE.test(text)) return text.replace(PACKAGE_LINE, REGISTRY_PACKAGE);
  // Before the first line that is neither a comment of one line nor empty.
  return text.replace(/^(?!\/\/|[^\S\n]*$)/m, `${REGISTRY_PACKAGE}\n\n`);
}

const foldersIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("."))
    .toSorted();
const filesIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
const hasJava = (folder: string): boolean => filesIn(folder).some((name) => name.endsWith(".java"));
const entriesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
