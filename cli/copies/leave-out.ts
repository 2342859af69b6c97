/**
 * Folders in which no copy is looked for, unless one is named: what others wrote, what a version
 * control system keeps, and what tools generate under names that nobody gives to sources.
 */
const ALWAYS = words(
  "node_modules bower_components .yarn .pnpm-store .venv site-packages .git .hg .svn .jj " +
    "__pycache__ .next .nuxt .output .svelte-kit .turbo .gradle .tox",
);

/** Folders that are generated or fetched where they stand beside a project's manifest. */
const BESIDE_MANIFEST = words("dist build out target coverage _build vendor deps venv");

/** `src/build/` is someone's source; `build/` beside package.json is not. */
const MANIFEST = words(
  "package.json tsconfig.json jsconfig.json deno.json deno.jsonc pyproject.toml setup.py setup.cfg " +
    "requirements.txt pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts " +
    "go.mod Cargo.toml mix.exs CMakeLists.txt Makefile makefile GNUmakefile composer.json",
);

/** Tells which folders among the entries of one folder to leave out. */
export function leavesOut(names: readonly string[]): (folder: string) => boolean {
  const beside = names.some((name) => MANIFEST.has(name));
  return (folder) => ALWAYS.has(folder) || (beside && BESIDE_MANIFEST.has(folder));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
