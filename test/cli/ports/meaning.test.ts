import { parse, type ParserOptions } from "@babel/parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokens } from "../../../cli/ports/ecmascript-tokens.ts";

/*
 * Thousands of small programs, many of them alike but for a line break, a semicolon, a bracket or
 * a quote. Where two have equal tokens, Babel must read the same program in both.
 */
const FRAMES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["async function* f() {", "}"],
  ["class A {", "}"],
  ["interface A {", "}"],
  ["type A =", ""],
  ["a = {", "}"],
  ["a = (b) =>", ""],
  ["if (a) ", " else b"],
  ["if (a) {", "}\n(b)"],
  ["for (;;) {", "}"],
  ["switch (a) {", "}"],
];
const PIECES = (
  "a b ( ) [ ] { } ; ; , + ++ ! ? : => = | < > / * 'a' \"a\" `a` /a/ 1 #a @ return break yield " +
  "if else while do async get static type as in readonly ( ) { } ; a b"
).split(" ");
const GAPS = [" ", " ", "\n", ";\n"];

const program = fc
  .tuple(
    fc.constantFrom(...FRAMES),
    fc.array(fc.tuple(fc.constantFrom(...GAPS), fc.constantFrom(...PIECES)), {
      minLength: 1,
      maxLength: 7,
    }),
    fc.constantFrom(...GAPS),
  )
  .map(([[head, tail], pieces, gap]) => head + pieces.flat().join("") + gap + tail);

test("programs with equal tokens mean the same", () => {
  const known = new Map<string, { readonly text: string; readonly meaning: string }>();
  let compared = 0;
  for (const text of fc.sample(program, { seed: 1, numRuns: 20_000 })) {
    const meaning = meaningOf(text);
    if (meaning === undefined) continue;
    const key = JSON.stringify(tokens(text));
    const other = known.get(key);
    if (other === undefined) known.set(key, { text, meaning });
    else if (other.text !== text) {
      compared += 1;
      expect(meaning, `${other.text}\n--- and ---\n${text}`).toBe(other.meaning);
    }
  }
  expect(compared).toBeGreaterThan(300);
});

const OPTIONS: ParserOptions = {
  sourceType: "module",
  plugins: ["typescript", "decorators", "decoratorAutoAccessors"],
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

/** The syntax tree without what says nothing; undefined if the text is no program. */
function meaningOf(text: string): string | undefined {
  try {
    return JSON.stringify(bare(parse(text, OPTIONS).program));
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const SAYS_NOTHING = /^(?:loc|start|end|extra|errors|.*[cC]omments)$/;

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => !isEmptyStatement(part)).map(bare);
  if (!isFields(value)) return value;
  const fields = Object.entries(value)
    .filter(([name]) => !SAYS_NOTHING.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, bare(field)]);
  return plain(Object.fromEntries(fields) as Fields);
}

const isEmptyStatement = (value: unknown): boolean =>
  isFields(value) && value["type"] === "EmptyStatement";

/** Braces around one statement, a union of one member, and a quoted key say nothing either. */
function plain(node: Fields): unknown {
  const { type, types, key } = node;
  if (Array.isArray(types) && types.length === 1) return types[0];
  if (isFields(key) && key["type"] === "StringLiteral" && node["computed"] !== true)
    return { ...node, key: { name: key["value"], type: "Identifier" } };
  if (!/^(?:If|For|While)/.test(String(type))) return node;
  const bodies = ["consequent", "alternate", "body"].map((name) => [name, unbraced(node[name])]);
  return { ...node, ...Object.fromEntries(bodies) };
}

function unbraced(node: unknown): unknown {
  if (!isFields(node) || node["type"] !== "BlockStatement") return node;
  const { body, directives } = node as { body: unknown[]; directives: { value: Fields }[] };
  const [statement] = body;
  if (body.length === 1 && directives.length === 0) return statement;
  const [directive] = directives;
  if (body.length > 0 || directives.length !== 1 || directive === undefined) return node;
  // (Babel reads the string of `if (a) { "b" }` as a directive, which it is not.)
  const expression = { type: "StringLiteral", value: directive.value["value"] };
  return { expression, type: "ExpressionStatement" };
}
