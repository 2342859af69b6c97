import { Interrupted, messageOf, PolicybookError } from "./errors.ts";
import { note, noteColour, printJson } from "./output.ts";
import { visibleLines } from "./visible.ts";

/** Tells the user of an error: on stderr, or as the one JSON document where --json asks for it. */
export function reportError(error: unknown): void {
  if (process.argv.includes("--json")) printJson({ error: described(error) });
  else if (error instanceof Interrupted) note(error.message);
  else if (error instanceof PolicybookError) {
    note(
      `${noteColour.red("error:")} ${visibleLines(error.message)}\n${visibleLines(error.suggestion)}`,
    );
  } else note(`${noteColour.red("defect in policybook:")} ${stackOf(error)}`);
}

function described(error: unknown) {
  if (error instanceof Interrupted) return { code: "interrupted", message: error.message };
  if (!(error instanceof PolicybookError)) return { code: "defect", message: messageOf(error) };
  const { code, message, suggestion, file } = error;
  return { code, message, suggestion, ...(file === undefined ? {} : { file }) };
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
