import { readFileSync } from "node:fs";
import path from "node:path";
import {
  parseTree,
  printParseErrorCode,
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
} from "jsonc-parser";
import * as v from "valibot";
import type { Project } from "./ports/project.ts";
import { PolicybookError } from "./ui/errors.ts";

export const CONFIG_FILE = "policybook.json";

/** The optional configuration of a project. templates/policybook.schema.json is made from this. */
export const configSchema = v.strictObject({
  $schema: v.optional(v.pipe(v.string(), v.description("The schema of this file, for editors."))),
  lang: v.optional(
    v.pipe(v.string(), v.description("The language of the copies, such as typescript.")),
  ),
  dir: v.optional(
    v.pipe(v.string(), v.description("The folder that copies go to, relative to this file.")),
  ),
});

export type Config = v.InferOutput<typeof configSchema>;

/** The project's policybook.json: comments, trailing commas, a byte-order mark and CRLF are fine. */
export function readConfig(project: Project): Config {
  if (!project.has(CONFIG_FILE)) return {};
  const text = readFileSync(path.join(project.root, CONFIG_FILE), "utf8").replace(/^\uFEFF/, "");
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const problem =
      first === undefined ? "the file is empty" : words(printParseErrorCode(first.error));
    return fail(text, first?.offset ?? 0, problem);
  }
  const result = v.safeParse(configSchema, getNodeValue(tree));
  if (result.success) return result.output;
  const [issue] = result.issues;
  const keys = issue.path?.map(({ key }) => String(key)) ?? [];
  const node = findNodeAtLocation(tree, keys);
  const what = keys.length === 0 ? "" : `"${keys.join(".")}": `;
  return fail(text, (node?.parent ?? node ?? tree).offset, what + issue.message);
}

function fail(text: string, offset: number, problem: string): never {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const at = `${CONFIG_FILE}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
  throw new PolicybookError(
    "bad-config",
    `${at}: ${problem}`,
    `Correct the file, or delete it: it is optional. It takes ${Object.keys(configSchema.entries).join(", ")}.`,
    { file: CONFIG_FILE },
  );
}

/** "CommaExpected" as "comma expected". */
const words = (code: string): string =>
  code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
