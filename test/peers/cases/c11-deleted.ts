import { rmSync } from "node:fs";
import path from "node:path";
import { withCopies, type Case } from "../case.ts";
import { commit } from "../sandbox.ts";
import { fate, told } from "../words.ts";

export const deleted: Case = {
  id: "C11",
  situation: "a copy was deleted, and upstream released a new version: an update of all",
  observe: async (tool) => {
    const { project, copy } = withCopies(tool);
    rmSync(path.join(project, copy.name));
    await commit(project);
    await tool.publish("fixed");
    const update = tool.update();
    const outcome = await tool.run(project, update);
    return told(update, outcome, `${fate(undefined, copy.text())} the file`);
  },
};
