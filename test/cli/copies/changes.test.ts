import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { ownChanges, readableChanges, upstreamChanges } from "../../../cli/copies/changes.ts";
import { compare } from "../../../cli/copies/compare.ts";
import { parseCopy } from "../../../cli/copies/provenance.ts";
import {
  copyText,
  edited,
  fixtureRegistry,
  reformatted,
  twoReleases,
  V1,
  V2,
} from "./support/registry.ts";

function compared(text: string, path = "src/steady.ts") {
  const copy = parseCopy(text);
  if (copy === undefined) throw new Error("the test's text is no copy");
  return {
    ...compare(copy, fixtureRegistry(twoReleases)),
    path,
    policy: "steady",
    file: "steady.ts",
  };
}

test("the two sides of a diverged copy are shown apart", () => {
  const copy = compared(copyText("1.0.0", V1, edited(V1)));
  expect(ownChanges(copy)).toBe(`--- steady.ts (1.0.0, as copied)
+++ src/steady.ts
@@ -2,6 +2,6 @@
 // What it does.
 export function delay(attempt: number): number {
-  const base = "a".length;
+  const base = "abc".length;
   return base * attempt;
 }
 
`);
  expect(upstreamChanges(copy)).toBe(`--- steady.ts (1.0.0, as copied)
+++ steady.ts (1.1.0, upstream)
@@ -2,7 +2,7 @@
 // What it does.
 export function delay(attempt: number): number {
   const base = "a".length;
-  return base * attempt;
+  return Math.min(base * attempt, 9);
 }
 
 export const name = "steady";
`);
});

test("a diff turns the one file into the other, provenance line included", () => {
  const [released, changed] = [copyText("1.0.0", V1), copyText("1.0.0", V1, edited(V1))];
  const options = { fuzzFactor: 0, autoConvertLineEndings: false };
  expect(applyPatch(released, ownChanges(compared(changed)) ?? "", options)).toBe(changed);
});

test("there is nothing to show of a side that did not change", () => {
  const behind = compared(copyText("1.0.0", V1));
  const formatting = compared(copyText("1.1.0", V2, reformatted(V2)));
  const own = compared(copyText("1.1.0", V2, edited(V2)));
  const unknown = compared(copyText("9.0.0", V1, edited(V1)));
  expect([behind, formatting, unknown].map(ownChanges)).toEqual([undefined, undefined, undefined]);
  expect([formatting, own, unknown].map(upstreamChanges)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("for a reader, an edit stands out of what a formatter did", () => {
  const copy = compared(copyText("1.0.0", V1, reformatted(edited(V1))));
  const lines = readableChanges(copy)?.split("\n") ?? [];
  const changed = lines.filter((line) => /^[-+](?![-+])/.test(line));
  expect(changed).toEqual([`-  const base = "a".length;`, `+  const base = 'abc'.length`]);
  expect(lines.at(-2)).toBe("(Formatting is left out, and lines are numbered as without it.)");
  expect(ownChanges(copy)).toContain(`-export const name = "steady";`);
});

test("a path cannot break the head of a diff", () => {
  const copy = compared(copyText("1.1.0", V2, edited(V2)), "a\n--- b\u001b[31m/é.ts");
  expect(ownChanges(copy)?.split("\n")[1]).toBe(String.raw`+++ a\x0a--- b\x1b[31m/é.ts`);
});
