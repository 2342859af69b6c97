import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { javascriptOf } from "./javascript.ts";

/**
 * `npm run release -- <item> patch|minor|major --reason <text>`: `policybook release`, after what only
 * this repository has, the JavaScript that follows from the TypeScript.
 */
const [name = ""] = process.argv.slice(2);
const reference = `registry/${name}/${name}.ts`;
if (existsSync(reference)) {
  const javascript = await javascriptOf(readFileSync(reference, "utf8"));
  writeFileSync(reference.replace(/\.ts$/, ".js"), javascript);
}
process.on("exit", (code) => {
  if (code === 0) console.error("Now run npm run generate, then npm test.");
});
process.argv.splice(2, 0, "release");
await import("../cli/main.ts");
