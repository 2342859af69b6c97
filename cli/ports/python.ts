import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Item } from "../registry/item.ts";
import { python as language } from "./languages.ts";
import { sourceFolder, type Port, type UsageTarget } from "./port.ts";
import type { Project } from "./project.ts";
import { tokens } from "./python-tokens.ts";

export const python: Port = {
  ...language,
  comment: (text) => `# ${text}`,
  folder: (project) => packageFolder(project) ?? sourceFolder(project, "retry"),
  fileName: (registryFile) => registryFile,
  usage: async (item, target) =>
    item.kind === "generator" ? generatorUsage(target) : policyUsage(item, target),
  toolchain: {
    programs: ["python3"],
    build: async (...given) => (await import("./python-toolchain.ts")).build(...given),
  },
  tokens,
};

/**
 * The project's package, under src/ or beside it. Copies go right into it: a folder of their own
 * would need an __init__.py, or be left out of what setuptools packs.
 */
function packageFolder(project: Project): string | undefined {
  const name = projectName(project)?.replaceAll(/[-.]/g, "_").toLowerCase();
  for (const parent of ["src", "."]) {
    const packages = packagesIn(path.join(project.root, parent));
    const only = packages.length === 1 ? packages[0] : undefined;
    const found = packages.find((each) => each.toLowerCase() === name) ?? only;
    if (found !== undefined) return path.posix.join(parent, found);
  }
  return undefined;
}

function projectName(project: Project): string | undefined {
  const file = ["pyproject.toml", "setup.cfg", "setup.py"].find((each) => project.has(each));
  if (file === undefined) return undefined;
  const text = readFileSync(path.join(project.root, file), "utf8");
  return /^\s*name\s*=\s*["']?([\w.-]+)/m.exec(text)?.[1];
}

function packagesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => /^[a-z_]\w*$/i.test(name) && !/^(?:docs?|examples?|tests?)$/.test(name))
    .filter((name) => existsSync(path.join(folder, name, "__init__.py")))
    .toSorted();
}

/** The head of a program that imports these names, from a file in the folder above the copies. */
function importLine({ copy }: UsageTarget, names: string): string {
  const { dir, name } = path.posix.parse(copy);
  const folder = path.posix.basename(dir);
  if (folder === "" || folder === ".") return `from ${name} import ${names}`;
  if (/^[a-z_]\w*$/i.test(folder) && !KEYWORDS.has(folder))
    return `from ${folder}.${name} import ${names}`;
  return `import sys
from pathlib import Path

# The folder's name is none that import takes.
sys.path.insert(0, str(Path(__file__).parent / ${JSON.stringify(folder)}))

from ${name} import ${names}`;
}

/** What no module or package can be called. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except " +
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " +
    "with yield"
  ).split(" "),
);

function generatorUsage(target: UsageTarget): string {
  return `${importLine(target, "SeededRng")}

rng = SeededRng(42)  # for tests and simulations: the same seed, the same sequence
print([rng.next_int(100) for _ in range(3)])
`;
}

function policyUsage(item: Item, target: UsageTarget): string {
  const name = item.name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const jittered = item.uses.includes("rng");
  const names = ["Failure", name].toSorted().join(", ") + (jittered ? ", system_rng" : "");
  const once = item.uses.includes("state")
    ? "    # It keeps state: one object per operation.\n"
    : "";
  return `import time
from collections.abc import Callable
from typing import TypeVar

${importLine(target, names)}

T = TypeVar("T")


def retrying(call: Callable[[], T]) -> T:
${once}    policy = ${name}(${jittered ? "system_rng, " : ""}max_attempts=5)
    attempt = 1
    while True:
        try:
            return call()
        except ConnectionError:  # and whatever else a retry can help with
${nextDelay(item)}
            if delay is None:
                raise
            time.sleep(delay / 1000)
            attempt += 1


calls = 0


def unreliable() -> str:
    global calls
    calls += 1
    if calls < 3:
        raise ConnectionError("not yet")
    return f"succeeded at attempt {calls}"


print(retrying(unreliable))
`;
}

function nextDelay(item: Item): string {
  if (!item.uses.includes("hint"))
    return "            delay = policy.next_delay(attempt, Failure(retryable=True))";
  return `            hint = 500  # what the response's Retry-After said, if it came with one
            failure = Failure(retryable=True, retry_after_ms=hint)
            delay = policy.next_delay(attempt, failure)`;
}
