import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

/** Every strictness that a project may have turned on, and nothing of Node or a browser in reach. */
const strictest = {
  target: "es2022",
  lib: ["es2020"],
  module: "esnext",
  moduleResolution: "bundler",
  types: [],
  noEmit: true,
  allowJs: true,
  checkJs: true,
  declaration: true,
  strict: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
};

const typescript = path.dirname(createRequire(import.meta.url).resolve("typescript/package.json"));

/** What the compiler says of these files, in a folder with nothing else; "" if it is content. */
export function compile(files: Readonly<Record<string, string>>, extra: object = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-tsc-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    const config = { compilerOptions: { ...strictest, ...extra }, include: ["*"] };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(config));
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(folder: string): string {
  const tsc = path.join(typescript, "bin/tsc");
  try {
    return execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8", cwd: folder });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}
