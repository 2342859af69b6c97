import { mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { withEdit, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { planned, told } from "../words.ts";

const MOVED = "src/net/jitter.ts";

export const moved: Case = {
  id: "C18",
  situation: "an edited copy was moved and renamed, and its first lines were reformatted",
  observe: async (tool) => {
    const { project, copy } = withEdit(tool);
    copy.set(`\n${(copy.text() ?? "").replaceAll(/^\/\/ /gm, "//  ")}`);
    mkdirSync(path.join(project, path.dirname(MOVED)));
    renameSync(path.join(project, copy.name), path.join(project, MOVED));
    await commit(project);
    const [look] = tool.looks();
    const outcome = await tool.run(project, look);
    return told(look, outcome, found(outcome.text, copy.name));
  },
};

export function found(text: string, before: string): string {
  if (text.includes(MOVED)) return "finds it at its new place";
  const plan = text.includes(before) ? `${planned(text, before)} it at the old place` : "";
  return ["does not find it", plan].filter(Boolean).join(", ");
}
