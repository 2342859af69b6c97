import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { bin, json, policybook, read, scratch, write } from "./support/policybook.ts";
import { itemNames } from "./support/registry.ts";

describe("list", () => {
  test("shows every item within 80 columns, the recommended one first and marked", () => {
    const { status, stdout } = policybook(scratch(), ["list"]);
    expect(status).toBe(0);
    for (const name of itemNames()) expect(stdout).toContain(` ${name} `);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout.split("\n")[1]).toMatch(/^\* full-jitter /);
    expect(stdout).not.toContain("\u001b");
  });

  test("a pipe is plain even where CI is set, and colours can be forced", () => {
    expect(policybook(scratch(), ["list"], { CI: "true" }).stdout).not.toContain("\u001b");
    expect(policybook(scratch(), ["list"], { FORCE_COLOR: "1" }).stdout).toContain("\u001b");
    const both = { FORCE_COLOR: "1", NO_COLOR: "1" };
    expect(policybook(scratch(), ["list"], both).stdout).not.toContain("\u001b");
  });

  test("--json is one document with languages, parameters and the recommendation", () => {
    const { items } = json(policybook(scratch(), ["list", "--json"]));
    expect(items.map((item: { name: string }) => item.name).toSorted()).toEqual(itemNames());
    const [first] = items;
    expect(first).toMatchObject({ name: "full-jitter", recommended: true, version: "1.0.0" });
    expect(first.languages).toEqual(expect.arrayContaining(["typescript", "javascript"]));
  });

  test("a query narrows it, by alias and by tag too; `search` is the same", () => {
    const named = (...args: readonly string[]): readonly string[] =>
      json(policybook(scratch(), [...args, "--json"])).items.map(
        (item: { name: string }) => item.name,
      );
    expect(named("list", "decorr")).toEqual(["decorrelated-jitter"]);
    expect(named("list", "exponential-full-jitter")).toEqual(["full-jitter"]);
    expect(named("search", "jitter")).toEqual(named("list", "JITTER"));
    expect(named("list", "nothing-like-it")).toEqual([]);
  });

  test("nothing found is said on stderr, and is no error", () => {
    const { status, stdout, stderr } = policybook(scratch(), ["list", "zzz"]);
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toContain('"zzz"');
  });

  test("a reader that stops early is no error", () => {
    const script = `"${process.execPath}" "${bin()}" list --json | head -n 1; exit "\${PIPESTATUS[0]}"`;
    expect(execFileSync("bash", ["-c", script], { encoding: "utf8" })).toBe("{\n");
  });

  test("what cannot be written is told on stderr, with --json too", () => {
    const script = `"${process.execPath}" "${bin()}" list --json > /dev/full`;
    const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("the output cannot be written: the disk is full");
  });
});

describe("show", () => {
  test.each(itemNames())("%s: piped, the page as it is", (name) => {
    const { status, stdout } = policybook(scratch(), ["show", name]);
    expect(status).toBe(0);
    expect(stdout).toBe(read(process.cwd(), `registry/${name}/page.md`));
  });

  test.each(["typescript", "javascript"])("--code is the file that add writes: %s", (lang) => {
    for (const name of itemNames()) {
      const folder = scratch({ "package.json": '{ "type": "module" }' });
      policybook(folder, ["add", name, "--lang", lang]);
      const { stdout } = policybook(folder, ["show", name, "--code", "--lang", lang]);
      const extension = lang === "typescript" ? "ts" : "js";
      expect(stdout).toBe(read(folder, `retry/${name}.${extension}`));
    }
  });

  test("--code prints one file of a port that has several, and tells of the others", () => {
    const code = (...more: readonly string[]) =>
      policybook(scratch(), ["show", "rng", "--code", "--lang", "c", ...more]);
    expect(code().stdout).toContain("policybook: rng/rng.c@");
    expect(code().stderr).toContain("--file rng.h");
    expect(code("--file", "rng.h").stdout).toContain("policybook: rng/rng.h@");
    expect(code("--file", "rng.x")).toMatchObject({ status: 2, stdout: "" });
  });

  test.each(["--lang python", "--file rng.py"])("%s asks for the code, and says so", (flag) => {
    const { status, stdout, stderr } = policybook(scratch(), ["show", "rng", ...flag.split(" ")]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`\`policybook show rng --code ${flag}\` prints the code`);
  });

  test("`view` is the same, and an alias is known", () => {
    const one = policybook(scratch(), ["view", "exponential-full-jitter"]);
    expect(one).toEqual(policybook(scratch(), ["show", "full-jitter"]));
  });

  test("--json holds the page, and the code where it is asked for", () => {
    const shown = json(policybook(scratch(), ["show", "rng", "--json", "--code"]));
    expect(shown.page).toContain("# ");
    expect(shown.code[0].file).toBe("rng.ts");
    expect(json(policybook(scratch(), ["show", "rng", "--json"])).code).toBeUndefined();
  });

  test("an unknown name suggests the nearest", () => {
    const { status, stderr } = policybook(scratch(), ["show", "decorelated"]);
    expect(status).toBe(2);
    expect(stderr).toContain("decorrelated-jitter");
  });
});

describe("the program", () => {
  test("prints help without arguments and for each command, with examples", () => {
    expect(policybook(scratch(), []).stdout).toContain("policybook add full-jitter");
    for (const command of ["list", "show", "add", "diff", "init"]) {
      const { status, stdout } = policybook(scratch(), [command, "--help"]);
      expect(status).toBe(0);
      for (const part of ["Examples:", "--json", "--cwd"]) expect(stdout).toContain(part);
    }
  });

  test("`help add` is `add --help`, and `help` all commands", () => {
    for (const command of ["add", "view", "init"]) {
      const asked = policybook(scratch(), ["help", command]);
      expect(asked).toEqual(policybook(scratch(), [command, "--help"]));
    }
    expect(policybook(scratch(), ["help"]).stdout).toBe(policybook(scratch(), []).stdout);
    expect(policybook(scratch(), ["help", "ad"]).stderr).toContain("Did you mean add?");
  });

  test("a mistyped command or flag is a usage error that suggests the nearest", () => {
    const command = policybook(scratch(), ["lst"]);
    expect(command).toMatchObject({ status: 2, stdout: "" });
    expect(command.stderr).toContain("Did you mean list?");
    const flag = policybook(scratch(), ["list", "--jsno"]);
    expect(flag).toMatchObject({ status: 2, stdout: "" });
    expect(flag.stderr).toContain("Did you mean --json?");
  });

  test("--version is the package's", () => {
    const { version } = JSON.parse(read(process.cwd(), "package.json"));
    expect(policybook(scratch(), ["--version"]).stdout).toBe(`${version}\n`);
  });
});

test("what a user typed cannot steer the terminal through an error", () => {
  for (const args of [
    ["show", "\u001b[2Jx"],
    ["\u001b[2Jx"],
    ["add", "x", "--cwd", "\u001b[2Jx"],
  ]) {
    const { status, stderr } = policybook(scratch(), args);
    expect(status).toBe(2);
    expect(stderr).not.toContain("\u001b");
    expect(stderr).toContain("[2Jx");
  }
});

test("a command reads no file of dist but what it needs", () => {
  const hook = `const { Module } = require("node:module");
    const load = Module._load;
    Module._load = (name, ...rest) => (name[0] === "." && console.error(name), load(name, ...rest));`;
  const folder = scratch({ "hook.cjs": hook });
  const reads = (...args: readonly string[]) => {
    const { stderr } = policybook(folder, args, { NODE_OPTIONS: "--require ./hook.cjs" });
    const loaded = stderr.match(/^\.\/.*(?<!main\.cjs)$/gm) ?? [];
    return [...new Set(loaded)].toSorted();
  };
  expect(reads("list")).toEqual([]);
  expect(reads("list", "--json")).toEqual(["./program.cjs"]);
  expect(reads("add", "full-jitter")).toEqual([]);
  expect(reads("add", "full-jitter", "--yes")).toEqual(["./program.cjs"]);
  expect(reads("diff")).toEqual(["./later.cjs", "./program.cjs"]);
  write(folder, ".gitignore", "*.log\n");
  expect(reads("diff")).toEqual(["./ignore.cjs", "./later.cjs", "./program.cjs"]);
});
