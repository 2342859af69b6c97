import type { OnLoadArgs, PluginBuild } from "esbuild";

/** Modules of a namespace are made of these contents. What they load in turn is there at run time. */
export function standIn(
  bundler: PluginBuild,
  namespace: string,
  contentsOf: (asked: OnLoadArgs) => string | Promise<string>,
): void {
  bundler.onLoad({ filter: /.*/, namespace }, async (asked) => ({
    contents: await contentsOf(asked),
  }));
  bundler.onResolve({ filter: /.*/, namespace }, ({ path }) => ({ path, external: true }));
}
