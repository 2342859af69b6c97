import type { TestCase, TestModule, TestSuite, Vitest, Reporter } from "vitest/node";

/**
 * The last words of a test run: every skipped test by name, so that nothing is skipped in silence,
 * and one line with the counts, alone and last, for whoever reads only that.
 */
export default class Summary implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const skipped = inState("skipped");
    // A file that cannot load, a hook that throws or a stray rejection fails the run without
    // failing a test: each counts, or the last line would call a failed run clean.
    const beyondTests = modules.flatMap(brokenSuites).length + unhandledErrors.length;

    const lines = [
      ...(skipped.length > 0 ? ["Skipped:", ...skipped.map(describeSkip)] : []),
      `${inState("passed").length} passed, ${inState("failed").length + beyondTests} failed, ${skipped.length} skipped`,
    ];
    for (const line of lines) this.vitest?.logger.log(line);
  }
}

function brokenSuites(module: TestModule): (TestModule | TestSuite)[] {
  return [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
}

function describeSkip(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" && result.note ? ` (${result.note})` : "";
  return `  ${test.module.relativeModuleId} > ${test.fullName}${note}`;
}
