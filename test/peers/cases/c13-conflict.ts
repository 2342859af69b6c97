import { withEdit, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { EDITED } from "../samples.ts";
import { contentOf, MARKERS } from "../content.ts";
import { fate, lastWords, told } from "../words.ts";

export const conflict: Case = {
  id: "C13",
  situation:
    "you and upstream changed the same line: an update, and the next one once that is resolved",
  observe: async (tool) => {
    const { project, copy } = withEdit(tool);
    await commit(project);
    await tool.publish("clashing");
    const update = tool.update([EDITED]);
    const outcome = await tool.run(project, update);
    const after = copy.text() ?? "";
    const cell = told(update, outcome, contentOf(after), lastWords(tool.messages(outcome.text)));
    if (!MARKERS.test(after)) return cell;
    copy.set(after.replace(MARKERS, "$1"));
    await commit(project);
    const resolved = copy.text();
    const next = await tool.run(project, update);
    return `${cell}; your line kept, again ${told(update, next, `${fate(resolved, copy.text())} the file`)}`;
  },
};
