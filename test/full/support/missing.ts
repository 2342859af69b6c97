import type { TestContext } from "vitest";

/**
 * For what a test needs and this machine lacks. At a desk the test is skipped, by name and with the
 * reason; in CI, where everything is supposed to be there, it fails.
 */
export function missing(context: TestContext, reason: string): void {
  if (process.env["CI"] === "true") throw new Error(reason);
  context.skip(reason);
}
