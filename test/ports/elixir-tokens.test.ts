import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { tokens } from "../../cli/ports/elixir-tokens.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { describeWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { filesIn } from "./support/registry.ts";
import { BITS, scrambled } from "./support/scrambled.ts";

describe("what a formatter may change in Elixir", () => {
  test.each([
    ["white space", "a=b( c,d )+1", "a = b(c, d) + 1"],
    ["blank lines", "a\n\n\nb", "a\nb\n"],
    ["lines in brackets", "f(\n  a,\n  b\n)\n[\n  1,\n  2\n]", "f(a, b)\n[1, 2]"],
    ["lines in maps", "%{\n  a: 1,\n  b: 2\n}", "%{a: 1, b: 2}"],
    ["trailing commas", "[1, 2,]", "[1, 2]"],
    ["operators at line ends", "a =\n  b +\n    c", "a = b + c"],
    ["operators at line beginnings", "a\n|> b()\n|> c()", "a |> b() |> c()"],
    ["guards", "def f(a)\n    when a, do: b", "def f(a) when a, do: b"],
    ["blocks", "def f do\n  a\nend", "def f do a end"],
    ["functions", "f(fn x ->\n  x\nend)", "f(fn x -> x end)"],
    ["semicolons", "a; b", "a\nb"],
    ["numbers", "1_000_000 + 0xAB", "1000000 + 0xab"],
    ["comments", "#a\nb", "# a\nb"],
    ["a comment behind its statement", "a = b # c\nd", "# c\na = b\nd"],
    ["heredocs", 'def f do\n  """\n  a\n    b\n  """\nend', 'def f do\n"""\na\n  b\n"""\nend'],
  ])("%s: %j, %j", (_, one, other) => {
    expect(tokens(one)).toEqual(tokens(other));
  });
});

describe("what a formatter may not change in Elixir", () => {
  test.each([
    ["lines", "a\nb", "a b"],
    ["lines", "a\n-b", "a - b"],
    ["lines in a function in brackets", "f(fn ->\n  a\n  b\nend)", "f(fn -> a b end)"],
    ["lines in parentheses", "x = (\n  a\n  b\n)", "x = (a b)"],
    ["calls", "f (a)", "f(a)"],
    ["calls", "f [a]", "f[a]"],
    ["calls", "f -1", "f - 1"],
    ["calls", "f &g", "f & g"],
    ["names", "a! = b", "a != b"],
    ["keys and atoms", "[a: b]", "[a :b]"],
    ["precedence", "(a + b) * c", "a + b * c"],
    ["strings", '"a b"', '"a  b"'],
    ["strings", '"a"', "'a'"],
    ["strings in strings", '"#{f("a b")}"', '"#{f("a  b")}"'],
    ["sigils", "~s(a)", "~S(a)"],
    ["sigils", "~r/a/i", "~r/a/"],
    ["heredocs", '"""\na\n"""', '"""\n  a\n"""'],
    ["characters", "?a", "?b"],
    ["comments", "a # b", "a # c"],
    ["comments", "a\n# b\nc", "# b\na\nc"],
    ["hashes in strings", '"a # b"', '"a #  b"'],
  ])("%s: %j, %j", (_, one, other) => {
    expect(tokens(one)).not.toEqual(tokens(other));
  });

  test.each(['"a', "f(a", "f a)", "fn -> a", "a end", '"#{a"', "a ` b"])(
    "of what cannot be read for certain, nothing: %j",
    (text) => {
      expect(tokens(text)).toEqual([text]);
    },
  );
});

describeWith(["elixir"], "Elixir", () => {
  const texts = filesIn(elixir);

  test("the formatter changes no token, however narrow or wide the lines", async () => {
    const folder = scratch({ ...texts, "format.exs": FORMAT });
    await runTool("elixir", ["format.exs", ...Object.keys(texts)], folder);
    for (const [file, text] of Object.entries(texts)) {
      expect(tokens(text).length).toBeGreaterThan(200);
      for (const width of WIDTHS) {
        const formatted = readFileSync(path.join(folder, `${file}.${width}`), "utf8");
        expect(tokens(formatted)).toEqual(tokens(text));
        if (width === 98) expect(formatted).toBe(text);
      }
    }
  });

  test("texts with the same tokens have the same syntax tree, or none", async () => {
    const text = texts["equal_jitter.ex"] ?? "";
    const same = scrambled(text, tokens, 2500, BITS);
    expect(same.length).toBeGreaterThan(30);
    const encoded = [text, ...same].map((each) => Buffer.from(each).toString("base64"));
    const scripts = { texts: encoded.join("\n"), "compare.exs": COMPARE };
    const different = await runTool("elixir", ["compare.exs"], scratch(scripts));
    expect(different).toBe("[]\n");
  });
});

const WIDTHS = [98, 20, 40, 60, 200];

const FORMAT = String.raw`
for file <- System.argv(), width <- [${WIDTHS.join(", ")}] do
  text = Code.format_string!(File.read!(file), line_length: width)
  File.write!("#{file}.#{width}", [text, "\n"])
end
`;

/** Prints those that mean something else than the first. */
const COMPARE = String.raw`
meaning = fn text ->
  with {:ok, tree} <- Code.string_to_quoted(text, emit_warnings: false) do
    tree
    |> Macro.prewalk(fn node -> Macro.update_meta(node, fn _ -> [] end) end)
    |> Macro.prewalk(fn
      {:__block__, _, [only]} -> only
      node -> node
    end)
  end
end

[first | texts] = "texts" |> File.read!() |> String.split("\n") |> Enum.map(&Base.decode64!/1)
tree = meaning.(first)

texts
|> Enum.filter(&(not match?({:error, _}, meaning.(&1)) and meaning.(&1) != tree))
|> IO.inspect(limit: :infinity, printable_limit: :infinity)
`;
