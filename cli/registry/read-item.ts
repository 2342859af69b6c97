import { readFileSync } from "node:fs";
import path from "node:path";
import { messageOf, PolicybookError } from "../ui/errors.ts";
import { checked, itemSchema } from "./checks.ts";
import { INDEX } from "./document.ts";
import type { Item } from "./item.ts";
import { parseUntrusted } from "./untrusted.ts";

/** The metadata in an item's folder, all of it checked. */
export function readItem(folder: string, name: string): Item {
  const file = path.join(folder, name, "policy.json");
  return itemOf(readFileSync(file, "utf8"), { name, file });
}

/** The same of the text that policy.json has, or is to have. */
export function itemOf(
  text: string,
  { name, file }: { readonly name: string; readonly file: string },
): Item {
  const fail = (fault: string): PolicybookError => faulty(file, fault);
  const item = checked(itemSchema, parsed(text, fail), fail);
  if (item.name !== name) throw fail(`"name" is ${item.name}, and the folder is named otherwise`);
  if (name === INDEX) throw fail(`an item named ${INDEX} would take the place of the index`);
  return item;
}

function parsed(text: string, fail: (fault: string) => PolicybookError): unknown {
  try {
    return parseUntrusted(text);
  } catch (error) {
    throw fail(messageOf(error));
  }
}

export function faulty(
  file: string,
  fault: string,
  advice = "Correct it and run the command again",
): PolicybookError {
  return new PolicybookError(
    "bad-item",
    `${file} cannot be built: ${fault}.`,
    `${advice}; nothing was written.`,
    { file },
  );
}
