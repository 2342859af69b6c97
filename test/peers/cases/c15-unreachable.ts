import { existsSync } from "node:fs";
import path from "node:path";
import type { Case } from "../case.ts";
import type { Outcome } from "../program.ts";
import { closedAddress, type Server } from "../server.ts";
import { ITEMS } from "../samples.ts";
import { ending, grouped, type Named } from "../words.ts";

/** What each fault is called, and how a message may tell of it. */
const CAUSES: readonly (readonly [fault: string, name: string, cause: RegExp])[] = [
  ["closed", "closed port", /ECONNREFUSED|refused|could not connect|couldn't connect/i],
  ["404", "404", /404|not found/i],
  ["401", "401", /401|unauthori[sz]ed|authenticat|credential|username/i],
  ["html", "HTML", /JSON|HTML|not valid|unexpected token|content.type/i],
  ["loop", "redirect loop", /redirect/i],
  ["silence", "no answer", /time(?:d|s)?[- ]?out|no answer|within \d+ s/i],
];

export const unreachable = (server: Server): Case => ({
  id: "C15",
  situation:
    "a registry's port is closed, or it answers 404, 401, HTML, a redirect loop, or nothing",
  observe: async (tool) => {
    const closed = await closedAddress();
    const observed: Named[] = [];
    for (const [fault, name, cause] of CAUSES) {
      const project = tool.emptyProject();
      const address =
        fault === "closed" ? closed : `${server.address}/faults/${fault}/${tool.name}`;
      const outcome = await tool.run(project, tool.addFrom(address));
      const asked = fault === "closed" || server.asked(address);
      const wrote = ITEMS.some((item) => existsSync(path.join(project, tool.copyOf(item))));
      const words = [
        asked ? "" : "does not ask the server",
        wrote ? "writes a file" : "",
        named({ ...outcome, text: tool.messages(outcome.text) }, address, cause),
        ending(outcome),
      ]
        .filter(Boolean)
        .join(", ");
      observed.push([name, words]);
    }
    return `\`${tool.addFrom("").label}\`: ${grouped(observed)}`;
  },
});

/** What a message tells of a fault. (An address may hold a status, and names no cause by that.) */
export function named({ exit, text }: Outcome, address: string, cause: RegExp): string {
  if (exit === undefined) return "";
  const rest = text.replaceAll(/\bhttps?:\S+/g, "");
  const parts = [text.includes(address) && "address", cause.test(rest) && "cause"];
  return `names ${parts.filter(Boolean).join(" and ") || "neither address nor cause"}`;
}
