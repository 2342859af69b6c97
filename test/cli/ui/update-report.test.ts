import { expect, test } from "vitest";
import type { PlannedUpdate } from "../../../cli/copies/planned-update.ts";
import { verifyQuestion } from "../../../cli/ui/update-report.ts";

const updated = (...sources: readonly (string | undefined)[]) =>
  sources.map((source) => ({ source }) as PlannedUpdate);

test("policybook's own code is run where return is pressed", () => {
  expect(verifyQuestion(updated(undefined, undefined))).toEqual([
    "Run the vectors against what was updated?",
    true,
  ]);
});

test("a stranger's is not, and the question says whose it is", () => {
  const [question, yes] = verifyQuestion(updated(undefined, "@acme/a", "@acme/a", "./b.json"));
  expect(question).toContain("That runs code just fetched from @acme/a, ./b.json.");
  expect(yes).toBe(false);
});
