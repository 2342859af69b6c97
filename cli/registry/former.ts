import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PolicybookError } from "../ui/errors.ts";
import { INDEX } from "./document.ts";
import { readDocument, readIndex } from "./read-document.ts";

/**
 * The files of a folder that an earlier build made and this one, of these names, does not: the index
 * there lists them, and each is still the document that it was. Nothing else is policybook's.
 */
export function formerDocuments(folder: string, built: readonly string[]): readonly string[] {
  const index = path.join(folder, `${INDEX}.json`);
  if (!existsSync(index)) return [];
  const items = orElse([], () => readIndex(readFileSync(index, "utf8"), index).items);
  const listed = new Set(items.map(({ name }) => `${name}.json`));
  return readdirSync(folder).filter(
    (file) => listed.has(file) && !built.includes(file) && isDocument(path.join(folder, file)),
  );
}

const isDocument = (file: string): boolean =>
  orElse(
    false,
    () => `${readDocument(readFileSync(file, "utf8"), file).name}.json` === path.basename(file),
  );

/** What is read; something else where the text is not what it should be. */
function orElse<T>(other: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicybookError) return other;
    throw error;
  }
}
