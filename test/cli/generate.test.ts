import { expect, test } from "vitest";
import { derivedTexts } from "../../cli/derived.ts";
import { generate } from "../../registry/generate.ts";

const texts = await derivedTexts(process.cwd());

test("the help texts in docs/commands.md and the schema of policybook.json are up to date", async () => {
  const said: string[] = [];
  await generate(
    process.cwd(),
    true,
    (line) => said.push(line),
    () => Promise.resolve(texts),
  );
  expect(said).toEqual([]);
});

test("every command's help is in docs/commands.md", () => {
  const page = texts["docs/commands.md"] ?? "";
  for (const command of ["list", "show", "add", "diff", "verify", "bench", "init"]) {
    expect(page).toMatch(new RegExp(`Usage: policybook ${command}\\b`));
  }
});
