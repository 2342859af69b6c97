import { withCopies, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { lineEndings, showsDifference, told } from "../words.ts";

export const crlf: Case = {
  id: "C10",
  situation: "a copy was checked out with CRLF; then it is updated",
  observe: async (tool) => {
    const { project, copy } = withCopies(tool);
    copy.set((copy.text() ?? "").replaceAll("\n", "\r\n"));
    await commit(project);
    const [look] = tool.looks();
    const seen = await tool.run(project, look);
    const shown = showsDifference(seen.text) ? "shows a difference" : "shows no difference";
    await tool.publish("fixed");
    const update = tool.update();
    const outcome = await tool.run(project, update);
    const after = `the file has ${lineEndings(copy.text() ?? "")}`;
    return `${told(look, seen, shown)}; ${told(update, outcome, after)}`;
  },
};
