import type { PolicybookError } from "./errors.ts";
import { note, noteColour } from "./output.ts";
import { visible } from "./visible.ts";

/** Tells of what stood in the way of a part, beside the result of the rest. */
export function noteProblems(problems: readonly PolicybookError[]): void {
  for (const { message, suggestion } of problems) {
    note(`${noteColour.red("error:")} ${visible(message)}\n${visible(suggestion)}`);
  }
}

/** The same for scripts. (What is undefined is left out of a document.) */
export const describedProblems = (problems: readonly PolicybookError[]) =>
  problems.map(({ code, message, suggestion, file }) => ({ code, message, suggestion, file }));
