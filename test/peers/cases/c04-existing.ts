import { asking, withOwnFile, type Case } from "../case.ts";
import { EDITED } from "../samples.ts";
import { fate, flagsNamed, told } from "../words.ts";

export const existing: Case = {
  id: "C4",
  situation: "a different file is where a copy would go, and there is no terminal",
  observe: async (tool) => {
    const { project, copy } = withOwnFile(tool);
    const before = copy.text();
    const add = tool.add([EDITED]);
    const outcome = await tool.run(project, add);
    const became = `${fate(before, copy.text())} the file`;
    return told(
      add,
      outcome,
      asking(tool, outcome),
      became,
      flagsNamed(tool.messages(outcome.text)),
    );
  },
};
