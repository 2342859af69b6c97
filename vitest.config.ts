import { defineConfig } from "vitest/config";

/** Each runs a compiler dozens of times, to ask of one language all that there is to ask. */
const languages = "test/ports/{c,elixir,go,java,python,rust}.test.ts";

/** Tests leave nothing behind in their process, so that files can share what they import. */
const isolate = false;

const fast = {
  name: "fast",
  isolate,
  include: ["test/**/*.test.ts"],
  exclude: ["test/full/**", "test/e2e/**", languages],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/** Drives the packed tarball, installed once, in scratch projects. */
const e2e = {
  name: "e2e",
  isolate,
  include: ["test/e2e/**/*.test.ts"],
  globalSetup: ["test/e2e/support/install.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** Slower, or allowed to download: every language by its strictest tools, other runtimes, a browser. */
const full = {
  name: "full",
  include: ["test/full/**/*.test.ts", languages],
  testTimeout: 300_000,
  hookTimeout: 600_000,
};

export default defineConfig({
  test: {
    maxWorkers: "100%", // by default one core is left idle
    reporters: ["default", "./test/support/summary.ts"],
    projects: [{ test: fast }, { test: e2e }, { test: full }],
  },
});
