import { build } from "esbuild";
import { expect, test } from "vitest";

test("the workloads need nothing that a browser does not have", async () => {
  const { errors, outputFiles } = await build({
    entryPoints: [
      "cli/bench/workloads.ts",
      "cli/bench/run.ts",
      "cli/bench/ranking.ts",
      "cli/bench/report/page.ts",
      "cli/bench/advice/advise.ts",
      "cli/bench/advice/grid.ts",
    ],
    bundle: true,
    platform: "browser", // an import of a Node module is an error here
    outdir: "out",
    write: false,
  });
  expect(errors).toEqual([]);
  for (const { text } of outputFiles) expect(text).not.toMatch(/\b(process|Buffer|require)\b[.([]/);
});
