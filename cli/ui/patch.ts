import { colour, isTerminal } from "./output.ts";
import { visibleLines } from "./visible.ts";

/** A unified diff for the reader: coloured on a terminal, and as it is in a pipe. */
export function paintedPatch(patch: string): string {
  const text = isTerminal() ? visibleLines(patch) : patch;
  return text.trimEnd().split("\n").map(paintedLine).join("\n");
}

function paintedLine(line: string): string {
  if (/^(?:---|\+\+\+) /.test(line)) return colour.bold(line);
  if (line.startsWith("@@")) return colour.cyan(line);
  if (line.startsWith("+")) return colour.green(line);
  return line.startsWith("-") ? colour.red(line) : line;
}
