import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { items, lacking, sourceOf, titleOf } from "../ports/support/played.ts";

/** A project as `mix new` makes it, with every copy in it. Nothing is downloaded. */
describe.skipIf(lacking(elixir))(`${titleOf(elixir)}, by mix`, () => {
  let workspace = "";
  let root = "";
  const mix = (...args: string[]) =>
    runTool("mix", args, root, { MIX_HOME: path.join(workspace, "home"), HEX_OFFLINE: "1" });

  beforeAll(async () => {
    workspace = mkdtempSync(path.join(tmpdir(), "policybook-mix-"));
    await runTool("mix", ["new", "my_app"], workspace);
    root = path.join(workspace, "my_app");
    const project = new Project(root);
    for (const item of items) {
      const { file, text } = sourceOf(item, elixir);
      const copy = path.posix.join(elixir.folder(project), file);
      const target = { project, copy };
      mkdirSync(path.dirname(path.join(root, copy)), { recursive: true });
      writeFileSync(path.join(root, copy), elixir.adapt?.(text, target) ?? text);
      const example = path.join(root, `example_${path.basename(file)}s`);
      writeFileSync(example, await elixir.usage(item, target));
    }
    writeFileSync(path.join(root, "test", "retry_test.exs"), DOCTESTS);
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  test("mix format would change nothing: ports, player and usages", async () => {
    const ports = items.map((item) =>
      path.resolve("registry", item.name, sourceOf(item, elixir).file),
    );
    await mix("format", "--check-formatted", ...ports, path.resolve("vectors/play.exs"));
    await mix("format", "--check-formatted", "example_*.exs", "lib/**/*.ex");
  });

  test("mix compile has no warnings", async () => {
    await mix("compile", "--warnings-as-errors", "--force");
  });

  test("the doctests run under the project's own module names", async () => {
    expect(await mix("test", "--warnings-as-errors")).toMatch(/\b1\d doctests, .*\b0 failures/);
  });
});

const DOCTESTS = `defmodule MyApp.RetryTest do
  use ExUnit.Case, async: true

${items.map(({ name }) => `  doctest MyApp.Retry.${moduleName(name)}`).join("\n")}
end
`;

function moduleName(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}
