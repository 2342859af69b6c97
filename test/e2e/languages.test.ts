import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { portNamed } from "../../cli/ports/choose.ts";
import { toolchainOf } from "../ports/support/played.ts";
import { testWith } from "../support/programs.ts";
import { sharedFolder } from "../support/scratch.ts";
import { contents, json, policybook, read, scratch, write } from "./support/policybook.ts";

/** What shows that a project is in the language, and where its copies then go. */
const PROJECTS: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ["typescript", { "tsconfig.json": "{}" }, "retry/full-jitter.ts"],
  ["javascript", { "package.json": '{ "type": "module" }' }, "retry/full-jitter.js"],
  ["python", { "pyproject.toml": '[project]\nname = "shop"\n' }, "retry/full_jitter.py"],
  ["go", { "go.mod": "module example.com/shop\n\ngo 1.22\n" }, "retry/full_jitter.go"],
  [
    "rust",
    {
      "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
      "src/main.rs": "fn main() {}\n",
    },
    "src/retry/full_jitter.rs",
  ],
  [
    "java",
    {
      "pom.xml": "<project/>",
      "src/main/java/com/acme/App.java": "package com.acme;\n\nclass App {}\n",
    },
    "src/main/java/com/acme/retry/FullJitter.java",
  ],
  [
    "c",
    { "CMakeLists.txt": "project(shop C)\n", "src/main.c": "int main(void) { return 0; }\n" },
    "src/retry/full_jitter.c",
  ],
  [
    "elixir",
    {
      "mix.exs":
        'defmodule Shop.MixProject do\n  use Mix.Project\n\n  def project do\n    [app: :shop, version: "0.1.0"]\n  end\nend\n',
    },
    "lib/shop/retry/full_jitter.ex",
  ],
];

describe.each(PROJECTS)("a project in %s", (_, files, copy) => {
  let added: { readonly files: readonly { readonly path: string }[] };
  const project = sharedFolder((folder) => {
    for (const [name, text] of Object.entries(files)) write(folder, name, text);
    added = json(policybook(folder, ["add", "full-jitter", "rng", "--json"]));
  });

  test("add puts the copies where they belong, and diff knows them as current", () => {
    expect(added.files.map((file) => file.path)).toContain(copy);
    const diff = policybook(project(), ["diff", "--json"]);
    expect(diff.status).toBe(0);
    const { copies } = json(diff);
    expect(copies).toHaveLength(added.files.length);
    for (const { state } of copies) expect(state).toBe("current");
  });

  test("C1: an edit of the copy is an edit, and nothing else is", () => {
    const folder = scratch(contents(project()));
    const text = read(folder, copy);
    const edited = text.replace(/10[_,]?000|secs\(10\)|10 \* time\.Second/, (value) =>
      value.replace("10", "60"),
    );
    const renamed = edited === text ? text.replace("ceiling(", "limit(") : edited;
    expect(renamed).not.toBe(text);
    write(folder, copy, renamed);
    const { copies } = json(policybook(folder, ["diff", copy, "--json"]));
    const [{ state, yours }] = copies;
    expect(state).toBe("edited");
    const changed = yours.split("\n").filter((line: string) => /^[-+](?![-+])/.test(line));
    expect(changed).toHaveLength(2);
  });
});

for (const [language, files, copy] of PROJECTS) {
  testWith(
    toolchainOf(await portNamed(language)).programs,
    `add, then verify, needs no further flag in ${language}`,
    () => {
      const folder = scratch(files);
      policybook(folder, ["add", "full-jitter", "equal-jitter"]);
      const verified = policybook(folder, ["verify", "--json"], { ...process.env } as Record<
        string,
        string
      >);
      expect(verified.status).toBe(0);
      const { copies } = json(verified);
      expect(copies.map((one: { policy: string }) => one.policy).toSorted()).toEqual([
        "equal-jitter",
        "full-jitter",
      ]);
      for (const { failed, passed } of copies) {
        expect(failed).toEqual([]);
        expect(passed).toBeGreaterThan(30);
      }
      expect(existsSync(path.join(folder, copy))).toBe(true);
    },
  );
}

test("in Java, copies added later go beside the first, whatever else is there", () => {
  const folder = scratch({ "pom.xml": "<project/>" });
  policybook(folder, ["add", "full-jitter"]);
  expect(policybook(folder, ["add", "full-jitter"]).stdout).toContain("already there");
  policybook(folder, ["add", "rng"]);
  expect(Object.keys(contents(folder))).toContain("src/main/java/retry/SeededRng.java");
});

test("policybook.json chooses another namespace for Elixir", () => {
  const folder = scratch({ "policybook.json": '{ "lang": "elixir", "namespace": "Acme.Waits" }' });
  const { files, usage } = json(policybook(folder, ["add", "full-jitter", "--json"]));
  const [{ path: copy }] = files;
  expect(read(folder, copy)).toContain("defmodule Acme.Waits.FullJitter do");
  expect(usage).toContain("Acme.Waits.FullJitter");
  expect(policybook(folder, ["diff"]).status).toBe(0);
  write(folder, "policybook.json", '{ "namespace": "not a module" }');
  expect(policybook(folder, ["add", "full-jitter"]).stderr).toContain("policybook.json:1:3");
});
