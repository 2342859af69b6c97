import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import type { Document } from "../../vectors/run.js";
import { messageOf, PolicybookError } from "../ui/errors.ts";

/** As much of the format as running it relies on. vectors/vectors.schema.json has all of it. */
const calls = v.optional(
  v.array(
    v.looseObject({
      times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
    }),
  ),
);
const cases = v.array(v.looseObject({ name: v.string(), why: v.string(), calls }));
export const vectorsSchema = v.union([
  v.looseObject({ format: v.literal(1), policy: v.string(), cases }),
  v.looseObject({ format: v.literal(1), generator: v.string(), cases }),
]);

/** A vectors file of the user's own, relative to the folder. */
export function readVectors(file: string, folder: string): Document {
  try {
    const at = path.resolve(folder, file);
    if (!statSync(at).isFile()) throw new Error("it is no regular file");
    const document: unknown = JSON.parse(readFileSync(at, "utf8"));
    v.assert(vectorsSchema, document);
    return document as Document;
  } catch (error) {
    throw new PolicybookError(
      "bad-vectors",
      `${file} cannot be read as a vectors file: ${messageOf(error)}.`,
      "`policybook show --json` and docs/conformance.md of policybook's repository tell the format of vectors.",
      { file, cause: error },
    );
  }
}
