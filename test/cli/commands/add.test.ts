import { beforeEach, describe, expect, test, vi } from "vitest";
import { add } from "../../../cli/commands/add.ts";
import type { PolicybookError } from "../../../cli/ui/errors.ts";
import {
  copyText,
  edited,
  fixtureRegistry,
  reformatted,
  twoReleases,
  V1,
  V2,
} from "../copies/support/registry.ts";
import { scratch } from "../copies/support/scratch.ts";

beforeEach(() => void vi.stubEnv("POLICYBOOK_REGISTRY", fixtureRegistry(twoReleases).folder));

const EDITED = copyText("1.1.0", V2, edited(V2));

/** What is advised where this is in the way. */
async function advice(existing: string, dir = "retry"): Promise<readonly string[]> {
  const cwd = scratch({ "tsconfig.json": "{}", [`${dir}/steady.ts`]: existing });
  const refused = await add(["steady"], { cwd, dir }).catch((error: unknown) => error);
  const { message, suggestion } = refused as PolicybookError;
  expect(message).toBe(
    `${dir}/steady.ts is already there and differs from what would be written; nothing was written.`,
  );
  return suggestion.replaceAll(` --cwd ${cwd}`, "").split("\n");
}

describe("of a file in the way add says what it is", () => {
  const decide = expect.stringMatching(/^Decide with --overwrite/) as string;
  const of = "retry/steady.ts is a copy of steady";

  test.each([
    ["edited", EDITED, "that you changed", "diff"],
    ["reformatted", copyText("1.1.0", V2, reformatted(V2)), "in another layout", "diff"],
    ["behind", copyText("1.0.0", V1), "that is behind", "update"],
    ["diverged", copyText("1.0.0", V1, edited(V1)), "that is behind, and that you", "update"],
    ["unknown", copyText("9.0.0", V2), "of which it cannot be told", "diff"],
  ])("a copy of the same, %s, and the command for that", async (_, existing, what, command) => {
    const [line, ...rest] = await advice(existing);
    expect(line).toContain(`${of} ${what}`);
    expect(line).toContain(`\`policybook ${command} retry/steady.ts\``);
    expect(rest).toEqual([decide]);
  });

  test.each([
    ["what is no copy", "mine\n"],
    ["a copy of another policy", EDITED.replace("steady/", "constant/")],
    ["a copy of another file", EDITED.replace("steady.ts@", "steady.js@")],
    ["a copy of another registry's", EDITED.replace("\n", " from @acme/steady\n")],
  ])("%s is only to be decided about", async (_, existing) => {
    expect(await advice(existing)).toEqual([decide]);
  });

  test("the command is right for a shell", async () => {
    const [line] = await advice(copyText("1.0.0", V1), "it's here");
    expect(line).toContain(String.raw`policybook update 'it'\''s here/steady.ts'`);
  });
});
