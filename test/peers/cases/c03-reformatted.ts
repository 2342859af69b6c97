import { format } from "prettier";
import { withCopies, type Case } from "../case.ts";
import { showsDifference, told } from "../words.ts";

const STYLE = { parser: "typescript", semi: false, singleQuote: true, useTabs: true } as const;

export const reformatted: Case = {
  id: "C3",
  situation: "a formatter changed semicolons, quotes and indentation of a copy",
  observe: async (tool) => {
    const { project, copy } = withCopies(tool);
    copy.set(await format(copy.text() ?? "", STYLE));
    const [look] = tool.looks();
    const outcome = await tool.run(project, look);
    const named = /formatting/i.test(outcome.text) ? "says that it is formatting" : "";
    const shown = showsDifference(outcome.text) ? "shows a difference" : "shows no difference";
    return told(look, outcome, named, shown);
  },
};
