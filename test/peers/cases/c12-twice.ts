import { withEdit, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { contentOf } from "../content.ts";
import { EDITED } from "../samples.ts";
import { lastWords, missingPart, told } from "../words.ts";

export const twice: Case = {
  id: "C12",
  situation: "an edited copy is updated twice: what the file has then, and the second time",
  observe: async (tool) => {
    const { project, copy } = withEdit(tool);
    await commit(project);
    await tool.publish("fixed");
    const update = tool.update([EDITED]);
    const first = await tool.run(project, update);
    if (missingPart(first.text) !== undefined) return told(update, first);
    await commit(project);
    const written = copy.written();
    const outcome = await tool.run(project, update);
    const became = written() ? "writes the file again" : "leaves the file untouched";
    const has = contentOf(copy.text() ?? "");
    return told(update, outcome, has, became, lastWords(tool.messages(outcome.text)));
  },
};
