import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatted } from "../../registry/derived.ts";
import { withSection } from "../../cli/registry/page-sections.ts";
import type { Case } from "./case.ts";
import { cases } from "./cases.ts";
import { cruft } from "./cruft.ts";
import { jsrepo } from "./jsrepo.ts";
import { policybook } from "./policybook.ts";
import { makeSandbox } from "./sandbox.ts";
import { shadcn } from "./shadcn.ts";
import { comparison } from "./table.ts";
import type { Tool } from "./tool.ts";

/**
 * npm run compare:peers [-- --only C4 --tool shadcn]
 *
 * Brings a project of each tool into each case's situation, tells what the tool does, and writes
 * that into docs/living-with-copies.md. Installs the tools, and needs nothing else of the network.
 * With a choice of cases or tools it only prints.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    tool: { type: "string", multiple: true },
  },
});

const PAGE = "docs/living-with-copies.md";

const sandbox = await makeSandbox();
try {
  const makers = { policybook, shadcn, jsrepo, cruft };
  const makersOfThese = Object.entries(makers).filter(
    ([name]) => values.tool?.includes(name) ?? true,
  );
  const tools = await Promise.all(makersOfThese.map(([, make]) => make(sandbox)));
  const these = cases(sandbox.server).filter(({ id }) => values.only?.includes(id) ?? true);
  const columns = await Promise.all(tools.map((tool) => column(tool, these)));
  const date = new Date().toISOString().slice(0, 10);
  const section = `Observed on ${date}, with Node ${process.version}.\n\n${comparison(tools, these, columns)}`;
  console.log(section);
  if (values.only === undefined && values.tool === undefined) {
    const page = withSection(readFileSync(PAGE, "utf8"), "peers", section);
    writeFileSync(PAGE, await formatted("markdown", page));
  }
} finally {
  sandbox.server.close();
}

/** What a tool does in each case, one after the other: they share what is upstream. */
async function column(tool: Tool, these: readonly Case[]): Promise<readonly string[]> {
  const cells: string[] = [];
  for (const { id, observe } of these) {
    await tool.publish("first");
    cells.push(await observe(tool));
    console.error(`${id} ${tool.name}`);
  }
  return cells;
}
