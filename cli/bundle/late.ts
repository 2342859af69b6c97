import type { Plugin } from "esbuild";

/** Libraries that only some commands need: each is a file of its own, read when it is asked for. */
export const LATE = [
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
export const lateLibraries: Plugin = {
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

/** Imported by what is not always asked to ignore anything: it loads the library when it is. */
export const lateIgnore: Plugin = {
  name: "late-ignore",
  setup(bundler) {
    bundler.onResolve({ filter: /^ignore$/ }, ({ path: name, kind }) =>
      kind === "import-statement" ? { path: name, namespace: "called" } : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "called" }, () => ({
      contents: "export default (options) => require('./ignore.cjs')(options)",
    }));
    bundler.onResolve({ filter: /.*/, namespace: "called" }, ({ path: file }) => ({
      path: file,
      external: true,
    }));
  },
};

/**
 * What some libraries load of Node for what is not used here, which costs a start as much as all their
 * own code does. This loads it when it is used.
 */
const LATE_BUILTINS: Readonly<Record<string, string>> = {
  "node:child_process": "exports.spawn = (...args) => require('child_process').spawn(...args)",
  "node:module": "exports.findPnpApi = (folder) => require('module').findPnpApi?.(folder)",
};

export const lateBuiltins: Plugin = {
  name: "late-builtins",
  setup(bundler) {
    bundler.onResolve({ filter: /^node:(child_process|module)$/ }, ({ importer, path: name }) =>
      /node_modules.(commander|get-tsconfig)/.test(importer)
        ? { path: name, namespace: "late" }
        : undefined,
    );
    bundler.onLoad({ filter: /.*/, namespace: "late" }, ({ path: name }) => ({
      contents: LATE_BUILTINS[name] ?? "",
    }));
  },
};
