import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";

/**
 * Bundles the command line into dist/, with every library it uses, so that installing policybook
 * installs one package. A start pays for every byte that it reads and every file that it opens: our
 * code is one file, in CommonJS, which Node loads faster than modules, and evaluated command by
 * command; each library that only some commands need is a file of its own, read when it is asked for.
 */
const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");

const LATE = [
  "diff",
  "fs-extra",
  "get-tsconfig",
  "https-proxy-agent",
  "ignore",
  "jsonc-parser",
  "marked",
  "node-diff3",
  "prompts",
  "proxy-from-env",
  "sucrase",
];

/** (Node loads what import() names by its ES module loader, which costs a start as much as bare Node.) */
const lateLibraries: Plugin = {
  name: "late-libraries",
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`^(${LATE.join("|")})$`) }, ({ path: name, kind }) => {
      if (kind === "entry-point") return undefined;
      const file = `./${name}.cjs`;
      return kind === "dynamic-import"
        ? { path: file, namespace: "required" }
        : { path: file, external: true };
    });
    bundler.onLoad({ filter: /.*/, namespace: "required" }, ({ path: file }) => ({
      contents: `module.exports = require(${JSON.stringify(file)})`,
    }));
    bundler.onResolve({ filter: /.*/, namespace: "required" }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
  },
};

/**
 * commander loads node:child_process for a feature that is not used here, which costs a start as
 * much as all its own code does. This loads it when it is used.
 */
const lateChildProcess: Plugin = {
  name: "late-child-process",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:child_process$/ }, ({ importer, path: name }) =>
      /node_modules.commander/.test(importer) ? { path: name, namespace: "late" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "late" }, () => ({
      contents: `exports.spawn = (...args) => process.getBuiltinModule("child_process").spawn(...args)`,
    }));
  },
};

/** Types are all that is taken away by sucrase here: what it knows of JSX, Flow and CommonJS is left out. */
const UNUSED_OF_SUCRASE =
  /\/(Options|computeSourceMap|CJSImportProcessor|formatTokens|flow|jsx\/index|(CJSImport|Flow|JestHoist|JSX|NumericSeparator|OptionalCatchBinding|OptionalChainingNullish|ReactDisplayName|ReactHotLoader)Transformer)$/;

const leanSucrase: Plugin = {
  name: "lean-sucrase",
  setup(bundler) {
    bundler.onResolve({ filter: UNUSED_OF_SUCRASE }, ({ importer, path: name }) =>
      /node_modules.sucrase/.test(importer) ? { path: name, namespace: "unused" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "unused" }, () => ({
      contents: "exports.validateOptions = () => {}",
    }));
  },
};

/** A proxy is asked without its log of what it does, and without authentication by Kerberos. */
const leanProxyAgent: Plugin = {
  name: "lean-proxy-agent",
  setup(bundler) {
    bundler.onResolve({ filter: /^(debug|proxy-agent-negotiate)$/ }, ({ path: name }) => ({
      path: name,
      namespace: "silent",
    }));
    bundler.onLoad({ filter: /.*/, namespace: "silent" }, () => ({
      contents: "export default () => () => {}; export const createNegotiateAuth = undefined",
    }));
  },
};

/** A library is bundled without the exports that the command line's own code does not import by name. */
const takenExports: Plugin = {
  name: "taken-exports",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path: library, kind }) =>
      kind === "entry-point" && exportsTaken(library).length > 0
        ? { path: library, namespace: "taken" }
        : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "taken" }, ({ path: library }) => ({
      contents: `export { ${exportsTaken(library).join(", ")} } from "${library}"`,
      resolveDir: root,
    }));
  },
};

function exportsTaken(library: string): readonly string[] {
  const imports = new RegExp(
    `(?:import \\{([^}]*)\\} from|const \\{([^}]*)\\} = await import\\()\\s*"${library}"`,
    "g",
  );
  const names = readdirSync(path.join(root, "cli"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(path.join(root, "cli", file), "utf8").matchAll(imports)])
    .flatMap(([, stat = "", dynamic = ""]) => `${stat},${dynamic}`.split(","))
    .map((name) => name.trim())
    .filter((name) => /^\w+$/.test(name));
  return [...new Set(names)].toSorted();
}

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  format: "cjs",
  platform: "node",
  target: "node20",
  mainFields: ["module", "main"], // some libraries cannot be bundled in their CommonJS form
  minify: true,
  metafile: true,
  legalComments: "none", // the whole licences are in THIRD-PARTY-LICENSES.txt
};

rmSync(dist, { recursive: true, force: true });
const builds = await Promise.all([
  build({
    ...common,
    entryPoints: { main: "cli/main.ts" },
    define: { "import.meta.dirname": "__dirname" },
    plugins: [lateChildProcess, lateLibraries],
  }),
  build({
    ...common,
    entryPoints: {
      ...Object.fromEntries(LATE.map((name) => [name, name])),
      "fs-extra": "./node_modules/fs-extra/lib/remove/index.js", // the rest of it is not used
      prompts: "prompts/lib/index.js", // its entry holds a second copy of it, for Node 8
    },
    plugins: [leanSucrase, leanProxyAgent, takenExports],
  }),
]);
chmodSync(path.join(dist, "main.cjs"), 0o755);
const bundled = builds.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
writeFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), licences(bundled));

/** The licences of the packages that the bundle holds. */
function licences(inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...packages].toSorted().map(licence).join("\n\n");
}

function licence(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(root, folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license: string };
  const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) {
    throw new Error(`${name} ${version} (${license}) has no licence file to ship with the bundle`);
  }
  const text = readFileSync(path.join(root, folder, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
