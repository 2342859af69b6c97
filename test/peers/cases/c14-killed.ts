import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { type Case, type Place, withCopies } from "../case.ts";
import { commit } from "../sandbox.ts";
import { EDITED } from "../samples.ts";
import type { Tool } from "../tool.ts";
import { missingPart, told } from "../words.ts";

const TRIES = 3;

export const killed: Case = {
  id: "C14",
  situation: `an update to a text of 4 MB is killed once the file changes, up to ${TRIES} times`,
  observe: async (tool) => {
    const update = tool.update([EDITED]);
    let found = WHOLE;
    for (let n = 0; n < TRIES && found.startsWith(WHOLE); n += 1) {
      const place = await behind(tool);
      const before = { size: sizeOf(place), files: filesIn(place.project) };
      const outcome = await tool.run(place.project, update, changes(place));
      if (missingPart(outcome.text) !== undefined) return told(update, outcome);
      found = state(place, before);
    }
    return `\`${update.label}\`: ${found}`;
  },
};

const WHOLE = "the file is whole";

const LARGE = 4_000_000;

interface Before {
  readonly size: number;
  readonly files: readonly string[];
}

const sizeOf = ({ project, copy }: Place): number => statSync(path.join(project, copy.name)).size;

const filesIn = (project: string): readonly string[] =>
  readdirSync(path.join(project, "src/lib")).toSorted();

async function behind(tool: Tool): Promise<Place> {
  await tool.publish("first");
  const place = withCopies(tool);
  await commit(place.project);
  await tool.publish("large");
  return place;
}

/** Tells that the file is another one, or has another size. */
function changes({ project, copy }: Place): () => boolean {
  const file = path.join(project, copy.name);
  const before = statSync(file);
  return () => {
    const now = statSync(file, { throwIfNoEntry: false });
    return now?.size !== before.size || now.ino !== before.ino;
  };
}

/** What the file is then, and what lies beside it that did not before. */
function state({ project, copy }: Place, before: Before): string {
  const text = copy.text();
  const size = Buffer.byteLength(text ?? "");
  const whole = size === before.size || size > LARGE;
  const now = text === undefined ? "the file is gone" : whole ? WHOLE : "the file is cut short";
  const beside = filesIn(project).filter((name) => !before.files.includes(name));
  return [now, beside.length > 0 && `${beside.length} more beside it`].filter(Boolean).join(", ");
}
