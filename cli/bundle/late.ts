import type { Plugin } from "esbuild";
import { standIn } from "./stand-in.ts";

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

/** One of them that is imported by what seldom needs it, for a function that loads it when called. */
const CALLED = "ignore";

/** (Node loads what import() names by its ES module loader, which costs a start as much as bare Node.) */
export const lateLibraries: Plugin = {
  name: "late-libraries",
  setup(bundler) {
    bundler.onResolve({ filter: new RegExp(`^(${LATE.join("|")})$`) }, ({ path: name, kind }) => {
      if (kind === "entry-point") return undefined;
      const file = `./${name}.cjs`;
      if (kind === "dynamic-import") return { path: file, namespace: "required" };
      return name === CALLED ? { path: file, namespace: "called" } : { path: file, external: true };
    });
    standIn(bundler, "required", ({ path: file }) => `module.exports = require("${file}")`);
    standIn(
      bundler,
      "called",
      ({ path: file }) => `export default (...args) => require("${file}")(...args)`,
    );
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
