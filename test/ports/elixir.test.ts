import path from "node:path";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { asInRegistry, inNamespace } from "../../cli/ports/elixir-modules.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { describeWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { testPort } from "./suite/suite.ts";
import { place } from "./suite/usages.ts";
import { COMPILE_EACH_ALONE, ELIXIR_IDIOM } from "./support/elixir-idiom.ts";
import { filesIn, itemNamed, sourceOf } from "./support/registry.ts";

const OFFLINE = { MIX_HOME: path.join(tmpdir(), "policybook-no-mix-home"), MIX_QUIET: "1" };
const fileOf = (name: string): string => `${name.replaceAll("-", "_")}.ex`;

const MIX = `defmodule MyApp.MixProject do
  use Mix.Project

  def project, do: [app: :my_app, version: "0.1.0", elixir: "~> 1.13"]
end
`;

testPort(elixir, {
  vectors: {
    expressible: 0.8,
    ruledOut: ({ cases }) =>
      cases
        .filter((each) => /"-?(?:NaN|Infinity)"/.test(JSON.stringify(each)))
        .map(({ name }) => name),
  },
  faults: {
    rounds: [
      {
        constant: ["value in 0..@max_delay_ms", "value >= 0"],
        exponential: ["min(base_ms, cap_ms)", "base_ms"],
        "full-jitter": ["policy.cap_ms) + 1)", "policy.cap_ms))"],
        // Draws before it refuses, and drops the source's state.
        "equal-jitter": [
          "    # An integer is less",
          "    draw(policy.rng, 1)\n    # An integer is less",
        ],
        "decorrelated-jitter": ["prev_ms: delay, rng", "rng"],
        "retry-after-aware": ["hint >= 0", "hint > 0"],
        "retry-after-jitter": ["hint > cap_ms", "hint >= cap_ms"],
        rng: ["if value < lowest", "if value < 0"],
      },
    ],
    unbuildable: { edit: ["defp limit!(nil)", "defp nil"], complaint: "CompileError" },
  },
  compiling: {
    alone: {
      beside: { "each.exs": COMPILE_EACH_ALONE },
      atOnce: true,
      async compile(root, folders) {
        const files = folders.map((folder) => `${folder}/${fileOf(folder)}`);
        const output = await runTool("elixir", ["each.exs", ...files], root);
        return output.trim().split("\n").length === files.length ? "" : output;
      },
    },
    together: {
      folder: "lib",
      program: () => ({ "ebin/idiom.exs": ELIXIR_IDIOM }),
      async run(root) {
        const sources = Object.keys(filesIn(elixir)).map((file) => `lib/${file}`);
        await runTool("elixirc", ["-o", "ebin", ...sources], root);
        const output = await runTool("elixir", ["-pa", "ebin", "ebin/idiom.exs"], root);
        return /^all as documented\n/m.exec(output)?.[0] ?? output; // ExUnit has its say, too
      },
    },
  },
  usages: {
    layouts: [{ files: { "mix.exs": MIX } }],
    shared: true,
    program: (name) => `example-${name}.exs`,
    async run(placed) {
      const root = placed[0]?.root ?? "";
      await runTool("mix", ["compile", "--warnings-as-errors"], root, OFFLINE);
      const programs = placed.flatMap(({ program }) => ["-r", program]);
      const output = await runTool("mix", ["run", ...programs], root, OFFLINE);
      return output.trim().split("\n");
    },
    prints: { policy: '{:ok, "succeeded at attempt 3"}', generator: "{21, 32}" },
  },
  projects: [
    [{ "mix.exs": MIX }, "mix.exs", "lib/my_app/retry"],
    [{ "mix.exs": "[app: :web2, x: 1]" }, "mix.exs", "lib/web2/retry"],
    [
      { "mix.exs": "defmodule BigUmbrella.MixProject do\n  [apps_path: 1]" },
      "mix.exs",
      "lib/big_umbrella/retry",
    ],
    [{ "main.ex": "" }, undefined, "lib/retry"],
  ],
  meaning: {
    item: "full-jitter",
    edits: [
      ["policy.cap_ms) + 1)", "policy.cap_ms) + 2)"],
      ["ceiling(attempt - 1, base_ms * 2", "ceiling(attempt - 1, base_ms * 3"],
    ],
  },
});

describeWith(["elixir"], "outside a mix project", () => {
  test("the usage loads the copy itself", async () => {
    const root = scratch();
    await place(elixir, { name: "full-jitter", layout: { files: {} }, root }, "lib/example.exs");
    const output = await runTool("elixir", ["lib/example.exs"], root);
    expect(output).toBe('{:ok, "succeeded at attempt 3"}\n');
  });
});

describe("a copy's module", () => {
  const full = sourceOf(itemNamed("full-jitter"), elixir).text;

  test.each([
    [{ "mix.exs": MIX }, "MyApp.Retry.FullJitter"],
    [{ "mix.exs": "[app: :web2, x: 1]" }, "Web2.Retry.FullJitter"],
    [
      { "mix.exs": "defmodule BigUmbrella.MixProject do\n  [apps_path: 1]" },
      "BigUmbrella.Retry.FullJitter",
    ],
    [{ "main.ex": "" }, "Retry.FullJitter"],
  ] as const)("in %j is %s", (files, module) => {
    const project = new Project(scratch(files));
    const copy = `${elixir.folder(project)}/full_jitter.ex`;
    const adapted = elixir.adapt?.(full, { project, copy }) ?? "";
    expect(adapted).toContain(`\ndefmodule ${module} do\n`);
    expect(adapted).toContain(`iex> policy = ${module}.new(`);
    expect(adapted.replaceAll(module, "Retry.FullJitter")).toBe(full);
  });

  test("a copy in any namespace is restored, edited or not, and nothing else is renamed", () => {
    const edited = full.replace(
      "100)",
      "200) # not MyApp.Retry.FullJitters, nor X.Retry.FullJitter",
    );
    for (const text of [full, edited]) {
      for (const namespace of ["MyApp.Retry", "A", "A.B.C", "Retry"]) {
        expect(asInRegistry(inNamespace(text, namespace))).toBe(text);
      }
    }
    expect(asInRegistry("no module here")).toBe("no module here");
  });
});
