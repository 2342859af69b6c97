import { defineConfig } from "vitest/config";

const fast = {
  name: "fast",
  include: ["test/**/*.test.ts"],
  exclude: ["test/full/**"],
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

/** Slower, and allowed to download: other runtimes, a browser. */
const full = {
  name: "full",
  include: ["test/full/**/*.test.ts"],
  testTimeout: 300_000,
  hookTimeout: 600_000,
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/support/summary.ts"],
    projects: [{ test: fast }, { test: full }],
  },
});
