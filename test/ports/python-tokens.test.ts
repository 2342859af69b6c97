import { describe, expect, test } from "vitest";
import { python } from "../../cli/ports/python.ts";
import { tokens } from "../../cli/ports/python-tokens.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { describeWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { itemNamed, itemsIn, sourceOf } from "./support/registry.ts";
import { BITS, scrambled } from "./support/scrambled.ts";

describe("what a formatter may change in Python", () => {
  test.each([
    ["quotes", `x = 'a "b"'`, `x = "a \\"b\\""`],
    ["quotes", `x = b'a'`, `x = B"a"`],
    ["quotes", `x = r'\\d'`, `x = R"\\d"`],
    ["quotes", `x = f'{a} b'`, `x = f"{a} b"`],
    ["quotes", `x = u'''a'''`, `x = "a"`],
    ["joined strings", `x = ("a" 'b'\n  "c")`, `x = "abc"`],
    ["indentation", "if a:\n  b\n  if c:\n     d\n", "if a:\n\tb\n\tif c:\n\t\td\n"],
    ["blank lines", "a\n\n\nb\n", "a\nb"],
    ["white space", "a=b( c ,d )[ 1:2 ]", "a = b(c, d)[1:2]"],
    ["line breaks in brackets", "f(\n    a,\n    b,\n)", "f(a, b)"],
    ["joined lines", "a = b + \\\n    c", "a = b + c"],
    ["trailing commas", "f(a,)\n[a,]\n{a,}\n(a, b,)\nx[a, b,]", "f(a)\n[a]\n{a}\n(a, b)\nx[a, b]"],
    ["trailing commas", "def f(a, *, b,): pass", "def f(a, *, b): pass"],
    ["comments", "a  #b  \n#c\nd\n", "a  # b\n# c\nd\n"],
    ["a comment past a bracket", "f(a,  # b\n)\nc", "f(a)  # b\nc"],
    ["parentheses", "x = (\n    a + b\n)\nreturn (x)", "x = a + b\nreturn x"],
    ["parentheses", "if (a):\n    x += (b)", "if a:\n    x += b"],
    ["parentheses", "x = (a, b)\nreturn (a, *b)", "x = a, b\nreturn a, *b"],
    ["parentheses", "for (a, b) in (c):\n    (d, e) = f", "for a, b in c:\n    d, e = f"],
    ["parentheses", "assert (a), (b)", "assert a, b"],
    ["parentheses", "while (a := b): pass", "while a := b:\n    pass"],
    ["imports", "from a import (\n    b,\n    c,\n)", "from a import b, c"],
    ["no bases", "class A():\n    pass", "class A:\n    pass"],
    ["blocks on a line", "if a: b; c\nelse: d", "if a:\n    b\n    c\nelse:\n    d\n"],
    [
      "blocks on a line",
      "f = lambda: a\ndef g() -> b: ...",
      "f = lambda: a\ndef g() -> b:\n    ...",
    ],
    ["semicolons", "a; b;", "a\nb"],
    ["numbers", "0XFF + 1E5 + 1. + .5j", "0xff + 1e5 + 1.0 + 0.5J"],
    [
      "docstrings",
      `def f():\n  """ A.\n\n    B.\n  """\n  a`,
      `def f():\n    """A.\n\n      B.\n    """\n    a`,
    ],
    ["line endings", "a\r\nb\r\n", "a\nb\n"],
  ])("%s: %j, %j", (_, one, other) => {
    expect(tokens(one)).toEqual(tokens(other));
  });
});

describe("what a formatter may not change in Python", () => {
  test.each([
    ["blocks", "if a:\n    b\nc", "if a:\n    b\n    c"],
    ["blocks", "if a:\n    if b:\n        c\n    d", "if a:\n    if b:\n        c\n        d"],
    ["blocks", "if a: b; c", "if a: b\nc"],
    ["lines", "a\nb", "a b"],
    ["lines", "return\nx", "return x"],
    ["lines", "a = b\n+c", "a = b + c"],
    ["tuples", "x = (a,)", "x = (a)"],
    ["tuples", "x[a,]", "x[a]"],
    ["tuples", "for a in (b,): pass", "for a in (b): pass"],
    ["tuples", "assert (a, b)", "assert a, b"],
    ["precedence", "a * (b + c)", "a * b + c"],
    ["precedence", "return a in (b or c)", "return a in b or c"],
    ["precedence", "x = (a).b", "x = a.b"],
    ["calls", "x = a(b)", "x = a"],
    ["generators", "x = (a for a in b)", "x = a for a in b"],
    ["words", "a = notb", "a = not b"],
    ["strings", `x = "a b"`, `x = "a  b"`],
    ["strings", `x = "\\n"`, `x = r"\\n"`],
    ["strings", `x = b"a"`, `x = "a"`],
    ["strings", `x = f"{a}"`, `x = "{a}"`],
    ["strings", `x = "\\1" "2"`, `x = "\\12"`],
    ["strings", `x = """a\n  b"""`, `x = """a\nb"""`],
    ["docstrings", `"""A.\n\n  B.\n C.\n"""`, `"""A.\n\n  B.\n  C.\n"""`],
    ["nested quotes", `x = f"{d["a b"]}"`, `x = f"{d["a  b"]}"`],
    ["numbers", "1_0", "10.0"],
    ["comments", "a  # b", "a  # c"],
    ["comments", "a\n# b\nc", "# b\na\nc"],
    ["hashes in strings", `x = "a # b"`, `x = "a #  b"`],
    ["slices", "x[a:b]", "x[a: b:c]"],
  ])("%s: %j, %j", (_, one, other) => {
    expect(tokens(one)).not.toEqual(tokens(other));
  });

  test.each(["x = 'a", "x = (a", "x = a)", "if a:\n    b\n  c", 'f"{d["a"]}"', "a ? b"])(
    "of what cannot be read for certain, nothing: %j",
    (text) => {
      expect(tokens(text)).toEqual([text]);
    },
  );
});

test("the ports can be read", () => {
  for (const item of itemsIn(python)) {
    const { text } = sourceOf(item, python);
    expect(tokens(text).length).toBeGreaterThan(300);
    expect(tokens(text.replaceAll("\n    ", "\n  ").replaceAll("    ", "  "))).not.toEqual([text]);
  }
});

describeWith(["python3"], "Python", () => {
  test("texts with the same tokens have the same syntax tree, or none", async () => {
    const { text } = sourceOf(itemNamed("equal-jitter"), python);
    const texts = scrambled(text, tokens, 2500, BITS);
    expect(texts.length).toBeGreaterThan(30);
    const files = { "texts.json": JSON.stringify([text, ...texts]), "compare.py": COMPARE };
    const different = await runTool("python3", ["-W", "ignore", "compare.py"], scratch(files));
    expect(JSON.parse(different)).toEqual([]);
  });
});

/** Prints those that mean something else than the first; of docstrings, layout does not count. */
const COMPARE = `
import ast, inspect, json

def meaning(text):
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            node.kind = None
        body = getattr(node, "body", None)
        if isinstance(body, list) and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                lines = inspect.cleandoc(value.value).split("\\n")
                value.value = "\\n".join(line.rstrip() for line in lines).strip()
    return ast.dump(tree)

def differs(text):
    try:
        return meaning(text) != first
    except (SyntaxError, ValueError):
        return False

texts = json.load(open("texts.json"))
first = meaning(texts[0])
print(json.dumps([text for text in texts[1:] if differs(text)]))
`;
