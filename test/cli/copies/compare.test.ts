import { describe, expect, test } from "vitest";
import { compare } from "../../../cli/copies/compare.ts";
import { parseCopy } from "../../../cli/copies/provenance.ts";
import type { Registry } from "../../../cli/registry/registry.ts";
import { PolicybookError } from "../../../cli/ui/errors.ts";
import {
  copyText,
  edited,
  fixtureRegistry,
  reformatted,
  twoReleases,
  V1,
  V2,
} from "./support/registry.ts";

function comparison(
  text: string,
  registry: Registry | PolicybookError = fixtureRegistry(twoReleases),
) {
  const copy = parseCopy(text);
  if (copy === undefined) throw new Error("the test's text is no copy");
  return compare(copy, registry);
}

describe("the state of a copy", () => {
  test.each([
    ["current", copyText("1.1.0", V2), { version: "1.1.0" }],
    ["current", copyText("1.1.0", V2).replaceAll("\n", "\r\n"), { version: "1.1.0" }],
    ["current", `\uFEFF${copyText("1.1.0", V2)}`, { version: "1.1.0" }],
    ["formatting", copyText("1.1.0", V2, reformatted(V2)), { version: "1.1.0", formatted: true }],
    ["edited", copyText("1.1.0", V2, edited(V2)), { base: V2, theirs: V2, yours: edited(V2) }],
    ["behind", copyText("1.0.0", V1), { version: "1.0.0", base: V1, theirs: V2, formatted: false }],
    ["behind", copyText("1.0.0", V1, reformatted(V1)), { version: "1.0.0", formatted: true }],
    ["diverged", copyText("1.0.0", V1, edited(V1)), { base: V1, theirs: V2, yours: edited(V1) }],
    ["diverged", copyText("1.0.0", V1, reformatted(edited(V1))), { formatted: false }],
  ])("is %s (%#)", (state, text, rest) => {
    expect(comparison(text)).toMatchObject({ state, upstream: "1.1.0", ...rest });
  });

  test("follows the text where a release was pasted below an older line", () => {
    expect(comparison(copyText("1.0.0", V1, V2))).toMatchObject({ state: "current" });
    expect(comparison(copyText("1.0.0", V1, reformatted(V2)))).toMatchObject({
      state: "formatting",
      version: "1.1.0",
    });
  });

  test.each([
    ["as it was", V1],
    ["laid out anew", reformatted(V1)],
  ])("is edited where an older release was put back below a newer line: %s", (_, body) => {
    const rejected = copyText("1.1.0", V2, body);
    expect(comparison(rejected)).toMatchObject({ state: "edited", version: "1.1.0", base: V2 });
    const registry = fixtureRegistry({ ...twoReleases, "2.0.0": { "steady.ts": `${V2}// 2\n` } });
    expect(comparison(rejected, registry)).toMatchObject({ state: "diverged", version: "1.1.0" });
  });

  test("does not change with a release that left the file as it was", () => {
    const registry = fixtureRegistry({
      "1.0.0": { "steady.ts": V1 },
      "1.0.1": { "steady.ts": V1 },
    });
    expect(comparison(copyText("1.0.0", V1), registry).state).toBe("current");
    expect(comparison(copyText("1.0.0", V1, edited(V1)), registry).state).toBe("edited");
  });

  test("compares versions by their numbers", () => {
    const registry = fixtureRegistry({
      "1.9.0": { "steady.ts": V1 },
      "1.10.0": { "steady.ts": V2 },
    });
    expect(comparison(copyText("1.9.0", V1), registry)).toMatchObject({
      state: "behind",
      upstream: "1.10.0",
    });
  });

  test("of a copy without a hash in order is known as long as its text is a release's", () => {
    const damaged = copyText("1.1.0", V2).replace(/[0-9a-f]{64}/, "0".repeat(64));
    expect(comparison(damaged).state).toBe("current");
  });
});

describe("a state that cannot be told says why", () => {
  const changed = edited(V1);
  test.each([
    ["the policy", copyText("1.0.0", V1).replace("steady/", "other/"), /no policy named "other"/],
    [
      "the file",
      copyText("1.0.0", V1).replace("steady.ts@", "steady.go@"),
      /no file named "steady.go"/,
    ],
    [
      "a file named like a property",
      copyText("1.0.0", V1).replace("steady.ts@", "constructor@"),
      /no file named "constructor"/,
    ],
    [
      "a file named like a folder",
      copyText("1.0.0", V1).replace("steady.ts@", "..@"),
      /no file named "\.\."/,
    ],
    ["the version", copyText("1.0.5", V1, changed), /1\.0\.5 never had a steady\.ts/],
    ["a newer version", copyText("1.2.0", V1), /newer than this policybook, which has 1\.1\.0$/],
    [
      "the hash",
      copyText("1.0.0", "other", changed),
      /the hash on its first line is not that of steady\.ts 1\.0\.0/,
    ],
  ])("%s", (_, text, reason) => {
    const { state, reason: said, suggestion, base } = comparison(text);
    expect({ state, base }).toEqual({ state: "unknown", base: undefined });
    expect(said).toMatch(reason);
    expect(suggestion).toContain("restore its first line from version control.");
  });

  test("a registry that could not be read", () => {
    const error = new PolicybookError("unreachable", "it is out of reach.", "Go nearer.");
    expect(comparison(copyText("1.0.0", V1), error)).toMatchObject({
      state: "unknown",
      version: "1.0.0",
      reason: "it is out of reach",
      suggestion: "Go nearer.",
    });
  });

  test("a file that upstream dropped", () => {
    const registry = fixtureRegistry({
      "1.0.0": { "steady.ts": V1 },
      "2.0.0": { "steady.js": "x" },
    });
    expect(comparison(copyText("1.0.0", V1), registry)).toMatchObject({
      state: "unknown",
      upstream: "2.0.0",
      reason: expect.stringContaining("has no steady.ts since 1.0.0"),
      suggestion: expect.stringContaining("Delete its line"),
    });
  });
});
