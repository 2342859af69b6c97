import { withEdit, type Case } from "../case.ts";
import { changesShown, told } from "../words.ts";

export const edited: Case = {
  id: "C1",
  situation: "one line of a copy was edited: what shows it",
  observe: async (tool) => {
    const { project } = withEdit(tool);
    const [look] = tool.looks();
    const outcome = await tool.run(project, look);
    return told(look, outcome, changesShown(outcome.text));
  },
};
