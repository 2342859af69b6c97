import { withEdit, withOwnFile, type Case, type Place } from "../case.ts";
import { commit } from "../sandbox.ts";
import type { Tool } from "../tool.ts";
import { Key } from "../../support/terminal.ts";
import { fate } from "../words.ts";

export const interrupted: Case = {
  id: "C17",
  situation: "Ctrl-C at the question whether to change a file",
  observe: async (tool) => {
    const { project, copy } = await prepared(tool);
    const { command } = tool.asks;
    const before = copy.text();
    const terminal = tool.terminal(project, command);
    try {
      await terminal.sees(tool.question);
      terminal.press(Key.ctrlC);
      const exit = await terminal.ends();
      return `\`${command.label}\`: ${fate(before, copy.text())} the file, exit ${exit}`;
    } finally {
      terminal.close();
    }
  },
};

/** A project in which that command asks. */
async function prepared(tool: Tool): Promise<Place> {
  if (tool.asks.about === "a file") return withOwnFile(tool);
  const made = withEdit(tool);
  await commit(made.project);
  await tool.publish("fixed");
  return made;
}
