import { existsSync } from "node:fs";
import path from "node:path";
import { watch, type Case } from "../case.ts";
import type { Outcome } from "../program.ts";
import { OTHER } from "../samples.ts";
import type { Tool } from "../tool.ts";
import { grouped, type Named } from "../words.ts";

const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  comments: (text) => text.replace("{", "{ // a comment\n"),
  "trailing commas": (text) => text.replace(/\s*\}(?=[^}]*$)/, ",\n}"),
  "byte-order mark": (text) => `\uFEFF${text}`,
  CRLF: (text) => text.replaceAll("\n", "\r\n"),
};

export const config: Case = {
  id: "C9",
  situation:
    "the configuration has comments, trailing commas, a byte-order mark or CRLF; then an error",
  observe: async (tool) => {
    const read: Named[] = [];
    for (const [name, spelling] of Object.entries(SPELLINGS)) {
      const { outcome, worked } = await withConfig(tool, spelling);
      read.push([name, worked ? "read" : `not read, exit ${outcome.exit}`]);
    }
    const { outcome } = await withConfig(tool, (text) => text.replace("\n", "\n  ?!\n"));
    const place = [/\bline 2\b|:2:\d+\b/i, /\bcolumn \d+\b|:2:\d+\b/i];
    const [line, column] = place.map((each) => each.test(outcome.text));
    const named = line ? (column ? "line and column" : "line") : "no line";
    return `\`${tool.config}\`: ${grouped(read)}; an error names ${named}, exit ${outcome.exit}`;
  },
};

async function withConfig(
  tool: Tool,
  change: (text: string) => string,
): Promise<{ readonly outcome: Outcome; readonly worked: boolean }> {
  const { project, command } = tool.configured();
  const file = watch(project, tool.config);
  file.set(change(file.text() ?? ""));
  const outcome = await tool.run(project, command);
  const there = existsSync(path.join(project, tool.copyOf(OTHER)));
  return { outcome, worked: outcome.exit === 0 && there };
}
