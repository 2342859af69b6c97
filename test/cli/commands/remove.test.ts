import { readdirSync } from "node:fs";
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
