import path from "node:path";
import { build, type BuildOptions, type Metafile, type Plugin } from "esbuild";
import { standIn } from "./stand-in.ts";

/**
 * The files that our own code is bundled into, and what each begins with. A start pays for every byte
 * that it compiles, used or not, and for every file that it opens: so main.cjs has what the commonest
 * calls need, program.cjs what reads the flags of all others, later.cjs the rest.
 */
const BEGINNINGS = {
  main: [
    "cli/main.ts",
    "cli/commands/add.ts",
    "cli/commands/list.ts",
    "cli/copies/find.ts",
    "cli/copies/write.ts",
    "cli/ports/javascript.ts",
    "cli/ports/typescript.ts",
  ],
  program: ["cli/program.ts"],
  later: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Modules of functions that the commonest calls need not: what imports them loads them at a call. */
const CALLED_LATE: ReadonlySet<string> = new Set(["cli/ports/ecmascript-tokens.ts"]);

type Part = keyof typeof BEGINNINGS;

const PARTS = Object.keys(BEGINNINGS) as readonly Part[];

interface Division {
  /** The part that a module of ours is in. None is in two. */
  readonly partOf: ReadonlyMap<string, Part>;
  /** The modules that parts take from each other, at the places in which they are offered. */
  readonly offered: (part: Part) => readonly string[];
}

/** Bundles our own code. A module is evaluated when it is first asked for, whatever part it is in. */
export async function buildParts(root: string, options: BuildOptions): Promise<Metafile[]> {
  const { metafile } = await build({
    ...options,
    metafile: true,
    write: false,
    entryPoints: ["cli/main.ts"],
    outdir: "dist",
  });
  const division = divided(metafile.inputs);
  return Promise.all(PARTS.map((part) => buildPart(part, division, root, options)));
}

/** A module is in the first part that cannot do without it, and else in the last. */
function divided(modules: Metafile["inputs"]): Division {
  const isOurs = (file: string) => file.startsWith("cli/");
  const ours = Object.keys(modules).filter(isOurs);
  const imports = (file: string) =>
    (modules[file]?.imports ?? []).filter((imported) => isOurs(imported.path));
  const partOf = new Map<string, Part>();
  const claim = (file: string, part: Part): void => {
    if (partOf.has(file)) return;
    partOf.set(file, part);
    for (const imported of imports(file))
      if (imported.kind !== "dynamic-import" && !CALLED_LATE.has(imported.path))
        claim(imported.path, part);
  };
  for (const part of PARTS) for (const file of BEGINNINGS[part]) claim(file, part);
  for (const file of ours) claim(file, "later");
  const crossing = ours.flatMap((file) =>
    imports(file)
      .map((imported) => imported.path)
      .filter((imported) => partOf.get(imported) !== partOf.get(file)),
  );
  const taken = [...new Set(crossing)];
  return { partOf, offered: (part) => taken.filter((file) => partOf.get(file) === part) };
}

async function buildPart(
  part: Part,
  division: Division,
  root: string,
  options: BuildOptions,
): Promise<Metafile> {
  const offers = division.offered(part).map((file) => `() => require("./${file}")`);
  const offering = `module.exports = [${offers.join(", ")}];`;
  const running = `#!/usr/bin/env node\n${offering}\nrequire("./cli/main.ts");`;
  const { metafile } = await build({
    ...options,
    metafile: true,
    stdin: { contents: part === "main" ? running : offering, resolveDir: root },
    outfile: `dist/${part}.cjs`,
    plugins: [...(options.plugins ?? []), takingOthers(part, division, root)],
  });
  return metafile;
}

/** Takes the modules of ours that are in other parts from there. */
const takingOthers = (part: Part, { partOf, offered }: Division, root: string): Plugin => ({
  name: "taking-others",
  setup(bundler) {
    bundler.onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir }) => {
      const file = path.relative(root, path.join(resolveDir, name)).replaceAll(path.sep, "/");
      const other = partOf.get(file) ?? part;
      return other === part ? undefined : { path: file, namespace: "other", pluginData: other };
    });
    standIn(bundler, "other", async ({ path: file, pluginData }) => {
      const other = pluginData as Part;
      const module = `require("./${other}.cjs")[${offered(other).indexOf(file)}]()`;
      const names = Object.keys((await import(path.join(root, file))) as object);
      return CALLED_LATE.has(file)
        ? names
            .map((name) => `export const ${name} = (...args) => ${module}.${name}(...args);`)
            .join("\n")
        : `export const { ${names.join(", ")} } = ${module};`;
    });
  },
});
