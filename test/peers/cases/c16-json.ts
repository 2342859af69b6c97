import type { Case } from "../case.ts";
import { EDITED } from "../samples.ts";
import type { Outcome } from "../program.ts";
import type { Command, Tool } from "../tool.ts";
import { ending, grouped, type Named, missingPart } from "../words.ts";

export const json: Case = {
  id: "C16",
  situation:
    "`--json` with a success, with a failure and with what shows differences: what stdout holds",
  observe: async (tool) => {
    const observed: Named[] = [];
    const runs: readonly (readonly [string, Command])[] = [
      ["success", tool.add([EDITED])],
      ["failure", tool.add(["no-such-item"])],
      ["differences", tool.looks()[0]],
    ];
    for (const [name, command] of runs) {
      const outcome = await inJson(tool, command, name === "differences");
      observed.push([`${verb(command)} (${name})`, content(outcome)]);
    }
    return grouped(observed);
  },
};

const verb = ({ args }: Command): string => `\`${args[0]}\``;

function inJson(tool: Tool, command: Command, copies: boolean): Promise<Outcome> {
  const project = copies ? tool.projectWithCopies() : tool.emptyProject();
  return tool.run(project, { ...command, args: [...command.args, "--json"] });
}

export function content(outcome: Outcome): string {
  const missing = missingPart(outcome.text);
  if (missing !== undefined) return `has no \`${missing}\``;
  return `${isJson(outcome.stdout) ? "one JSON document" : "other text"}, ${ending(outcome)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
