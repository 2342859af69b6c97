import { withCopies, type Case } from "../case.ts";
import { EDITED } from "../samples.ts";
import { lastWords, told } from "../words.ts";

export const identical: Case = {
  id: "C5",
  situation: "the copy is already there, and identical",
  observe: async (tool) => {
    const { project, copy } = withCopies(tool);
    const written = copy.written();
    const add = tool.add([EDITED]);
    const outcome = await tool.run(project, add);
    const became = written() ? "writes it again" : "leaves it untouched";
    return told(add, outcome, became, lastWords(tool.messages(outcome.text)));
  },
};
