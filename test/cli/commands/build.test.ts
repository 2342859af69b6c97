import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { build, type BuildOptions } from "../../../cli/commands/build.ts";
import { hashOf } from "../../../cli/copies/hash.ts";
import { parseCopy } from "../../../cli/copies/provenance.ts";
import type { RegistryDocument } from "../../../cli/registry/document.ts";
import { fixtureRegistry, twoReleases, V1, V2 } from "../copies/support/registry.ts";
import { scratch, write } from "../copies/support/scratch.ts";
import { printed } from "./support/printed.ts";

const URL = "https://acme.dev/r";
const steady = () => fixtureRegistry(twoReleases).folder;
const run = (folder: string, options: BuildOptions) => printed(() => build(folder, options));
const read = (cwd: string, file: string): string => readFileSync(path.join(cwd, file), "utf8");
const document = (cwd: string, file: string) => JSON.parse(read(cwd, file)) as RegistryDocument;
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();

describe("the registry of this repository", () => {
  test("becomes one document for each item and language, and an index", async () => {
    const cwd = scratch();
    const { exit } = await run(path.resolve("registry"), { cwd, url: URL });
    expect(exit).toBe(0);
    const files = readdirSync(path.join(cwd, "public/r"));
    expect(files).toContain("full-jitter.json");
    expect(files).toContain("full-jitter.python.json");
    const index = JSON.parse(read(cwd, "public/r/registry.json"));
    const named = index.items.map(({ name }: { name: string }) => `${name}.json`);
    expect(named.concat("registry.json").toSorted()).toEqual(files.toSorted());
  });

  test("gives the same bytes each time", async () => {
    const [one, other] = [scratch(), scratch()];
    for (const cwd of [one, other]) await run(path.resolve("registry"), { cwd, url: URL });
    for (const file of below(path.join(one, "public/r"))) {
      expect(read(other, `public/r/${file}`)).toBe(read(one, `public/r/${file}`));
    }
  });

  test("a port of several files is one document", async () => {
    const cwd = scratch();
    await run(path.resolve("registry"), { cwd, url: URL });
    const { files } = document(cwd, "public/r/full-jitter.c.json");
    expect(files.map((file) => file.target)).toEqual([
      "retry/full_jitter.c",
      "retry/full_jitter.h",
    ]);
  });
});

test("a document's file is a copy that says where it is from", async () => {
  const cwd = scratch();
  await run(steady(), { cwd, out: "site/r", url: `${URL}/` });
  const [file] = document(cwd, "site/r/steady.json").files;
  expect(parseCopy(file?.content ?? "")).toEqual({
    provenance: {
      policy: "steady",
      file: "steady.ts",
      version: "1.1.0",
      sha256: hashOf(V2),
      from: `${URL}/steady.json`,
    },
    body: V2,
  });
});

test("it holds every earlier text, the page and the hashes", async () => {
  const cwd = scratch();
  await run(steady(), { cwd, url: URL });
  const { policybook } = document(cwd, "public/r/steady.json").meta;
  expect(policybook.history).toEqual({ "1.0.0": { "steady.ts": V1 } });
  expect(policybook.page).toBe("# Steady\n");
  expect(policybook.item.files).toEqual({ "steady.ts": `sha256:${hashOf(V2)}` });
});

test("without an address, copies name none, and that is said", async () => {
  const cwd = scratch();
  const { stderr } = await run(steady(), { cwd });
  expect(stderr).toMatch(/Without --url/);
  const [file] = document(cwd, "public/r/steady.json").files;
  expect(parseCopy(file?.content ?? "")?.provenance.from).toBeUndefined();
});

test("C8: a dry run writes nothing and prints what the real run does", async () => {
  const [cwd, folder] = [scratch(), steady()];
  const dry = await run(folder, { cwd, url: URL, dryRun: true, json: true });
  expect(below(cwd)).toEqual([]);
  const real = await run(folder, { cwd, url: URL, json: true });
  expect(JSON.parse(dry.stdout).files).toEqual(JSON.parse(real.stdout).files);
  expect(below(cwd)).not.toEqual([]);
});

test("a second build touches nothing, and says so", async () => {
  const [cwd, folder] = [scratch(), steady()];
  await run(folder, { cwd, url: URL });
  const before = statSync(path.join(cwd, "public/r/steady.json")).mtimeMs;
  const { stdout } = await run(folder, { cwd, url: URL });
  expect(stdout).toBe("2 of 2 files are unchanged\n");
  expect(statSync(path.join(cwd, "public/r/steady.json")).mtimeMs).toBe(before);
});

test("what is there and is not policybook's stays", async () => {
  const cwd = scratch({ "public/r/registry.json": '{ "name": "by hand" }' });
  await expect(run(steady(), { cwd, url: URL })).rejects.toThrow(/not built by policybook/);
  expect(below(path.join(cwd, "public/r"))).toEqual(["registry.json"]);
});

describe("what an earlier build made of an item that is gone", () => {
  const gone = () => {
    const folder = steady();
    const other = fixtureRegistry({ "1.0.0": { "other.ts": V1, "other.py": "a = 1\n" } }, "other");
    cpSync(path.join(other.folder, "other"), path.join(folder, "other"), { recursive: true });
    return { folder, drop: () => rmSync(path.join(folder, "other"), { recursive: true }) };
  };

  test("is removed, by the plan of the dry run", async () => {
    const [cwd, { folder, drop }] = [scratch({ "public/r/mine.json": "{}" }), gone()];
    await run(folder, { cwd, url: URL });
    expect(below(path.join(cwd, "public/r"))).toContain("other.json");
    drop();
    const dry = await run(folder, { cwd, url: URL, dryRun: true });
    expect(dry.stdout).toContain(
      "would remove public/r/other.json\nwould remove public/r/other.py",
    );
    expect(below(path.join(cwd, "public/r"))).toContain("other.json");
    const { stdout } = await run(folder, { cwd, url: URL, json: true });
    expect(JSON.parse(stdout).files).toContainEqual({
      path: "public/r/other.json",
      action: "remove",
    });
    expect(below(path.join(cwd, "public/r"))).toEqual([
      "mine.json",
      "registry.json",
      "steady.json",
    ]);
  });

  test.each([
    ["was changed since", "other.json", (text: string) => text.replace("base *", "base +")],
    ["is another's by now", "other.json", () => '{ "name": "by hand" }'],
    ["is listed by no index", "registry.json", () => '{ "policybook": "what is no index" }'],
  ])("stays where it %s", async (_, file, change) => {
    const [cwd, { folder, drop }] = [scratch(), gone()];
    await run(folder, { cwd, url: URL });
    drop();
    write(cwd, `public/r/${file}`, change(read(cwd, `public/r/${file}`)));
    const before = read(cwd, "public/r/other.json");
    await run(folder, { cwd, url: URL });
    expect(read(cwd, "public/r/other.json")).toBe(before);
  });
});

test("a text that is not what its seal says is refused", async () => {
  const folder = steady();
  write(folder, "steady/steady.ts", V2.replace("9", "10"));
  await expect(run(folder, { cwd: scratch(), url: URL })).rejects.toThrow(
    /steady\.ts cannot be built: .*its seal/,
  );
});

test("so is one in the history", async () => {
  const folder = steady();
  const metadata = JSON.parse(read(folder, "steady/policy.json"));
  const history = { "1.0.0": { "steady.ts": `sha256:${hashOf(V1)}` } };
  write(folder, "steady/policy.json", JSON.stringify({ ...metadata, history }));
  await expect(run(folder, { cwd: scratch(), url: URL })).resolves.toMatchObject({ exit: 0 });
  write(folder, "steady/history/1.0.0/steady.ts", V2);
  await expect(run(folder, { cwd: scratch(), url: URL })).rejects.toThrow(/its seal for 1\.0\.0/);
});

describe("C19: a hostile or broken item is refused, and nothing is written", () => {
  const change = (fields: Readonly<Record<string, unknown>>) => (text: string) =>
    JSON.stringify({ ...JSON.parse(text), ...fields });

  test.each<[string, RegExp, (text: string) => string]>([
    ["a name that climbs", /"name": it is no name/, change({ name: "../../pwn" })],
    ["another item's name", /folder is named otherwise/, change({ name: "other" })],
    ["a name of control characters", /control character/, change({ name: "a\u001b[2J" })],
    ["a file that climbs", /no name for a port's file/, change({ files: { "../x.ts": "draft" } })],
    ["no files at all", /"files": it is missing/, change({ files: undefined })],
    ["a number for a title", /"title": expected string/, change({ title: 7 })],
    ["escapes in the title", /control character/, change({ title: "\u001b]0;pwned\u0007" })],
    ["a turned summary", /turns the direction/, change({ summary: "\u202egnp.exe" })],
    ["a version that is none", /"version": it is no version/, change({ version: "latest" })],
    ["not JSON", /it is not JSON/, () => "name: steady"],
    ["nothing", /it is not JSON/, () => ""],
    [
      "a prototype",
      /__proto__/,
      (text) => text.replace("{", '{"__proto__": {"files": {"a.ts": "draft"}},'),
    ],
  ])("%s", async (_, fault, hostile) => {
    const [folder, cwd] = [steady(), scratch()];
    write(folder, "steady/policy.json", hostile(read(folder, "steady/policy.json")));
    await expect(run(folder, { cwd, url: URL })).rejects.toThrow(fault);
    expect(below(cwd)).toEqual([]);
  });

  test("code that reads otherwise than it runs", async () => {
    const [folder, cwd] = [steady(), scratch()];
    const text = `${V2}// \u202e\n`;
    write(folder, "steady/steady.ts", text);
    const seal = `sha256:${hashOf(text)}`;
    const metadata = change({ files: { "steady.ts": seal } });
    write(folder, "steady/policy.json", metadata(read(folder, "steady/policy.json")));
    await expect(run(folder, { cwd, url: URL })).rejects.toThrow(/turns the direction/);
    expect(below(cwd)).toEqual([]);
  });

  test.each(["../out", "/tmp/out", "a/../../out", "", "%2e%2e/out", "C:\\out"])(
    "a folder to write to that is not in the project: %j",
    async (out) => {
      await expect(run(steady(), { cwd: scratch(), out, url: URL })).rejects.toThrow(
        /Cannot write/,
      );
    },
  );

  test("a folder that is a symbolic link", async () => {
    const [cwd, elsewhere] = [scratch(), scratch()];
    symlinkSync(elsewhere, path.join(cwd, "public"));
    await expect(run(steady(), { cwd, url: URL })).rejects.toThrow(/symbolic link/);
    expect(below(elsewhere)).toEqual([]);
  });
});

test.each([
  ["http://acme.dev/r", /not HTTPS/],
  ["https://me:secret@acme.dev/r", /name or password/],
  ["file:///etc", /not HTTPS/],
  ["acme", /no web address/],
])("an address that cannot be %s", async (url, fault) => {
  const error = await run(steady(), { cwd: scratch(), url }).catch(String);
  expect(error).toMatch(fault);
  expect(error).not.toContain("secret");
});
