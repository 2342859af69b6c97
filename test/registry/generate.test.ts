import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Item } from "../../cli/registry/item.ts";
import { derivedTexts } from "../../registry/derived.ts";
import { generate } from "../../registry/generate.ts";
import { BrokenSealError } from "../../registry/seals.ts";
import { sealOf } from "../../cli/registry/seals.ts";
import { registry } from "./support/copies.ts";

const repository = path.dirname(registry);
const typescript = "registry/constant/constant.ts";
const metadata = "registry/constant/policy.json";

it("nothing that follows from something else is out of date", async () => {
  const texts = await derivedTexts(repository);
  const stale = Object.keys(texts).filter(
    (file) => readFileSync(path.join(repository, file), "utf8") !== texts[file],
  );
  expect(stale).toEqual([]);
  expect(Object.keys(texts)).toEqual(
    expect.arrayContaining([
      "registry/rng/rng.js",
      "registry/rng/page.md",
      "registry/rng/policy.json",
    ]),
  );
});

describe("in a registry of one policy", () => {
  let root = "";
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);
  const change = (file: string, from: string | RegExp, to: string) =>
    write(file, read(file).replace(from, to));
  const filesOf = (texts: Readonly<Record<string, string>>) =>
    (JSON.parse(texts[metadata] ?? "") as Item).files;

  beforeEach(async () => {
    root = mkdtempSync(path.join(tmpdir(), "policybook-generate-"));
    mkdirSync(path.join(root, "registry/constant"), { recursive: true });
    for (const file of ["constant.ts", "constant.js", "page.md", "policy.json"])
      copyFileSync(
        path.join(registry, "constant", file),
        path.join(root, "registry/constant", file),
      );
    const item = JSON.parse(read(metadata)) as Item;
    const files = {
      "constant.js": item.files["constant.js"],
      "constant.ts": item.files["constant.ts"],
    };
    write(metadata, JSON.stringify({ ...item, files }));
    for (const [file, text] of Object.entries(await derivedTexts(root))) write(file, text);
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it("refuses to seal a file again that is not what it was, and says what to do", async () => {
    change(typescript, "the same time", "the very same time");
    await expect(derivedTexts(root)).rejects.toThrow(BrokenSealError);
    await expect(derivedTexts(root)).rejects.toThrow(
      /registry\/constant: constant\.js, constant\.ts no longer match.*npm run release/s,
    );
  });

  it("seals a file whose entry was deleted", async () => {
    change(typescript, "the same time", "the very same time");
    change(metadata, /"files": \{[^}]*\}/, '"files": {}');
    const texts = await derivedTexts(root);
    expect(texts["registry/constant/constant.js"]).toContain("the very same time");
    expect(filesOf(texts)).toEqual({
      "constant.js": sealOf(texts["registry/constant/constant.js"] ?? ""),
      "constant.ts": sealOf(read(typescript)),
    });
  });

  it("seals a file that is new, and forgets one that is gone", async () => {
    write("registry/constant/constant.py", "# SPDX-License-Identifier: MIT-0\n");
    change(metadata, '"files": {', `"files": { "constant.go": "sha256:${"0".repeat(64)}",`);
    const files = filesOf(await derivedTexts(root));
    expect(Object.keys(files)).toEqual(["constant.js", "constant.py", "constant.ts"]);
  });

  it("writes the parameters of the page from the metadata", async () => {
    change(metadata, '"default": 100', '"default": 1234');
    const { "registry/constant/page.md": page = "" } = await derivedTexts(root);
    expect(page).toMatch(/\| `baseMs` +\| Every delay +\| ms +\| 1,234 +\| 0 to 2,147,483,647 +\|/);
    expect(page).toMatch(/\| `maxAttempts` .*\| attempts \| 8 +\| 1 or more, or no limit \|/);
  });

  it("fills the README's table, where there is one", async () => {
    write(
      "README.md",
      "# Policies\n\n<!-- policies -->\n\nold\n\n<!-- /policies -->\n\nThe end.\n",
    );
    const { "README.md": readme = "" } = await derivedTexts(root);
    expect(readme).toMatch(
      /<!-- policies -->\n\n\| policy.*\n\n<!-- \/policies -->\n\nThe end\.\n$/s,
    );
    expect(readme).toContain("[`constant`](registry/constant/page.md)");
    expect(readme).not.toContain("old");
  });

  const run = async (check: boolean) => {
    const said: string[] = [];
    return { code: await generate(root, check, (line) => said.push(line)), said };
  };

  it("only says what is out of date when it checks", async () => {
    change("registry/constant/constant.js", "the same time", "another time");
    const before = read("registry/constant/constant.js");
    expect(await run(true)).toEqual({
      code: 1,
      said: ["registry/constant/constant.js is out of date: run npm run generate"],
    });
    expect(read("registry/constant/constant.js")).toBe(before);
  });

  it("writes what is out of date, once", async () => {
    change("registry/constant/constant.js", "the same time", "another time");
    expect(await run(false)).toEqual({ code: 0, said: ["wrote registry/constant/constant.js"] });
    expect(read("registry/constant/constant.js")).toContain("the same time");
    expect(await run(false)).toEqual({ code: 0, said: [] });
    expect(await run(true)).toEqual({ code: 0, said: [] });
  });

  it("writes nothing when a seal is broken", async () => {
    change(typescript, "the same time", "the very same time");
    const before = read("registry/constant/constant.js");
    const { code, said } = await run(false);
    expect([code, read("registry/constant/constant.js")]).toEqual([1, before]);
    expect(said.join()).toMatch(/^registry\/constant: .* no longer match/);
  });

  it("runs as a script", () => {
    change("registry/constant/constant.js", "the same time", "another time");
    const script = path.join(registry, "generate.ts");
    const args = ["--import", import.meta.resolve("tsx"), script, "--check"];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect([status, stdout]).toEqual([
      1,
      "registry/constant/constant.js is out of date: run npm run generate\n",
    ]);
  });
});
