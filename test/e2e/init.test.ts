import { chmodSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  contents,
  json,
  policybook,
  policybookAsOrdinaryUser,
  read,
  scratch,
} from "./support/policybook.ts";

describe("init", () => {
  test("writes a configuration with comments that add then follows", () => {
    const folder = scratch({ "tsconfig.json": "{}", "src/a.ts": "" });
    expect(policybook(folder, ["init"]).stdout).toContain("wrote policybook.json");
    expect(read(folder, "policybook.json")).toContain('"dir": "src/retry"');
    expect(policybook(folder, ["init", "--overwrite", "--lang", "js", "--dir", "lib"]).status).toBe(
      0,
    );
    policybook(folder, ["add", "constant"]);
    expect(Object.keys(contents(folder))).toContain("lib/constant.mjs");
  });

  test("leaves an existing one alone unless told to replace it", () => {
    const folder = scratch({ "policybook.json": '{ "dir": "mine" }' });
    const { status, stderr } = policybook(folder, ["init", "--yes"]);
    expect(status).toBe(2);
    expect(stderr).toContain("--overwrite");
    expect(read(folder, "policybook.json")).toBe('{ "dir": "mine" }');
  });

  test("--dry-run prints the file and writes nothing; --json is one document", () => {
    const folder = scratch();
    const dry = policybook(folder, ["init", "--dry-run"]);
    expect(contents(folder)).toEqual({});
    const { text, path } = json(policybook(folder, ["init", "--json"]));
    expect(read(folder, path)).toBe(text);
    expect(dry.stdout).toBe(text);
  });

  test("a folder's name cannot break out of the file", () => {
    const folder = scratch();
    const dir = 'x", "namespace": "Evil';
    expect(policybook(folder, ["init", "--dir", dir]).status).toBe(0);
    policybook(folder, ["add", "constant"]);
    expect(Object.keys(contents(folder))).toContain(`${dir}/constant.ts`);
  });

  test("of a project that is read-only it names what helps, which --dir does not", () => {
    const folder = scratch();
    chmodSync(folder, 0o555);
    const { status, stderr } = policybookAsOrdinaryUser(folder, ["init"]);
    expect(status).toBe(2);
    expect(stderr).toContain(`the folder ${folder} is not writable`);
    expect(stderr).toContain("another project's folder with --cwd");
    expect(stderr).not.toContain("--dir");
  });

  test("refuses an unsafe folder", () => {
    expect(policybook(scratch(), ["init", "--dir", "../x"]).status).toBe(2);
  });
});

describe("C9: policybook.json", () => {
  test.each([
    ["comments and trailing commas", '// a\n{ /* b */ "dir": "lib", }'],
    ["a byte-order mark", '\uFEFF{ "dir": "lib" }'],
    ["CRLF", '{\r\n  // a\r\n  "dir": "lib"\r\n}\r\n'],
  ])("%s: read as intended", (_, text) => {
    const folder = scratch({ "policybook.json": text });
    policybook(folder, ["add", "constant"]);
    expect(Object.keys(contents(folder))).toContain("lib/constant.ts");
  });

  test.each([
    ["a missing comma", '{\n  "lang": "ts"\n  "dir": "lib"\n}', "policybook.json:3:3"],
    ["after CRLF and a byte-order mark", '\uFEFF{\r\n  "dir": lib }', "policybook.json:2:10"],
    ["a wrong type", '{\n  "dir": 5\n}', "policybook.json:2:3"],
    ["an unknown field", '{ "directory": "lib" }', "policybook.json:1:3"],
    ["an unknown language", '{\n  "lang": "typo"\n}', "policybook.json:2:3"],
    ["not an object", "[]", "policybook.json:1:1"],
    ["an empty file", "", "policybook.json:1:1"],
  ])("%s: the error names line and column", (_, text, at) => {
    const folder = scratch({ "policybook.json": text });
    const { status, stderr } = policybook(folder, ["add", "constant"]);
    expect(status).toBe(2);
    expect(stderr).toContain(at);
    expect(Object.keys(contents(folder))).toEqual(["policybook.json"]);
  });
});
