import { withEdit, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { changesShown, told } from "../words.ts";

export const bothChanged: Case = {
  id: "C2",
  situation: "a copy was edited, and upstream released a new version: what shows the two changes",
  observe: async (tool) => {
    const { project } = withEdit(tool);
    await commit(project);
    await tool.publish("fixed");
    const cells: string[] = [];
    for (const look of tool.looks()) {
      const outcome = await tool.run(project, look);
      cells.push(told(look, outcome, changesShown(outcome.text)));
    }
    return cells.join("; ");
  },
};
