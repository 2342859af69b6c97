import { asking, watch, withOwnFile, type Case } from "../case.ts";
import { EDITED, OTHER } from "../samples.ts";
import { fate, planned, told } from "../words.ts";

export const dryRun: Case = {
  id: "C8",
  situation: "the plan of a dry run, and what the same command then does (in the situation of C6)",
  observe: async (tool) => {
    const { project, copy } = withOwnFile(tool);
    const [before, other] = [copy.text(), watch(project, tool.copyOf(OTHER))];
    const preview = tool.preview([OTHER, EDITED]);
    const plan = await tool.run(project, preview);
    const [first, second] = [other, copy].map(({ name }) => planned(plan.text, name));
    const saying = told(preview, plan, `${first} the other file`, `${second} the different one`);
    if (saying.startsWith("has no")) return saying;
    const add = tool.add([OTHER, EDITED]);
    const outcome = await tool.run(project, add);
    const theOther = `${fate(undefined, other.text())} the other file`;
    const different = `${fate(before, copy.text())} the different one`;
    return `${saying}; ${told(add, outcome, theOther, asking(tool, outcome), different)}`;
  },
};
