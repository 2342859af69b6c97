import { parse } from "@babel/parser";
import { describe, expect, it } from "vitest";
import { javascriptOf } from "../../registry/javascript.ts";
import { copiesOf, items } from "./support/copies.ts";

describe.each(items)("the JavaScript of $name", ({ name, kind }) => {
  const [typescript, javascript] = [".ts", ".js"].map((extension) =>
    copiesOf(name).find(({ file }) => file.endsWith(extension)),
  );

  it("is what the script derives from the TypeScript", async () => {
    expect(javascript?.text).toBe(await javascriptOf(typescript?.text ?? ""));
  });

  it("exports the same names", () => {
    expect(Object.keys(javascript?.exports ?? {})).toEqual(Object.keys(typescript?.exports ?? {}));
  });

  it("keeps every word of every comment, in order", () => {
    const kept = words(javascript?.text ?? "");
    const lost = commentsOf(typescript?.text ?? "", "typescript").filter(
      (comment) => !comment.split(/(?=@\w)/).every((part) => kept.includes(plain(part))),
    );
    expect(lost).toEqual([]);
  });

  it("keeps every type", () => {
    const types = (typescript?.text ?? "").match(/^ +(?:readonly )?\w+\??: [^;]+;/gm) ?? [];
    expect(types.length > 0).toBe(kind === "policy");
    for (const type of types.filter((line) => !line.includes("private"))) {
      const [, property, optional, of] = /(\w+)(\??): ([^;]+);/.exec(type) ?? [];
      expect(javascript?.text).toContain(
        `@property {${of}} ${optional === "" ? property : `[${property}]`}`,
      );
    }
  });
});

/** The text of the comments, free of markup, wrapping and JSDoc types. */
const words = (text: string) => commentsOf(text).map(plain).join(" ");
const commentsOf = (text: string, ...plugins: "typescript"[]) =>
  (parse(text, { sourceType: "module", plugins }).comments ?? []).map((comment) => comment.value);
const plain = (comment: string) =>
  comment
    .replace(/^\s*\* ?/gm, "")
    .replace(/(@(?:property|param|returns|throws)) \{.*?\}/g, "$1")
    .replace(/@property \[?\w+\]?/g, "")
    .replace(/\s+/g, " ")
    .trim();

describe("javascriptOf", () => {
  it("turns an interface into a typedef, with its words", async () => {
    const source = `
/** A thing. */
export interface Thing {
  /** Its size. */
  readonly size: number;
  name?: string | undefined;
  /** Makes it larger. */
  grow(by: number, times: number): Thing;
}`;
    expect(await javascriptOf(source)).toBe(`/**
 * A thing.
 *
 * @typedef {object} Thing
 * @property {number} size Its size.
 * @property {string | undefined} [name]
 * @property {(by: number, times: number) => Thing} grow Makes it larger.
 */
`);
  });

  it("makes private fields private, and says what a class implements", async () => {
    const source = `
export class Box extends Thing implements Holder, Shape<number> {
  /** What is in it. */
  private readonly content: number;
  private count = 0;

  constructor(content: number) {
    super();
    this.content = content;
    this.other = { content };
  }
}`;
    expect(await javascriptOf(source)).toBe(`/**
 * @implements {Holder}
 * @implements {Shape<number>}
 */
export class Box extends Thing {
  /** What is in it. */
  #content;
  #count = 0;

  /** @param {number} content */
  constructor(content) {
    super();
    this.#content = content;
    this.other = { content };
  }
}
`);
  });

  it("adds types to the tags that are there, and tags where there are none", async () => {
    const source = `
/**
 * Adds.
 *
 * @param b the second
 * @returns the sum
 * @throws {RangeError} never
 */
export function add(a: number, b: number = 1): number {
  return a + b;
}
const double = (x: number): number => 2 * x;
// Halves.
const half = (x: number) => x / 2;
const zero: number = 0;`;
    expect(await javascriptOf(source)).toBe(`/**
 * Adds.
 *
 * @param {number} a
 * @param {number} b the second
 * @returns {number} the sum
 * @throws {RangeError} never
 */
export function add(a, b = 1) {
  return a + b;
}

/**
 * @param {number} x
 * @returns {number}
 */
const double = (x) => 2 * x;
// Halves.
/** @param {number} x */
const half = (x) => x / 2;

/** @type {number} */
const zero = 0;
`);
  });

  it("leaves plain JavaScript as it is", async () => {
    const source = `// One.\nexport const one = () => ({ a: [1], b: this.c });\n`;
    expect(await javascriptOf(source)).toBe(source);
  });

  it.each([
    ["an enum", "enum Colour { Red }"],
    ["a type alias", "type Id = string;"],
    ["a generic", "function same<T>(x: T): T { return x; }"],
    ["a cast", "const x = y as number;"],
    ["a non-null assertion", "const x = y!;"],
    ["an optional parameter", "function f(x?: number) {}"],
    ["a destructured parameter", "function f({ x }: Thing) {}"],
    ["a private method", "class A { private f() {} }"],
    ["a public field with a type", "class A { f: number = 1 }"],
    ["an interface that extends", "interface A extends B { x: number }"],
    ["an interface with an index", "interface A { [x: string]: number }"],
    ["a namespace", "namespace A { export const x = 1; }"],
  ])("refuses %s", async (_, source) => {
    await expect(javascriptOf(source)).rejects.toThrow(SyntaxError);
  });
});
