import { expect, test } from "vitest";
import { compareVersions, isVersion } from "../../../cli/copies/versions.ts";

// The order of semver.org, and numbers that compare wrongly as text.
const ASCENDING = [
  "0.9.10",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0-rc-x.1",
  "1.0.0",
  "1.0.2",
  "1.0.10",
  "1.9.0",
  "1.10.0",
  "10.0.0",
];

test("versions compare by their numbers and labels", () => {
  for (const [i, a] of ASCENDING.entries()) {
    for (const [j, b] of ASCENDING.entries()) {
      expect(Math.sign(compareVersions(a, b)), `${a} and ${b}`).toBe(Math.sign(i - j));
    }
  }
});

test("build metadata has no part in the order", () => {
  expect(compareVersions("1.0.0+1", "1.0.0+2")).toBe(0);
  expect(compareVersions("1.0.0+x-y", "1.0.0")).toBe(0);
});

test("what is no version is told", () => {
  expect(ASCENDING.every(isVersion)).toBe(true);
  expect(["1.0", "v1.0.0", "1.0.0.0", "latest", ""].some(isVersion)).toBe(false);
});
