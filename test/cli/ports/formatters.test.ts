import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import jsTokens from "js-tokens";
import { format, type Options } from "prettier";
import { expect, test } from "vitest";
import { tokens } from "../../../cli/ports/ecmascript-tokens.ts";

const registry = path.join(process.cwd(), "registry");
/** The ports, which policybook copies, and the registry's own scripts, which hold more of the language. */
const files = readdirSync(registry, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.[jt]s$/.test(file))
  .toSorted()
  .map((file) => ({ file, text: readFileSync(path.join(registry, file), "utf8") }))
  .map(({ file, text }) => ({ file, text, unformatted: tokens(text) }));
const anyFile = fc.constantFrom(...files);

const options: fc.Arbitrary<Options> = fc.record({
  printWidth: fc.constantFrom(20, 40, 60, 80, 120, 200),
  tabWidth: fc.constantFrom(2, 4, 8),
  useTabs: fc.boolean(),
  semi: fc.boolean(),
  singleQuote: fc.boolean(),
  quoteProps: fc.constantFrom("as-needed", "consistent", "preserve"),
  trailingComma: fc.constantFrom("all", "es5", "none"),
  bracketSpacing: fc.boolean(),
  objectWrap: fc.constantFrom("preserve", "collapse"),
  arrowParens: fc.constantFrom("always", "avoid"),
  experimentalTernaries: fc.boolean(),
  experimentalOperatorPosition: fc.constantFrom("start", "end"),
});

test("Prettier, however it is set, changes no token of the registry's files", async () => {
  await fc.assert(
    fc.asyncProperty(anyFile, options, async ({ file, text, unformatted }, chosen) => {
      const formatted = await format(text, { ...chosen, filepath: file });
      fc.pre(formatted !== text);
      expect(tokens(formatted)).toEqual(unformatted);
    }),
    { seed: 1, numRuns: 30 },
  );
});

/** Words, literals and operators: what every edit of meaning goes through. */
function meaningful(text: string): { readonly start: number; readonly value: string }[] {
  let at = 0;
  return [...jsTokens(text)].flatMap(({ type, value }) => {
    const start = at;
    at += value.length;
    const means =
      /Identifier|Numeric|String|Template/.test(type) ||
      (type === "Punctuator" && !/^[;,(){}|&]$/.test(value));
    return means ? [{ start, value }] : [];
  });
}

const places = new Map(files.map(({ file, text }) => [file, meaningful(text)]));

test("one token changed, removed or repeated is never formatting", () => {
  fc.assert(
    fc.property(
      anyFile,
      fc.nat(),
      fc.constantFrom("", " extra ", " 0 "),
      ({ file, text, unformatted }, pick, replacement) => {
        const all = places.get(file) ?? [];
        const { start, value } = all[pick % all.length] ?? { start: 0, value: "" };
        fc.pre(replacement.trim() !== value);
        const edited = text.slice(0, start) + replacement + text.slice(start + value.length);
        expect(tokens(edited)).not.toEqual(unformatted);
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});
