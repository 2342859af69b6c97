import { asking, watch, withOwnFile, type Case } from "../case.ts";
import { EDITED, OTHER } from "../samples.ts";
import { fate, told } from "../words.ts";

export const several: Case = {
  id: "C6",
  situation: "of two items to add one would go where a different file is; no terminal",
  observe: async (tool) => {
    const { project, copy } = withOwnFile(tool);
    const [before, other] = [copy.text(), watch(project, tool.copyOf(OTHER))];
    const add = tool.add([OTHER, EDITED]);
    const outcome = await tool.run(project, add);
    const theOther = `${fate(undefined, other.text())} the other file`;
    const different = `${fate(before, copy.text())} the different one`;
    return told(add, outcome, theOther, asking(tool, outcome), different);
  },
};
