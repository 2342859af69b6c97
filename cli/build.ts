import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/**
 * Bundles the command line into dist/, with every library it uses, so that installing policybook
 * installs one package. Each lazily loaded command becomes a chunk of its own: a start reads only
 * what it runs.
 */
const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");

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

rmSync(dist, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["cli/main.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  mainFields: ["module", "main"], // some libraries cannot be bundled in their CommonJS form
  alias: { prompts: "prompts/lib/index.js" }, // its entry holds a second copy, for Node 8
  minify: true,
  metafile: true,
  plugins: [lateChildProcess],
  legalComments: "none", // the whole licences are in THIRD-PARTY-LICENSES.txt
  banner: {
    // Libraries in CommonJS ask for Node's modules by require.
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
chmodSync(path.join(dist, "main.js"), 0o755);
writeFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), licences(Object.keys(metafile.inputs)));

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
