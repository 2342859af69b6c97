import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { asInRegistry, inNamespace } from "../../cli/ports/elixir-modules.ts";
import { build } from "../../cli/ports/elixir-toolchain.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import type { PlayerCommand } from "../../cli/ports/port.ts";
import type { Report } from "../../vectors/run.js";
import { COMPILE_EACH_ALONE, ELIXIR_IDIOM } from "./support/elixir-idiom.ts";
import {
  copyOf,
  itemNamed,
  items,
  lacking,
  replacing,
  sourceOf,
  titleOf,
  vectorsOf,
  verdicts,
  withFolder,
} from "./support/played.ts";
import { expectCeilings, expectFailing } from "./support/expectations.ts";

const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, elixir));
const quiet = { MIX_HOME: path.join(tmpdir(), "policybook-no-mix-home"), MIX_QUIET: "1" };

describe.skipIf(lacking(elixir))(titleOf(elixir), () => {
  let folder = "";
  let player: PlayerCommand;
  let reports: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "policybook-elixir-"));
    reports = await verdicts(elixir, copies);
    player = await build(copies, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(names)("%s passes every vector, but for numbers that Elixir lacks", (name) => {
    const report = reports.get(name);
    expect(report?.failed).toEqual([]);
    const { cases } = vectorsOf(itemNamed(name));
    const lacks = cases.filter((each) => /"-?(?:NaN|Infinity)"/.test(JSON.stringify(each)));
    expect(report?.notExpressible.map((each) => each.case)).toEqual(lacks.map((each) => each.name));
    expect(report?.passed).toBe(cases.length - lacks.length);
    expect(report?.passed).toBeGreaterThan(0.8 * cases.length);
  });

  test("a broken port fails, whichever it is", async () => {
    const eager = replacing(
      "    # An integer is less",
      "    draw(policy.rng, 1)\n    # An integer is less",
    );
    const broken = Object.entries({
      constant: replacing("value in 0..@max_delay_ms", "value >= 0"),
      exponential: replacing("min(base_ms, cap_ms)", "base_ms"),
      "full-jitter": replacing("policy.cap_ms) + 1)", "policy.cap_ms))"),
      "equal-jitter": eager, // draws before it refuses, and drops the source's state
      "decorrelated-jitter": replacing("prev_ms: delay, rng", "rng"),
      "retry-after-aware": replacing("hint >= 0", "hint > 0"),
      rng: replacing("if value < lowest", "if value < 0"),
    }).map(([name, edit]) => copyOf(itemNamed(name), elixir, edit));
    await expectFailing(elixir, broken);
  });

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const broken = copyOf(itemNamed("constant"), elixir, replacing("defp limit!(nil)", "defp nil"));
    await expect(verdicts(elixir, [broken])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("CompileError") as string,
    });
  });

  test("every ceiling is the reference's, and constant and decorrelated jitter restate none", () => {
    expectCeilings(player);
  });

  test("the functional shape, processes, options and doctests are as documented", async () => {
    const script = path.join(folder, "idiom.exs");
    writeFileSync(script, ELIXIR_IDIOM);
    const output = await runTool("elixir", ["-pa", path.join(folder, "ebin"), script], folder);
    expect(output).toContain("all as documented\n");
  });

  test("each compiles alone", async () => {
    await withFolder({ ...filesIn(""), "each.exs": COMPILE_EACH_ALONE }, async (root) => {
      const files = Object.keys(filesIn(""));
      const output = await runTool("elixir", ["each.exs", ...files], root);
      expect(output.split("\n").filter(Boolean)).toHaveLength(files.length);
    });
  });

  test("all live together in a mix project, and every usage runs there as printed", async () => {
    await withFolder({ "mix.exs": MIX }, async (root) => {
      for (const name of names) {
        const usage = await addTo(root, name);
        writeFileSync(path.join(root, `example-${name}.exs`), usage);
      }
      await runTool("mix", ["compile", "--warnings-as-errors"], root, quiet);
      const output = await runTool("mix", ["run", "-r", "example-*.exs"], root, quiet);
      const policies = names.filter((name) => name !== "rng");
      const lines = policies.map(() => '{:ok, "succeeded at attempt 3"}');
      expect(output.trim().split("\n")).toEqual([...lines, "{21, 32}"]);
    });
  });

  test("outside a mix project the usage loads the copy itself", async () => {
    await withFolder({}, async (root) => {
      const usage = await addTo(root, "full-jitter");
      writeFileSync(path.join(root, "lib", "example.exs"), usage);
      const output = await runTool("elixir", ["lib/example.exs"], root);
      expect(output).toBe('{:ok, "succeeded at attempt 3"}\n');
    });
  });
});

/** Puts the adapted copy where the port wants it, and gives its usage. */
async function addTo(root: string, name: string): Promise<string> {
  const project = new Project(root);
  const { file, text } = sourceOf(itemNamed(name), elixir);
  const copy = path.posix.join(elixir.folder(project), await elixir.fileName(file, project));
  const adapted = elixir.adapt?.(text, { project, copy }) ?? text;
  expect(elixir.restore?.(adapted)).toBe(text);
  mkdirSync(path.dirname(path.join(root, copy)), { recursive: true });
  writeFileSync(path.join(root, copy), `${elixir.comment("policybook: …")}\n${adapted}`);
  return elixir.usage(itemNamed(name), { project, copy });
}

function filesIn(dir: string): Record<string, string> {
  const files = copies.flatMap((copy) => Object.entries(copy.files));
  return Object.fromEntries(files.map(([file, text]) => [path.posix.join(dir, file), text]));
}

const MIX = `defmodule MyApp.MixProject do
  use Mix.Project

  def project, do: [app: :my_app, version: "0.1.0", elixir: "~> 1.13"]
end
`;

describe("a project in Elixir", () => {
  const full = sourceOf(itemNamed("full-jitter"), elixir).text;

  test.each([
    [{ "mix.exs": MIX }, "mix.exs", "lib/my_app/retry", "MyApp.Retry.FullJitter"],
    [{ "mix.exs": "[app: :web2, x: 1]" }, "mix.exs", "lib/web2/retry", "Web2.Retry.FullJitter"],
    [
      { "mix.exs": "defmodule BigUmbrella.MixProject do\n  [apps_path: 1]" },
      "mix.exs",
      "lib/big_umbrella/retry",
      "BigUmbrella.Retry.FullJitter",
    ],
    [{ "main.ex": "" }, undefined, "lib/retry", "Retry.FullJitter"],
  ] as const)("%j", async (files, evidence, folder, module) => {
    await withFolder(files, (root) => {
      const project = new Project(root);
      expect(elixir.evidence(project)).toBe(evidence);
      expect(elixir.folder(project)).toBe(folder);
      const adapted = elixir.adapt?.(full, { project, copy: `${folder}/full_jitter.ex` }) ?? "";
      expect(adapted).toContain(`\ndefmodule ${module} do\n`);
      expect(adapted).toContain(`iex> policy = ${module}.new(`);
      expect(adapted.replaceAll(module, "Retry.FullJitter")).toBe(full);
    });
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
