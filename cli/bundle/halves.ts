import path from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";

/** Loaded when it is asked for, but often: it belongs to main.cjs all the same. */
const OFTEN = [
  "cli/commands/add.ts",
  "cli/commands/list.ts",
  "cli/copies/find.ts",
  "cli/copies/write.ts",
  "cli/ports/javascript.ts",
  "cli/ports/typescript.ts",
];

/**
 * Bundles our own code as two files: main.cjs with what every start needs and what the commonest
 * commands load, and later.cjs with the rest, which main.cjs reads when it comes to it. A start pays
 * for every byte that it compiles, used or not, and for every file that it opens: hence two.
 */
export async function buildHalves(root: string, options: BuildOptions): Promise<Metafile[]> {
  const half = async (name: string, contents: string, plugin: Plugin): Promise<Metafile> => {
    const { metafile } = await build({
      ...options,
      metafile: true,
      stdin: { contents, resolveDir: root },
      outfile: `dist/${name}.cjs`,
      plugins: [...(options.plugins ?? []), plugin],
    });
    return metafile;
  };
  const asked = new Set<string>();
  const start = ["cli/main.ts", ...OFTEN].map((file) => `require("./${file}");`).join("\n");
  const isLate = (_: string, kind: string): boolean => kind === "dynamic-import";
  const { inputs } = await half("main", start, taking("later", root, asked, isLate));
  const late = new Set([...asked].filter((file) => !(file in inputs)));

  const lent = new Set<string>();
  const isEarly = (file: string, kind: string): boolean =>
    kind !== "require-call" && file in inputs;
  const later = await half("later", offering(late), taking("main", root, lent, isEarly));

  const contents = `#!/usr/bin/env node\n${offering(lent)}\nrequire("./cli/main.ts");`;
  const isThere = (file: string): boolean => late.has(file);
  const main = await half("main", contents, taking("later", root, late, isThere));
  return [main, later];
}

/** A module that gives other modules by their places, each evaluated when it is asked for. */
const offering = (files: ReadonlySet<string>): string =>
  `module.exports = [${[...files].map((file) => `() => require("./${file}")`).join(", ")}];`;

/** Takes modules of ours from the other half; which, is added to `taken`. None is there twice. */
const taking = (
  half: "main" | "later",
  root: string,
  taken: Set<string>,
  isElsewhere: (file: string, kind: string) => boolean,
): Plugin => ({
  name: `from-${half}`,
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir, kind, importer }) => {
      if (importer.includes("node_modules")) return undefined;
      const file = path.relative(root, path.join(resolveDir, name)).replaceAll(path.sep, "/");
      if (!isElsewhere(file, kind)) return undefined;
      return { path: file, namespace: half, pluginData: [...taken.add(file)].indexOf(file) };
    });
    bundler.onLoad({ filter: /.*/, namespace: half }, async ({ path: file, pluginData: place }) => {
      const names = Object.keys((await import(path.join(root, file))) as object);
      const contents = `export const { ${names.join(", ")} } = require("./${half}.cjs")[${place}]()`;
      return { contents };
    });
    bundler.onResolve({ filter: /.*/, namespace: half }, ({ path: name }) => ({
      path: name,
      external: true,
    }));
  },
});
