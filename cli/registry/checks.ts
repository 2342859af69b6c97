import * as v from "valibot";
import { PolicybookError } from "../ui/errors.ts";

/** The parts that the formats of a registry are made of: what names, versions and paths may be. */
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Short enough for a file name with an ending. */
export const isItemName = (text: string): boolean => NAME.test(text) && text.length <= 60;

export const itemName = v.pipe(v.string(), v.check(isItemName, "it is no name for an item"));

export const line = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.maxLength(maxLength, `it is longer than ${maxLength} characters`),
    v.regex(/^[^\n\t]*$/, "it is more than one line"),
  );

export const version = v.pipe(
  v.string(),
  v.regex(
    /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/,
    "it is no version, such as 1.0.0",
  ),
);

/** A file of a port. (Windows takes con.ts and the like for devices.) */
export const fileName = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[A-Za-z0-9_-]+\.[a-z]+$/, "it is no name for a port's file"),
  v.regex(/^(?!(con|prn|aux|nul|com\d|lpt\d)\.)/i, "it is a device on Windows"),
);

export const list = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.pipe(v.array(entry), v.maxLength(100, "it has more than 100 entries"));

const integer = v.pipe(v.number(), v.safeInteger("it is no whole number below 2^53"));

const identifier = v.pipe(
  v.string(),
  v.regex(/^[a-z][A-Za-z0-9]{0,59}$/, "it is no name for a parameter"),
);

const seal = v.pipe(v.string(), v.regex(/^(sha256:[0-9a-f]{64}|draft)$/, "it is no seal"));

/** The metadata of an item. registry/policy.schema.json says the same to editors. */
export const itemSchema = v.object({
  name: itemName,
  title: line(200),
  summary: line(50),
  version,
  kind: v.picklist(["policy", "generator"]),
  recommended: v.exactOptional(v.boolean()),
  aliases: list(itemName),
  uses: list(v.picklist(["attempt", "rng", "hint", "state"])),
  params: list(
    v.object({
      name: identifier,
      description: line(200),
      unit: v.picklist(["ms", "attempts", "uint32"]),
      default: v.exactOptional(integer),
      min: integer,
      max: v.union([integer, v.literal("unlimited")]),
    }),
  ),
  tags: list(itemName),
  neighbours: list(v.object({ name: itemName, difference: line(200) })),
  sources: list(
    v.object({
      title: line(300),
      url: v.exactOptional(
        v.pipe(line(2000), v.regex(/^https:\/\//, "it does not begin with https:")),
      ),
    }),
  ),
  complexity: v.object({ time: line(200), space: line(200) }),
  files: v.record(fileName, seal),
  changes: v.exactOptional(list(v.object({ version, date: line(10), reason: line(300) }))),
  history: v.exactOptional(v.record(version, v.record(fileName, seal))),
});

/** The value as the schema has it; an error that says where in `what` it is not so. */
export function checked<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  fail: (fault: string) => PolicybookError,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = v.getDotPath(issue);
  const message = issue.type === "check" || issue.type === "regex" ? issue.message : words(issue);
  throw fail(place === null ? message : `"${place.slice(0, 200)}": ${message}`);
}

/** (The library's own messages quote what was received, however long.) */
const words = ({ message, expected, received }: v.BaseIssue<unknown>): string => {
  if (received === "undefined") return "it is missing";
  return message.startsWith("Invalid") ? `expected ${expected ?? "something else"}` : message;
};
