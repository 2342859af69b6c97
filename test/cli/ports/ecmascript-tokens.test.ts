import { describe, expect, test } from "vitest";
import { tokens } from "../../../cli/ports/ecmascript-tokens.ts";

const same = (a: string, b: string): void => expect(tokens(a)).toEqual(tokens(b));
const different = (a: string, b: string): void => expect(tokens(a)).not.toEqual(tokens(b));

describe("what a formatter may change", () => {
  test.each([
    ["quotes", `f('it\\'s', "a");`, `f("it's", 'a');`],
    ["quoted names of properties", `x = { "a": 1, b: 2 };`, `x = { a: 1, "b": 2 };`],
    ["semicolons", `a();\nb();\n`, `a()\nb()\n`],
    [
      "semicolons of members",
      `class A { a = 1; b(): void {}\n c; }`,
      `class A { a = 1\n b(): void {}\n c }`,
    ],
    ["semicolons at a closing brace", `if (a) { return; }`, `if (a) { return }`],
    ["semicolons after return and break", `for (;;) { return;\nx() }`, `for (;;) { return\nx() }`],
    ["the semicolon before a hazard, at either end", `a();\n[b].c();`, `a()\n;[b].c()`],
    ["semicolons after types", `let a: Map<b, c<d>>;\nlet e`, `let a: Map<b, c<d>>\nlet e`],
    ["semicolons before ++ and !", `a;\n++b;\n!c()`, `a\n++b\n!c()`],
    ["commas between members", `interface A { a: b, c(): d, }`, `interface A { a: b; c(): d }`],
    ["trailing commas", `f(a, [b, c,], { d, }, (e,) => e,)`, `f(a, [b, c], { d }, (e) => e)`],
    ["trailing commas of type parameters", `f = <T,>(a) => a`, `f = <T>(a) => a`],
    [
      "parentheses of one parameter",
      `f = (a) => a; g = async (b) => b`,
      `f = a => a; g = async b => b`,
    ],
    ["parentheses around a broken result", `return (\n  a &&\n  b\n);`, `return a && b;`],
    ["parentheses around a conditional result", `f((a) => (a ? b : c))`, `f((a) =>\n  a ? b : c)`],
    [
      "braces around one statement",
      `if (a) {\n  b();\n} else {\n  c();\n}\nd()`,
      `if (a) b(); else c();\nd()`,
    ],
    [
      "line breaks where nothing ends",
      `const a =\n  b +\n  c\n    .d();`,
      `const a = b\n  + c.d();`,
    ],
    ["line breaks before prefixes", `a = b &&\n  !c &&\n  ++d`, `a = b && !c && ++d`],
    ["the leading bar of a union", `type A =\n  | "a"\n  | "b";`, `type A = "a" | "b"`],
    ["line breaks in type arguments", `let a: A<\n  B,\n  C<D>\n>`, `let a: A<B, C<D>>`],
    ["indentation of comments", `/**\n   * a b\n   */`, `/**\n * a b\n */`],
    ["wrapping of comments", `// a b\n// c\nf()`, `// a\n// b c\nf()`],
    ["comments behind punctuation", `f(a, // b\n  c); // d\ng()`, `f(a // b\n  , c) // d\ng()`],
    ["blank lines and line endings", `a()\n\n\nb()`, `a()\r\nb()`],
    ["the body of do", `do { a(); } while (b);\nc()`, `do {\n  a()\n} while (b)\nc()`],
  ])("%s", (_, a, b) => same(a, b));
});

describe("what is no formatting", () => {
  test.each([
    ["a line break after return", `return x`, `return\nx`],
    ["a line break in a return's comment", `return /* a */ x`, `return /* \n */ x`],
    ["parentheses that begin below return", `return (x)`, `return\n(x)`],
    ["a line break after async", `async function f() {}`, `async\nfunction f() {}`],
    ["a line break before ++", `a\n++b`, `a++\nb`],
    ["an empty body of if", `if (a); b()`, `if (a) b()`],
    ["an empty body of while", `while (a); { b() }`, `while (a) { b() }`],
    ["an empty body of for", `for (;;); b()`, `for (;;) b()`],
    ["an empty body of else", `if (a) b(); else; c()`, `if (a) b(); else c()`],
    ["a second statement in a body", `if (a) { b(); c(); }`, `if (a) b(); c();`],
    ["a second statement in a body, after ++", `if (a) { b++\nc() }`, `if (a) b++; c()`],
    ["the end of a body before a call", `if (a) { b }\n(c)`, `if (a) b\n(c)`],
    ["whose else it is", `if (a) { if (b) c() } else d()`, `if (a) if (b) c(); else d()`],
    [
      "whose else it is, behind a label",
      `if (a) { b: if (c) d() } else e()`,
      `if (a) b: if (c) d(); else e()`,
    ],
    ["the parts of a for", `for (a; b;) c()`, `for (; a; b) c()`],
    ["the empty parts of a for", `for (a;;) b()`, `for (;a;) b()`],
    ["type arguments and a comparison", `let a: B<C>;\nd`, `let a: B\n<C> d`],
    ["a call by the next line", `a;\n(b)`, `a\n(b)`],
    ["an index by the next line", `a;\n[b]`, `a\n[b]`],
    ["a template by the next line", "a;\n`b`", "a\n`b`"],
    ["a sum by the next line", `a;\n+b`, `a\n+b`],
    ["a difference by the next line", `a;\n-b`, `a\n-b`],
    ["a division by the next line", `a;\n/b/g`, `a\n/b/g`],
    ["a product of fields by the next line", `class A { a;\n*b() {} }`, `class A { a\n*b() {} }`],
    ["a modifier and a field", `class A { get; a() {} }`, `class A { get a() {} }`],
    ["a static field", `class A { static; a }`, `class A { static a }`],
    ["a type and a name", `type; A = b`, `type A = b`],
    ["a non-null call", `a;\n!(b)`, `a!(b)`],
    ["a hole at the end of an array", `[a, , ]`, `[a, ]`],
    ["an array of one hole", `[,]`, `[]`],
    ["a sequence as a result", `f = () => (a, b)`, `f = () => a, b`],
    ["an object as a result", `f = () => ({})`, `f = () => {}`],
    ["a result that goes on", `return (a) + b`, `return (a + b)`],
    ["space in a string", `"a  b"`, `"a b"`],
    ["an escape in a string", `"a\\nb"`, `"anb"`],
    ["a quote that ends an escape", `"a\\\\'"`, `"a\\'"`],
    ["space in a template", "`a  b`", "`a b`"],
    ["indentation in a template", "`a\n  b`", "`a\nb`"],
    ["space in a regular expression", `a = /b  c/`, `a = /b c/`],
    ["a string and a name", `a["b"]`, `a[b]`],
    ["a case's string and name", `switch (a) { case "b": }`, `switch (a) { case b: }`],
    ["a conditional's string and name", `a ? "b" : c`, `a ? b : c`],
    ["a directive and a string", `"use strict"; a`, `;"use strict"; a`],
    ["a comma and a semicolon", `const a = 1, b = 2`, `const a = 1; b = 2`],
    ["a comma outside of an interface", `class A { a = (b, c) }`, `class A { a = (b; c) }`],
    ["the words of a comment", `// a b\nc`, `// a d\nc`],
    ["the kind of a comment", `/* a */ b`, `/** a */ b`],
    ["a comment at another word", `a // c\nb`, `a\nb // c`],
    ["a number's digits", `1_000`, `10_00`],
    ["operators", `a < b`, `a <= b`],
    ["a parenthesis that is not closed", `f(a)`, `f(a`],
    ["a brace that is not closed", `if (a) { b }`, `if (a) { b`],
  ])("%s", (_, a, b) => different(a, b));

  test("a string that is not closed makes the text one token", () => {
    expect(tokens(`a  = "b\nc`)).toEqual([`a  = "b\nc`]);
  });
});
