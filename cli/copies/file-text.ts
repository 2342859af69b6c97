import { readFileSync, statSync } from "node:fs";
import { PolicybookError } from "../ui/errors.ts";
import { normalised } from "./provenance.ts";

/** A file's text as it is compared and merged, and the form in which the file has it. */
export interface FileText {
  /** As it stands in the file. */
  readonly raw: string;
  /** With LF line endings and without a byte-order mark. */
  readonly text: string;
}

/** Reads a text that can be written back without a loss. */
export function readFileText(file: string, shown: string): FileText {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const raw = decoder.decode(readFileSync(file));
    return { raw, text: normalised(raw) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new PolicybookError(
      "not-utf8",
      `${shown} is not in UTF-8: writing it anew would lose characters.`,
      "Save it as UTF-8, and run the command again.",
      { file: shown, cause: error },
    );
  }
}

/**
 * The text of a file that someone named, without a byte-order mark. (A pipe is not opened: it
 * might never end.)
 *
 * @throws {Error} if it is no regular file, larger than so many bytes, or not in UTF-8
 */
export function readRegular(file: string, mostBytes: number): string {
  const stats = statSync(file);
  if (!stats.isFile()) throw new Error("it is no regular file");
  if (stats.size > mostBytes) throw new Error(`it is larger than ${mostBytes / 1_000_000} MB`);
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
}

/** The text in the form of the file: its byte-order mark, and the line endings that most lines have. */
export function inFormOf({ raw }: FileText, text: string): string {
  const breaks = raw.split("\n").length - 1;
  const isCrLf = 2 * (raw.split("\r\n").length - 1) > breaks;
  const mark = raw.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + (isCrLf ? text.replaceAll("\n", "\r\n") : text);
}
