import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FolderRegistry } from "../../cli/registry/folder.ts";
import { ports } from "../../cli/ports/index.ts";
import type { Item } from "../../cli/registry/item.ts";
import { releaseOf } from "../../cli/registry/release.ts";
import { derivedTexts } from "../../registry/derived.ts";
import { javascriptOf } from "../../registry/javascript.ts";
import { BrokenSealError } from "../../registry/seals.ts";
import { registry } from "./support/copies.ts";

let root = "";
const at = (file: string): string => path.join(root, file);
const read = (file: string): string => readFileSync(at(file), "utf8");
const writeAll = (texts: Readonly<Record<string, string>>): void => {
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  }
};
const item = (): Item => JSON.parse(read("registry/constant/policy.json")) as Item;
const original = (file: string): string =>
  readFileSync(path.join(registry, "constant", file), "utf8");

const edit = (from: string, to: string): void =>
  writeFileSync(
    at("registry/constant/constant.ts"),
    read("registry/constant/constant.ts").replace(from, to),
  );
/** As `npm run release` and `npm run generate`, which derive the JavaScript before and the rest after. */
const release = async (part: "patch" | "minor" | "major"): Promise<void> => {
  const text = await javascriptOf(read("registry/constant/constant.ts"));
  writeFileSync(at("registry/constant/constant.js"), text);
  const order = { name: "constant", part, reason: `A ${part} one.`, date: "2026-01-31" };
  writeAll(releaseOf(root, order, ports).texts);
  writeAll(await derivedTexts(root));
};
const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@localhost", ...args], {
    cwd: root,
    encoding: "utf8",
  });
const commit = (): void => {
  git("add", "--all");
  git("commit", "--quiet", "--message", "x");
};

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "policybook-release-"));
  cpSync(path.join(registry, "constant"), at("registry/constant"), { recursive: true });
  writeFileSync(at("CHANGELOG.md"), "# Changelog\n\n## Unreleased\n\n### The registry\n\n- Old.\n");
  git("init", "--quiet");
  commit();
});
afterEach(() => rmSync(root, { recursive: true }));

describe("a release", () => {
  it.each([
    ["patch", "1.0.1"],
    ["minor", "1.1.0"],
    ["major", "2.0.0"],
  ] as const)("raises the %s number, and says why wherever people look", async (part, version) => {
    edit("the same time", "the very same time");
    await release(part);
    expect(item()).toMatchObject({
      version,
      changes: [{ version, date: "2026-01-31", reason: `A ${part} one.` }],
    });
    expect(read("CHANGELOG.md")).toMatch(
      `### The registry\n\n- \`constant\` ${version}: A ${part} one.\n- Old.\n`,
    );
    expect(read("registry/constant/page.md")).toContain(
      `## Versions\n\n<!-- versions -->\n\n- ${version}, 2026-01-31: A ${part} one.\n`,
    );
  });

  it("keeps every file of the old version, so that any copy of it has its base", async () => {
    const before = item();
    edit("the same time", "the very same time");
    await release("minor");
    const folder = new FolderRegistry(at("registry"));
    expect(folder.versions(item())).toEqual(["1.1.0", "1.0.0"]);
    for (const file of Object.keys(before.files))
      expect(folder.sourceAt(item(), file, "1.0.0")).toBe(original(file));
    expect(item().history).toEqual({ "1.0.0": before.files });
    expect(read("registry/constant/constant.js")).toContain("the very same time");
    expect(item().files["constant.py"]).toBe(before.files["constant.py"]);
    expect(item().files["constant.ts"]).not.toBe(before.files["constant.ts"]);
  });

  it("after a release keeps both, and finds the old text in any commit", async () => {
    edit("the same time", "the very same time");
    await release("minor");
    const second = read("registry/constant/constant.ts");
    commit();
    edit("the very same time", "one and the same time");
    commit();
    await release("patch");
    expect(item().changes?.map(({ version }) => version)).toEqual(["1.1.1", "1.1.0"]);
    expect(Object.keys(item().history ?? {})).toEqual(["1.0.0", "1.1.0"]);
    expect(read("registry/constant/history/1.1.0/constant.ts")).toBe(second);
  });

  it("of nothing is refused", async () => {
    await expect(release("patch")).rejects.toThrow("there is nothing to release");
  });

  it("whose old text is lost says where to put it, and takes it from there", async () => {
    rmSync(at(".git"), { recursive: true });
    edit("the same time", "the very same time");
    const place = "registry/constant/history/1.0.0";
    await expect(release("patch")).rejects.toThrow(`is neither in git nor in ${place}/constant.js`);
    const restored = ["constant.js", "constant.ts"];
    writeAll(Object.fromEntries(restored.map((file) => [`${place}/${file}`, original(file)])));
    await release("patch");
    expect(item().version).toBe("1.0.1");
    expect(read(`${place}/constant.ts`)).toBe(original("constant.ts"));
  });
});

describe("released text is sealed", () => {
  beforeEach(async () => {
    edit("the same time", "the very same time");
    await release("minor");
  });

  it.each([
    [
      "a changed file",
      () => writeFileSync(at("registry/constant/history/1.0.0/constant.py"), "x\n"),
    ],
    ["a deleted file", () => rmSync(at("registry/constant/history/1.0.0/constant.py"))],
    [
      "an added file",
      () => writeFileSync(at("registry/constant/history/1.0.0/constant.rb"), "x\n"),
    ],
    ["a deleted version", () => rmSync(at("registry/constant/history"), { recursive: true })],
    ["an added version", () => mkdirSync(at("registry/constant/history/0.9.0"))],
  ])("in history too: %s", async (_, tamper) => {
    await expect(derivedTexts(root)).resolves.toBeTypeOf("object");
    tamper();
    await expect(derivedTexts(root)).rejects.toThrow(BrokenSealError);
  });
});
