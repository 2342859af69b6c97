import path from "node:path";
import { parseArgs } from "node:util";
import { builtinRegistry } from "../../cli/registry/builtin.ts";
import { commandTimes } from "./commands.ts";
import { delayTables } from "./delays.ts";
import { install, sizes } from "./package.ts";
import { circumstances, rendered, type Table } from "./report.ts";
import { addTimes } from "./registries.ts";
import { temporaryFolder } from "./temporary.ts";

/**
 * npm run bench:cli [-- --quick] [--markdown]
 *
 * Measures the packed tarball and the policies, and prints the figures beside their aims.
 * docs/benchmarks.md says how to read them.
 */
const { values } = parseArgs({
  options: {
    /** Few rounds and a small repository: shows that everything runs, not how fast. */
    quick: { type: "boolean", default: false },
    /** Prints what docs/benchmarks.md holds. */
    markdown: { type: "boolean", default: false },
  },
});
const effort = values.quick
  ? { files: 2000, crowdedFiles: 2000, commandRounds: 3, delayRounds: 1 }
  : { files: 20_000, crowdedFiles: 50_000, commandRounds: 25, delayRounds: 15 };
const policies = builtinRegistry()
  .items.filter(({ kind }) => kind === "policy")
  .map(({ name }) => name);
const folder = temporaryFolder();
const below = (name: string): string => path.join(folder, name);

console.log(`${circumstances()}\n`);
const installed = await install(below("installed"));
print(sizes(installed));
const { commandRounds, delayRounds, ...repositories } = effort;
print(await addTimes(below("registries"), installed, Math.ceil(commandRounds / 3)));
const commands = { rounds: commandRounds, ...repositories, policies };
print(await commandTimes(below("projects"), installed, commands));
const delays = { rounds: delayRounds, policies };
for (const table of await delayTables(below("delays"), delays)) print(table);

function print(table: Table): void {
  console.log(rendered(table, values.markdown));
}
