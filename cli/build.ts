import { chmodSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, type BuildOptions } from "esbuild";
import { buildParts } from "./bundle/parts.ts";
import { LATE, lateBuiltins, lateLibraries } from "./bundle/late.ts";
import {
  blindPicocolors,
  leanLibraries,
  leanProxyAgent,
  namelessTsconfig,
  plainFs,
  sharedBuiltins,
  sparseWordTree,
  takenExports,
} from "./bundle/lean.ts";
import { licences } from "./bundle/licences.ts";
import { shrink } from "./bundle/shrink.ts";

/**
 * Bundles the command line into dist/, with every library it uses, so that installing policybook
 * installs one package. A start pays for every byte that it reads and every file that it opens: our
 * code is three files, in CommonJS, which Node loads faster than modules, and evaluated command by
 * command; each library that only some commands need is a file of its own, read when it is asked for.
 */
const root = path.dirname(import.meta.dirname);
const dist = path.join(root, "dist");

const common: BuildOptions = {
  absWorkingDir: root,
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
const [ours, libraries] = await Promise.all([
  buildParts(root, {
    ...common,
    define: { "import.meta.dirname": "__dirname" },
    plugins: [blindPicocolors, sharedBuiltins(root), lateBuiltins, lateLibraries],
  }),
  build({
    ...common,
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    entryPoints: {
      ...Object.fromEntries(LATE.map((name) => [name, name])),
      "fs-extra": "./node_modules/fs-extra/lib/remove/index.js", // the rest of it is not used
      prompts: "prompts/lib/index.js", // its entry holds a second copy of it, for Node 8
    },
    plugins: [
      lateBuiltins,
      leanLibraries,
      leanProxyAgent,
      namelessTsconfig,
      plainFs,
      sparseWordTree(root),
      takenExports(root),
    ],
  }),
]);
shrink(dist);
chmodSync(path.join(dist, "main.cjs"), 0o755);
const bundled = [...ours, libraries.metafile ?? { inputs: {} }].flatMap(({ inputs }) =>
  Object.keys(inputs),
);
writeFileSync(path.join(dist, "THIRD-PARTY-LICENSES.txt"), licences(root, bundled));
