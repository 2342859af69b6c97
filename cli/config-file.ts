import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type ParseError,
} from "jsonc-parser";
import * as v from "valibot";
import { CONFIG_FILE } from "./config.ts";
import { languages } from "./ports/languages.ts";
import { PolicybookError } from "./ui/errors.ts";

const template = v.pipe(
  v.string(),
  v.regex(
    /^https?:\/\/[^/\s{}]+\/\S*\{name\}\S*$/,
    "it is no address with {name} in it, such as https://acme.dev/r/{name}.json",
  ),
);

const registry = v.union(
  [
    template,
    v.strictObject({
      url: template,
      headers: v.optional(
        v.pipe(
          v.record(v.string(), v.string()),
          v.description("Sent to this address alone. ${NAME} is an environment variable's value."),
        ),
      ),
    }),
  ],
  'it is neither an address, such as "https://acme.dev/r/{name}.json", nor { "url", "headers" }',
);

/** What policybook.json may hold. templates/policybook.schema.json is made from this. */
export const configSchema = v.strictObject({
  $schema: v.optional(v.pipe(v.string(), v.description("The schema of this file, for editors."))),
  lang: v.optional(
    v.pipe(
      v.picklist(
        languages.flatMap(({ language, aliases }) => [language, ...aliases]),
        `it is none of the languages: ${languages.map(({ language }) => language).join(", ")}`,
      ),
      v.description("The language of the copies, such as typescript."),
    ),
  ),
  dir: v.optional(
    v.pipe(v.string(), v.description("The folder that copies go to, relative to this file.")),
  ),
  registries: v.optional(
    v.pipe(
      v.record(
        v.pipe(
          v.string(),
          v.regex(/^@[a-z0-9][a-z0-9-]*$/, "it is no name for a registry, such as @acme"),
        ),
        registry,
      ),
      v.description("Other registries, by name: `policybook add @acme/thing` fetches thing.json."),
    ),
  ),
  namespace: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Z]\w*(\.[A-Z]\w*)*$/, "it is no module name, such as MyApp.Retry"),
      v.description("The module that Elixir copies are in, such as MyApp.Retry."),
    ),
  ),
});

export type Config = v.InferOutput<typeof configSchema>;

/** The configuration in this text: comments, trailing commas, a byte-order mark and CRLF are fine. */
export function parseConfig(file: string): Config {
  const text = file.replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined)
    throw faulty(text, error.offset, words(printParseErrorCode(error.error)));
  if (tree === undefined) throw faulty(text, 0, "the file is empty");
  if (tree.type !== "object") throw faulty(text, tree.offset, "this is not an object");
  const result = v.safeParse(configSchema, getNodeValue(tree));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const keys = issue.path?.map(({ key }) => String(key)) ?? [];
  const property = findNodeAtLocation(tree, keys)?.parent ?? tree;
  const what = keys.length === 0 ? "" : `"${keys.join(".")}": `;
  throw faulty(text, property.offset, what + problemOf(issue));
}

const problemOf = ({ type, message, expected, received }: v.BaseIssue<unknown>): string => {
  if (type === "strict_object") return "there is no such field";
  return message.startsWith("Invalid type") ? `it is ${received}, no ${expected}` : message;
};

function faulty(text: string, offset: number, problem: string): PolicybookError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = (lines.at(-1) ?? "").length + 1;
  const known = Object.keys(configSchema.entries).join(", ");
  return new PolicybookError(
    "bad-config",
    `${CONFIG_FILE}:${lines.length}:${column}: ${problem}`,
    `Correct the file, or delete it: it is optional. Its fields: ${known}.`,
    { file: CONFIG_FILE },
  );
}

/** "CommaExpected" as "comma expected". */
const words = (code: string): string =>
  code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
