import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { place } from "../ports/suite/usages.ts";
import { names } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { sharedFolder, write } from "../support/scratch.ts";
import { testLayout } from "./support/layout.ts";

/** A project as `mix new` makes it, with every copy in it. Nothing is downloaded. */
describeWith(["mix"], "Elixir, by mix", () => {
  const workspace = sharedFolder(async (folder) => {
    await runTool("mix", ["new", "my_app"], folder);
    const root = path.join(folder, "my_app");
    for (const name of names) {
      const layout = { files: {} };
      await place(elixir, { name, layout, root }, `example_${name.replaceAll("-", "_")}.exs`);
    }
    write(root, "test/retry_test.exs", DOCTESTS);
  });
  const mix = (...args: string[]) =>
    runTool("mix", args, path.join(workspace(), "my_app"), {
      MIX_HOME: path.join(workspace(), "home"),
      HEX_OFFLINE: "1",
    });

  testLayout(elixir, {
    own: { "play.exs": readFileSync("vectors/play.exs", "utf8") },
    check: (folder, files) =>
      mix("format", "--check-formatted", ...files.map((file) => path.join(folder, file))),
  });

  test("mix format would change nothing in the project either, where names are longer", async () => {
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

${names.map((name) => `  doctest MyApp.Retry.${moduleName(name)}`).join("\n")}
end
`;

function moduleName(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
}
