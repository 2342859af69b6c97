import { expect, test } from "vitest";
import { contents, policybook, scratch } from "./support/policybook.ts";

/** The entry answers these itself; with a flag that changes nothing, commander reads them. */
test.each([
  [["list"]],
  [["list", "jitter"]],
  [["list", "no-such-thing"]],
  [["list", ""]],
  [["list", "jitter", "backoff"]],
  [["add", "full-jitter"]],
  [["add", "exponential-full-jitter", "rng", "full-jitter"]],
  [["add"]],
  [["add", ""]],
  [["add", "full-jiter"]],
  [["add", "../full-jitter"]],
  [["add", "https://example.invalid/r/thing.txt"]],
])("%j does what it does where its flags are read", (args) => {
  const outcome = (...more: readonly string[]) => {
    const folder = scratch({ "tsconfig.json": "{}" });
    const { status, stdout, stderr } = policybook(folder, [...args, ...more]);
    return { status, stdout, stderr, files: contents(folder) };
  };
  expect(outcome()).toEqual(outcome("--cwd", "."));
});
