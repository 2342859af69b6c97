import { Interrupted, messageOf, PolicybookError, systemCode } from "./errors.ts";
import { note, noteColour, printJson } from "./output.ts";
import { visibleLines } from "./visible.ts";

/** Tells the user of an error: on stderr, or as the one JSON document where --json asks for it. */
export function reportError(thrown: unknown): void {
  if (process.argv.includes("--json")) {
    printJson({ error: described(environmentError(thrown) ?? thrown) });
  } else noteError(thrown);
}

/** Tells of an error on stderr, whatever was asked for: also where it is stdout that has failed. */
export function noteError(thrown: unknown): void {
  const error = environmentError(thrown) ?? thrown;
  if (error instanceof Interrupted) note(error.message);
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

/** What the system refused, such as to read a file that is a folder, is no defect of policybook. */
function environmentError(error: unknown): PolicybookError | undefined {
  const code = systemCode(error);
  if (!(error instanceof Error) || code === undefined || !/^E[A-Z0-9]+$/.test(code))
    return undefined;
  const file = "path" in error ? String(error.path) : undefined;
  const isOutput = file === undefined && "syscall" in error && error.syscall === "write";
  const place = isOutput ? "the output cannot be written" : file;
  const what = place === undefined ? error.message : `${place}: ${REASONS[code] ?? code}`;
  return new PolicybookError(
    "environment",
    `The system refused: ${what}.`,
    "Mend that, and run the command again.",
    { file, cause: error },
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a folder",
  ENOTDIR: "what should be a folder is a file",
  ENOENT: "it is not there",
  ENOSPC: "the disk is full",
};

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
