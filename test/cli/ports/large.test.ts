import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compare } from "../../../cli/copies/compare.ts";
import { hashOf } from "../../../cli/copies/hash.ts";
import { elixir } from "../../../cli/ports/elixir.ts";
import { go } from "../../../cli/ports/go.ts";
import { ports } from "../../../cli/ports/index.ts";
import { java } from "../../../cli/ports/java.ts";
import { rust } from "../../../cli/ports/rust.ts";
import { typescript } from "../../../cli/ports/typescript.ts";
import { itemNamed, registry, sourceOf } from "../../ports/support/registry.ts";

/*
 * Texts that someone made to be slow to read. Read with care they take a moment; each of these took
 * minutes, or more time than there is, where reading a part meant reading the rest again.
 */

const MANY = 500_000;
const constant = (file: string): string => readFileSync(`registry/constant/${file}`, "utf8");

describe("a text that is long, or deep, is read in a moment", () => {
  test("blank lines in Elixir", () => {
    const text = constant("constant.ex");
    const blank = text.replace("\n\n", "\n".repeat(MANY));
    expect(elixir.tokens(blank)).toEqual(elixir.tokens(text));
  });

  test("blank lines in Java, where the package line is to be put", () => {
    const blank = "\n".repeat(MANY);
    expect(java.restore?.(`// a\n${blank}class A {}\n`)).toBe(
      `// a\n${blank}package retry;\n\nclass A {}\n`,
    );
  });

  test("raw strings in Rust that nobody closes", () => {
    expect(rust.tokens('r#"'.repeat(MANY))).toHaveLength(1);
  });

  test("semicolons in TypeScript", () => {
    const text = `a();${";".repeat(MANY)}\nb();\n`;
    expect(typescript.tokens(text)).toEqual(typescript.tokens("a();;\nb();\n"));
  });

  test.each([
    ["strings", '"#{'],
    ["sigils", "~s(#{"],
    ["atoms", ':"#{'],
  ])("%s in Elixir that are not closed, one within the other", (_, opening) => {
    const text = opening.repeat(60);
    expect(elixir.tokens(text)).toEqual([text]);
  });

  test.each([
    ["comments before no package", "/**/".repeat(60)],
    ["lines before no package", "//\n \n".repeat(60)],
    ["a comment that is not closed", `/*${"*/ /*".repeat(60)}`],
  ])("%s in Go", (_, text) => {
    expect(go.restore?.(text)).toBe(text);
  });
});

test("Go's package line is found behind comments, and in none of them", () => {
  const head = "// package a\n\n/* package b\n*/ /**/\t";
  expect(go.restore?.(`${head}package  c // d\n`)).toBe(`${head}package  retry // d\n`);
  expect(go.restore?.("var package c\n")).toBe("var package c\n");
});

test.each(ports)("$title: a copy that nests too deeply to be followed is edited", (port) => {
  const { file, text } = sourceOf(itemNamed("constant"), port);
  const { version } = itemNamed("constant");
  for (const opening of ["(", "{", "[", "if (", "a => ("]) {
    const provenance = { policy: "constant", file, version, sha256: hashOf(text) };
    const body = `${text}${opening.repeat(100_000)}`;
    expect(compare({ provenance, body }, registry).state).toBe("edited");
  }
});
