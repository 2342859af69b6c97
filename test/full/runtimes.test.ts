import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { items, portFiles, readDocument, vectorsFolder } from "../vectors/support/documents.ts";
import type { Report } from "../../vectors/run.js";
import { missing } from "../support/programs.ts";
import { install, runtimes, type Runtime } from "./support/runtimes.ts";

/** Every file of the registry, alone in an empty folder, on every runtime it promises to run on. */

const run = promisify(execFile);
const ports = items.flatMap((item) =>
  portFiles(item).map((file) => ({ item: item.name, file, base: path.basename(file) })),
);

let workspace = "";
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "policybook-runtimes-"));
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

describe.each(runtimes.map((runtime) => [runtime.name, runtime] as const))(
  "%s",
  (name, runtime) => {
    let executable = "";
    let obstacle = "";
    beforeAll(async () => {
      executable = await install(runtime, workspace).catch((error: unknown) => {
        const [command, cause] = String(error).split("\n");
        obstacle = `${name} could not be installed: ${command}: ${cause}`;
        return "";
      });
    });

    test.for(ports.map((port) => [port.base, port] as const))(
      "%s",
      async ([, { item, file }], context) => {
        if (obstacle) missing(context, obstacle);
        const folder = await mkdtemp(path.join(workspace, "project-"));
        const port = await copyInto(folder, file, runtime);
        expect(await readdir(folder)).toEqual([path.basename(port)]);
        expect(await report(executable, runtime, port, item)).toEqual({
          passed: readDocument(`${item}.json`).cases.length,
          failed: [],
          notExpressible: [],
        });
      },
    );
  },
);

/** Unchanged, unless it is TypeScript and the runtime cannot strip the types. */
async function copyInto(folder: string, file: string, { stripsTypes }: Runtime): Promise<string> {
  if (stripsTypes || !file.endsWith(".ts")) {
    const copy = path.join(folder, path.basename(file));
    await copyFile(file, copy);
    return copy;
  }
  const { code } = await transform(await readFile(file, "utf8"), { loader: "ts" });
  const copy = path.join(folder, `${path.basename(file, ".ts")}.mjs`);
  await writeFile(copy, code);
  return copy;
}

async function report(executable: string, { args }: Runtime, port: string, item: string) {
  const script = [
    path.join(vectorsFolder, "run-cli.js"),
    port,
    path.join(vectorsFolder, `${item}.json`),
  ];
  const { stdout } = await run(executable, [...args, ...script], { cwd: path.dirname(port) });
  return JSON.parse(stdout) as Report;
}
