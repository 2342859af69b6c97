import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { items, portFiles, readDocument, vectorsFolder } from "../vectors/support/documents.ts";
import type { Report } from "../../vectors/run.js";
import { findChromium, openPage } from "./support/chromium.ts";
import { missing } from "../support/programs.ts";

/** Every file of the registry, bundled for browsers with its vectors and the runner, in a real one. */

const ports = items.flatMap((item) =>
  portFiles(item).map((file) => ({ item: item.name, file, base: path.basename(file) })),
);

describe("chromium", () => {
  let chromium: string | undefined;
  let reports: Record<string, Report> = {};
  beforeAll(async () => {
    chromium = await findChromium();
    if (chromium !== undefined) reports = await reportsIn(chromium);
  });

  test.for(ports.map((port) => [port.base, port] as const))("%s", ([, { item, base }], context) => {
    if (chromium === undefined) missing(context, "chromium is not installed");
    expect(reports[base]).toEqual({
      passed: readDocument(`${item}.json`).cases.length,
      failed: [],
      notExpressible: [],
    });
  });
});

/** One page with a bundle for each port, which leaves its report in an element of its own. */
async function reportsIn(chromium: string): Promise<Record<string, Report>> {
  const folder = await mkdtemp(path.join(tmpdir(), "policybook-browser-"));
  try {
    const bundles = await Promise.all(ports.map(bundle));
    const scripts = bundles.map((code) => `<script>${code.replaceAll("</", "<\\/")}</script>`);
    const page = path.join(folder, "page.html");
    await writeFile(
      page,
      `<!doctype html><meta charset="utf-8"><body>${scripts.join("\n")}</body>`,
    );
    return Object.fromEntries(reportsOf(await openPage(chromium, page)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle({ item, file, base }: (typeof ports)[number]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: vectorsFolder,
      contents: `
        import { runVectors } from "./run.js";
        import vectors from "./${item}.json";
        import * as port from ${JSON.stringify(file)};
        const output = document.createElement("output");
        output.name = ${JSON.stringify(base)};
        output.textContent = encodeURIComponent(JSON.stringify(runVectors(vectors, port)));
        document.body.append(output);`,
    },
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

function reportsOf(page: string): [string, Report][] {
  const outputs = page.matchAll(/<output name="([^"]+)">([^<]*)<\/output>/g);
  return [...outputs].map(([, base = "", text = ""]) => [
    base,
    JSON.parse(decodeURIComponent(text)) as Report,
  ]);
}
