import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { remove } from "../../../cli/commands/remove.ts";
import { copyText, fixtureRegistry, twoReleases, V1, V2 } from "../copies/support/registry.ts";
import { scratch } from "../copies/support/scratch.ts";
import { printed } from "./support/printed.ts";

beforeEach(() => void vi.stubEnv("POLICYBOOK_REGISTRY", fixtureRegistry(twoReleases).folder));
afterEach(() => vi.unstubAllEnvs());

describe("what the registry could not give back is not removed without --force", () => {
  test("an older release that was put back below a newer line", async () => {
    const cwd = scratch({ "a.ts": copyText("1.1.0", V2, V1) });
    await expect(remove(["a.ts"], { cwd })).rejects.toThrow("the registry cannot give back");
    expect(readdirSync(cwd)).toEqual(["a.ts"]);
    await printed(() => remove(["a.ts"], { cwd, force: true }));
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test("a copy is removed whatever its folder is called", async () => {
  const cwd = scratch({ "a%20b/\u0001.ts": copyText("1.0.0", V1), "b.ts": copyText("1.0.0", V1) });
  const { exit } = await printed(() => remove(["."], { cwd }));
  expect({ exit, left: readdirSync(cwd) }).toEqual({ exit: 0, left: [] });
});

test("one that cannot be removed is told of, and the others are removed", async () => {
  const outside = scratch({ "in/b.ts": copyText("1.0.0", V1), "a.ts": copyText("1.0.0", V1) });
  const cwd = path.join(outside, "in");
  const { exit, stderr } = await printed(() => remove(["../a.ts", "b.ts"], { cwd }));
  expect({ exit, left: readdirSync(outside, { recursive: true }) }).toEqual({
    exit: 2,
    left: ["a.ts", "in"],
  });
  expect(stderr).toContain("../a.ts: it is outside of the project");
});
