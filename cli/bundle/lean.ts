import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "esbuild";

/** picocolors looks at the streams as it loads, which is what costs; it is told whether to colour. */
export const blindPicocolors: Plugin = {
  name: "blind-picocolors",
  setup(bundler) {
    bundler.onLoad({ filter: /picocolors\.js$/ }, ({ path: file }) => ({
      contents: `var process = {};\n${readFileSync(file, "utf8")}`,
    }));
  },
};

/** Our own modules share what they import of Node: by itself, each makes a copy of the whole of it. */
export const sharedBuiltins = (root: string): Plugin => ({
  name: "shared-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:/ }, ({ path: name, kind, importer }) =>
      kind === "import-statement" && !importer.includes("node_modules")
        ? { path: name, namespace: "shared" }
        : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "shared" }, ({ path: name }) => ({
      contents: `const builtin = require("${name}");
        export default builtin;
        export const { ${exportsTaken(name, root).join(", ")} } = builtin;`,
    }));
  },
});

/**
 * Parts of libraries that are left out: of sucrase, which takes types away here and nothing else, what
 * it knows of JSX, Flow and CommonJS; of prompts, the kinds of question that are not asked.
 */
const UNUSED: Readonly<Record<string, RegExp>> = {
  sucrase:
    /\/(HelperManager|Options|computeSourceMap|CJSImportProcessor|formatTokens|flow|jsx\/index|(CJSImport|Flow|JestHoist|JSX|NumericSeparator|OptionalCatchBinding|OptionalChainingNullish|ReactDisplayName|ReactHotLoader)Transformer)$/,
  prompts: /\/(autocomplete|autocompleteMultiselect|date|number|toggle)$/,
};

/** sucrase calls these: of what it adds to code, types need nothing. */
const UNUSED_BUT_CALLED =
  'exports.validateOptions = () => {}; exports.HelperManager = class { emitHelpers() { return "" } }';

export const leanLibraries: Plugin = {
  name: "lean-libraries",
  setup(bundler) {
    for (const [library, unused] of Object.entries(UNUSED)) {
      const isWithin = new RegExp(`node_modules.${library}\\b`);
      bundler.onResolve({ filter: unused }, ({ importer, path: name }) =>
        isWithin.test(importer) ? { path: name, namespace: "unused" } : undefined,
      );
    }
    bundler.onLoad({ filter: /.*/, namespace: "unused" }, () => ({
      contents: UNUSED_BUT_CALLED,
    }));
  },
};

/** sucrase looks words up in a large table of numbers, nearly all of them -1; this holds the others, and how far they are apart. */
export const sparseWordTree = (root: string): Plugin => ({
  name: "sparse-word-tree",
  setup(bundler) {
    bundler.onLoad({ filter: /sucrase.*readWordTree\.js$/ }, async () => {
      const file = path.join(root, "node_modules/sucrase/dist/parser/tokenizer/readWordTree.js");
      const { READ_WORD_TREE: tree } = (await import(file)) as { READ_WORD_TREE: Int32Array };
      const places = [...tree.keys()].filter((at) => tree[at] !== -1);
      const pairs = places.map((at, index) => [at - (places[index - 1] ?? 0), tree[at]]);
      return {
        contents: `export const READ_WORD_TREE = new Int32Array(${tree.length}).fill(-1);
          const pairs = [${pairs.join()}];
          for (let at = 0, i = 0; i < pairs.length; i += 2)
            READ_WORD_TREE[(at += pairs[i])] = pairs[i + 1];`,
      };
    });
  },
});

/** get-tsconfig, minified, gives each of its functions its name back: here nobody reads them. */
export const namelessTsconfig: Plugin = {
  name: "nameless-tsconfig",
  setup(bundler) {
    const naming =
      /var (\w+)=Object\.defineProperty;var (\w+)=\(e,t\)=>\1\(e,"name",\{value:t,configurable:!0\}\);/;
    bundler.onLoad({ filter: /get-tsconfig.dist.index\.mjs$/ }, ({ path: file }) => {
      const text = readFileSync(file, "utf8");
      if (!naming.test(text)) throw new Error(`${file} names its functions otherwise, or no more`);
      return {
        contents: text.replace(naming, "/* @__NO_SIDE_EFFECTS__ */ function $2(e){return e}"),
      };
    });
  },
};

/** A proxy is asked without its log of what it does, and without authentication by Kerberos. */
export const leanProxyAgent: Plugin = {
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

/** fs-extra removes a folder here: so few files need no care for how many the system lets be open. */
export const plainFs: Plugin = {
  name: "plain-fs",
  setup(bundler) {
    bundler.onResolve({ filter: /^graceful-fs$/ }, () => ({ path: "node:fs", external: true }));
  },
};

/** A library is bundled without the exports that the command line's own code does not import by name. */
export const takenExports = (root: string): Plugin => ({
  name: "taken-exports",
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path: library, kind }) =>
      kind === "entry-point" && exportsTaken(library, root).length > 0
        ? { path: library, namespace: "taken" }
        : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "taken" }, ({ path: library }) => ({
      contents: `export { ${exportsTaken(library, root).join(", ")} } from "${library}"`,
      resolveDir: root,
    }));
  },
});

function exportsTaken(library: string, root: string): readonly string[] {
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
