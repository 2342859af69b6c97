import { describe, test, type TestContext } from "vitest";
import { isInstalled } from "../../cli/ports/tools.ts";

/*
 * What a test needs and this machine lacks. At a desk the test is skipped, by name and with the
 * reason; in CI, where everything is supposed to be there, it runs, and fails.
 */

const isCi = Boolean(process.env["CI"]);

/** Tests that need these programs. */
export function describeWith(
  programs: readonly string[],
  title: string,
  tests: () => void | Promise<void>,
): void {
  const lacking = lackingOf(programs);
  describe.skipIf(lacking !== undefined)(titled(title, lacking), tests);
}

/** A test that needs these programs. */
export function testWith(
  programs: readonly string[],
  title: string,
  run: (context: TestContext) => void | Promise<void>,
): void {
  const lacking = lackingOf(programs);
  test.skipIf(lacking !== undefined)(titled(title, lacking), run);
}

/** The same where it shows only at run time, as for what is downloaded. */
export function missing(context: TestContext, reason: string): void {
  if (isCi) throw new Error(reason);
  context.skip(reason);
}

const lackingOf = (programs: readonly string[]): string | undefined =>
  isCi ? undefined : programs.find((program) => !isInstalled(program));

const titled = (title: string, lacking: string | undefined): string =>
  lacking === undefined ? title : `${title} (no ${lacking} here)`;
