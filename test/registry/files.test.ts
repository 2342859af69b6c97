import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "@babel/parser";
import { describe, expect, it, test } from "vitest";
import { copies, items, policies, registry } from "./support/copies.ts";
import { compile } from "./support/tsc.ts";

const inLanguage = (extension: string) =>
  Object.fromEntries(
    copies.filter(({ file }) => file.endsWith(extension)).map(({ file, text }) => [file, text]),
  );

describe("the files that get copied", () => {
  it("compile alone in TypeScript at its strictest", () => {
    expect(
      compile(inLanguage(".ts"), { isolatedDeclarations: true, allowJs: false, checkJs: false }),
    ).toBe("");
  });

  it("pass the type checker in JavaScript, by their JSDoc alone", () => {
    expect(compile(inLanguage(".js"))).toBe("");
  });

  it("would not pass with a wrong type in either language", () => {
    const wrong = (text = "") => text.replace("return null;", "return undefined;");
    const files = { ...inLanguage(".ts"), ...inLanguage(".js") };
    const report = compile({
      "wrong.ts": wrong(files["constant.ts"]),
      "wrong-too.js": wrong(files["constant.js"]),
    });
    expect(report).toMatch(/^wrong\.ts.*not assignable/m);
    expect(report).toMatch(/^wrong-too\.js.*not assignable/m);
  });

  it("give a caller in JavaScript the types of their TypeScript", () => {
    const caller = `
      import { FullJitter, systemRng } from "./full-jitter.js";
      const policy = new FullJitter({ baseMs: 100, capMs: undefined }, systemRng);
      /** @type {number | null} */
      export const delay = policy.nextDelay(1, { retryable: true, status: 503 });
      new FullJitter(undefined, { nextInt: (bound) => bound - 1 });`;
    const wrong = `
      import { FullJitter, systemRng } from "./full-jitter.js";
      new FullJitter();
      new FullJitter({ baseMs: "100" }, systemRng);
      new FullJitter({}, systemRng).nextDelay(1, {});
      new FullJitter({}, systemRng).nextDelay("1", { retryable: true });`;
    const { "full-jitter.js": file = "" } = inLanguage(".js");
    expect(compile({ "full-jitter.js": file, "caller.js": caller })).toBe("");
    const report = compile({ "full-jitter.js": file, "wrong.js": wrong });
    expect(report.match(/^wrong\.js\((\d+)/gm)).toEqual([3, 4, 5, 6].map((n) => `wrong.js(${n}`));
  });
});

describe.each(copies)("$file", ({ file, text, item }) => {
  it("imports nothing and needs nothing but the language", () => {
    const { program } = parse(text, {
      sourceType: "module",
      plugins: file.endsWith(".ts") ? ["typescript"] : [],
    });
    const kinds = program.body.map((node) => node.type);
    expect(
      kinds.filter((kind) => kind.startsWith("Import") || kind === "ExportAllDeclaration"),
    ).toEqual([]);
    expect(text).not.toMatch(
      /\b(?:require|import|process|globalThis|window|Date|setTimeout|crypto)\b[.(]/,
    );
  });

  it("begins with its licence and ends with a newline, in plain ASCII and LF", () => {
    expect(text.startsWith("// SPDX-License-Identifier: MIT-0\n\n/**\n")).toBe(true);
    expect(text).toMatch(/^[\n\x20-\x7e]*[^\n]\n$/);
  });

  it("is a page long", () => {
    const longest = Math.max(...text.split("\n").map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(100);
    const lines = text.trimEnd().split("\n").length;
    expect(lines).toBeGreaterThanOrEqual(60);
    expect(lines).toBeLessThanOrEqual(file.endsWith(".ts") ? 113 : 149);
  });

  it("draws from the platform's randomness only in systemRng", () => {
    const lines = text.split("\n").filter((line) => line.includes("Math.random"));
    expect(lines.length).toBe(item.uses.includes("rng") ? 1 : 0);
    expect(lines.every((line) => line.startsWith("export const systemRng"))).toBe(true);
  });
});

describe("what the policy files restate", () => {
  const sections = (name: RegExp) =>
    new Set(
      policies
        .filter(({ file }) => file.endsWith(".ts"))
        .flatMap(({ text }) => text.split(/\n\n(?=\S)/).filter((section) => name.test(section))),
    );

  it.each([
    ["the contract", /^export interface RetryPolicy/m],
    ["the ceiling", /^export function ceiling/m],
    ["the production source", /^export const systemRng/m],
    ["the error", /^function outOfRange/m],
    ["the checks", /^const isDelay/m],
  ])("is the same text everywhere: %s", (_, name) => {
    expect(sections(name).size).toBe(1);
  });
});

describe.each(items)("the seals of $name", (item) => {
  const folder = path.join(registry, item.name);
  const onDisk = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !["policy.json", "page.md"].includes(entry.name))
    .map((entry) => entry.name);

  it("are there for every file that gets copied, and for no other", () => {
    expect(Object.keys(item.files).toSorted()).toEqual(onDisk.toSorted());
    expect(onDisk).toEqual(expect.arrayContaining([`${item.name}.ts`, `${item.name}.js`]));
  });

  it.each(onDisk)("fit: %s", (file) => {
    const bytes = readFileSync(path.join(folder, file));
    expect(item.files[file]).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  });
});

it("the files of the registry are free to copy", () => {
  const licence = readFileSync(path.join(registry, "LICENSE"), "utf8");
  expect(licence).toMatch(/^MIT No Attribution/);
  expect(licence).toContain("Copyright 2026 the policybook authors");
});

test("the README says how long the TypeScript of a policy is", () => {
  const lengths = policies
    .filter(({ file }) => file.endsWith(".ts"))
    .map(({ text }) => text.trimEnd().split("\n").length);
  const readme = readFileSync(path.join(registry, "../README.md"), "utf8");
  expect(readme).toContain(
    `in TypeScript ${Math.min(...lengths)} to ${Math.max(...lengths)} lines`,
  );
});
