import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { selectCopies, shown } from "../../../cli/copies/select.ts";
import { copyText, fixtureRegistry, twoReleases, V1 } from "./support/registry.ts";
import { scratch } from "./support/scratch.ts";

const COPY = copyText("1.0.0", V1);
const OTHER = COPY.replace("policybook: steady/", "policybook: foreign/");
const RENAMED = COPY.replace("policybook: steady/", "policybook: level/");

function selected(root: string, ...targets: readonly string[]) {
  const registry = fixtureRegistry(twoReleases);
  const { copies, problems } = selectCopies(targets, { root, registry });
  return {
    copies: copies.map((copy) => shown(copy.path, root)),
    problems: problems.map(({ code }) => code),
  };
}

const project = (): string =>
  scratch({
    "package.json": "{}",
    "src/a.ts": COPY,
    "src/b.ts": OTHER,
    "lib/c.ts": RENAMED,
    "dist/d.ts": COPY,
    "notes.md": "none",
    "empty/e.ts": V1,
    "steady/f.ts": OTHER,
  });

describe("targets name", () => {
  test.each([
    [
      "all of the project where there are none",
      [],
      ["lib/c.ts", "src/a.ts", "src/b.ts", "steady/f.ts"],
    ],
    ["a policy", ["steady"], ["lib/c.ts", "src/a.ts"]],
    ["a policy by its alias", ["level"], ["lib/c.ts", "src/a.ts"]],
    ["a folder of a policy's name, as a path", ["./steady"], ["steady/f.ts"]],
    ["a policy that only a copy knows", ["foreign"], ["src/b.ts", "steady/f.ts"]],
    ["a folder", ["src"], ["src/a.ts", "src/b.ts"]],
    ["a folder that is left out else", ["dist"], ["dist/d.ts"]],
    ["a file that is left out else", ["dist/d.ts"], ["dist/d.ts"]],
    [
      "several, each copy once",
      ["src", "steady", "src/a.ts"],
      ["lib/c.ts", "src/a.ts", "src/b.ts"],
    ],
  ])("%s", (_, targets, copies) => {
    expect(selected(project(), ...targets)).toEqual({ copies, problems: [] });
  });

  test("a policy's copies of other registries, where there are none of its own", () => {
    const from = COPY.replace(/\n/, " from @acme/steady\n");
    expect(selected(scratch({ "a.ts": from }), "steady").copies).toEqual(["a.ts"]);
    expect(selected(scratch({ "a.ts": from, "b.ts": COPY }), "steady").copies).toEqual(["b.ts"]);
    const both = scratch({ "a.ts": from, "b.ts": COPY });
    expect(selected(both, "@acme/steady").copies).toEqual(["a.ts"]);
  });

  test("a file by its absolute path, or outside of the project", () => {
    const root = project();
    expect(selected(path.join(root, "lib"), path.join(root, "src/a.ts")).copies).toEqual([
      "../src/a.ts",
    ]);
  });

  test("what a link leads to", () => {
    const root = project();
    symlinkSync(path.join(root, "src"), path.join(root, "link"));
    expect(selected(root, "link", "link/a.ts").copies).toEqual(["src/a.ts", "src/b.ts"]);
  });

  test("a copy in a file of any extension", () => {
    expect(selected(scratch({ "a.txt": COPY }), "a.txt").copies).toEqual(["a.txt"]);
  });
});

describe("problems are told of", () => {
  test.each([
    ["a policy without a copy", "steady", "no-copy"],
    ["a name of nothing", "stedy", "no-target"],
    ["a path of nothing", "src/none.ts", "no-target"],
    ["a path that no system knows", "a\0b", "no-target"],
    ["a file that is no copy", "a.ts", "not-a-copy"],
    ["a folder without a copy", ".", "no-copy"],
  ])("%s", (_, target, code) => {
    expect(selected(scratch({ "a.ts": V1 }), target)).toEqual({ copies: [], problems: [code] });
  });

  test("a pipe, which is not waited for", () => {
    const root = scratch();
    execFileSync("mkfifo", [path.join(root, "pipe.ts")]);
    expect(selected(root, "pipe.ts").problems).toEqual(["not-a-copy"]);
    expect(selected(root)).toEqual({ copies: [], problems: [] });
  });

  test("beside the copies of the other targets", () => {
    expect(selected(project(), "none", "src/a.ts", "none")).toEqual({
      copies: ["src/a.ts"],
      problems: ["no-target"],
    });
  });

  test("with the name that was most likely meant", () => {
    const { problems } = selectCopies(["stedy"], {
      root: scratch(),
      registry: fixtureRegistry(twoReleases),
    });
    expect(problems[0]?.suggestion).toContain('Did you mean "steady"?');
  });
});
