// @ts-check
/**
 * node run-cli.js PORT VECTORS
 *
 * Runs a vectors file against a port, in Node, Bun or Deno. Prints the report as JSON; exits 0 if
 * every case passed, 1 if one failed, 2 if nothing could be run.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { runVectors } from "./run.js";

try {
  const [port, vectors] = process.argv.slice(2);
  if (port === undefined || vectors === undefined) throw new Error("usage: run-cli PORT VECTORS");
  const document = JSON.parse(await readFile(vectors, "utf8"));
  const module = await import(pathToFileURL(resolve(port)).href);
  const report = runVectors(document, module);
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.failed.length > 0 ? 1 : 0;
} catch (error) {
  console.error(String(error));
  process.exitCode = 2;
}
