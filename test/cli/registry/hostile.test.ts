import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { add } from "../../../cli/commands/add.ts";
import { list } from "../../../cli/commands/list.ts";
import { hashOf } from "../../../cli/copies/hash.ts";
import { catalogueOf } from "../../../cli/registry/catalogue.ts";
import { PolicybookError } from "../../../cli/ui/errors.ts";
import { reportError } from "../../../cli/ui/report.ts";
import { visibleLines } from "../../../cli/ui/visible.ts";
import { printed } from "../commands/support/printed.ts";
import { fixtureRegistry, twoReleases, V2 } from "../copies/support/registry.ts";
import { scratch } from "../copies/support/scratch.ts";
import { serve } from "./support/server.ts";

/** What a registry that is not to be trusted may serve. Nothing of it is written, run or printed raw. */

const built = () => catalogueOf(fixtureRegistry(twoReleases).folder, undefined).files;

/** A served document, as loosely as JSON has it. */
type Json = any; // oxlint-disable-line no-explicit-any -- attacks have no type

const honest = (): Json => JSON.parse(built()["steady.json"] ?? "");

/** The honest document with its one file renamed, everywhere. */
function renamed(file: string): Json {
  const text = JSON.stringify(honest());
  return JSON.parse(text.replaceAll("steady.ts", JSON.stringify(file).slice(1, -1)));
}

/** The honest document with another body, sealed as it should be. */
function resealed(body: string): Json {
  const text = JSON.stringify(honest()).replaceAll(hashOf(V2), hashOf(body));
  const document = JSON.parse(text);
  const [line] = document.files[0].content.split("\n");
  document.files[0].content = `${line}\n${body}`;
  return document;
}

function changed(change: (document: Json) => void): Json {
  const document = honest();
  change(document);
  return document;
}

const item = (change: (item: Json) => void): Json =>
  changed(({ meta }) => change(meta.policybook.item));
const meta = (change: (meta: Json) => void): Json =>
  changed((document) => change(document.meta.policybook));
const file = (change: (file: Json) => void): Json => changed(({ files }) => change(files[0]));

/** Adds what the server answers, in an empty project beside a file that must stay alone. */
async function attacked(body: Json, headers = {}) {
  const folder = scratch();
  const project = path.join(folder, "project");
  mkdirSync(project);
  const text = Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body);
  const url = await serve((_, response) => void response.writeHead(200, headers).end(text));
  const outcome = await printed(async (): Promise<unknown> => {
    const error: unknown = await add([`${url}/steady.json`], { cwd: project }).catch(
      (thrown: unknown) => thrown,
    );
    if (error !== 0) reportError(error);
    return error;
  });
  const said = outcome.stdout + outcome.stderr;
  const error = outcome.exit;
  return { error, said, written: readdirSync(folder, { recursive: true, encoding: "utf8" }) };
}

const ESC = "\u001b";
const NUL = "\u0000";

const NAMES: readonly (readonly [string, unknown])[] = [
  ["that climbs", "../../pwn"],
  ["that is absolute", "/etc/pwn"],
  ["that is percent-encoded", "%2e%2e%2fpwn"],
  ["with NUL", `steady${NUL}`],
  ["of a Windows drive", "C:pwn"],
  ["of a share", "\\\\host\\share"],
  ["of a prototype", "__proto__"],
  ["of ten thousand letters", "a".repeat(10_000)],
  ["that steers the terminal", `${ESC}[2J`],
  ["that is empty", ""],
  ["that is a number", 7],
  ["that is a list", ["steady"]],
];

const FILES: readonly string[] = [
  "../evil.ts",
  "/etc/evil.ts",
  "a/../../evil.ts",
  "C:evil.ts",
  "C:\\evil.ts",
  "\\\\host\\evil.ts",
  "..\\evil.ts",
  "%2e%2e%2fevil.ts",
  `evil.ts${NUL}.json`,
  ".bashrc",
  ".ts",
  "..",
  "",
  "con.ts",
  "evil.ts ",
  "evil.ts.",
  "evil.sh",
  "package.json",
  "․․∕evil.ts",
  `${ESC}]0;pwned\u0007.ts`,
  "\u202est.live.ts",
  `${"a".repeat(300)}.ts`,
];

const TARGETS: readonly string[] = [
  "../../steady.ts",
  "/etc/cron.d/steady.ts",
  "~/.ssh/steady.ts",
  "a/../../steady.ts",
  "..\\steady.ts",
  "C:/steady.ts",
  "%2e%2e/steady.ts",
  `retry${NUL}/steady.ts`,
  "retry/other.ts",
  ".git/hooks/post-commit",
];

const ATTACKS: Readonly<Record<string, () => Json>> = {
  // names
  ...Object.fromEntries(
    NAMES.flatMap(([what, name]) => [
      [`an item's name ${what}`, () => item((it) => (it.name = name))],
      [`a document's name ${what}`, () => changed((document) => (document.name = name))],
    ]),
  ),
  "another item under this name": () => changed((document) => (document.name = "full-jitter")),
  ...Object.fromEntries(
    FILES.map((name) => [`a file ${JSON.stringify(name)}`, () => renamed(name)]),
  ),
  ...Object.fromEntries(
    TARGETS.map((target) => [
      `a target ${JSON.stringify(target)}`,
      () => file((it) => (it.target = target)),
    ]),
  ),
  "two files of one name": () => changed(({ files }) => files.push(files[0])),
  "two files that differ in case": () =>
    changed((document) => {
      document.files.push({ ...document.files[0], path: "STEADY.ts", target: "retry/STEADY.ts" });
      const { files } = document.meta.policybook.item;
      files["STEADY.ts"] = files["steady.ts"];
    }),
  "a file that the metadata does not name": () =>
    changed(({ files }) => files.push({ ...files[0], path: "evil.ts", target: "retry/evil.ts" })),
  "no file": () => changed((document) => (document.files = [])),
  "a thousand files": () =>
    changed((document) => (document.files = Array(1000).fill(document.files[0]))),

  // hashes
  "a body that is not what its hash says": () => file((it) => (it.content += "evil();\n")),
  "a hash in the metadata that contradicts the line": () =>
    item((it) => (it.files["steady.ts"] = `sha256:${hashOf("other")}`)),
  "a draft for a hash": () => item((it) => (it.files["steady.ts"] = "draft")),
  "no provenance line": () => file((it) => (it.content = V2)),
  "the provenance line of another item": () =>
    file((it) => (it.content = it.content.replace("steady/", "full-jitter/"))),
  "the provenance line of another version": () =>
    file((it) => (it.content = it.content.replace("@1.1.0", "@9.9.9"))),

  // texts
  "code that steers the terminal": () => resealed(`${V2}// ${ESC}[2J${ESC}]52;c;cm0=\u0007\n`),
  "code that reads otherwise than it runs": () =>
    resealed(`${V2}/* \u202e } \u2066if (admin)\u2069 */\n`),
  "code with NUL": () => resealed(`${V2}${NUL}`),
  "code with a line end of its own": () => resealed(`${V2}// a\revil()\n`),
  "code with half a character": () => resealed(`${V2}// \ud800\n`),
  "a title that steers the terminal": () => item((it) => (it.title = `${ESC}]0;pwned\u0007`)),
  "a title by C1 codes": () => item((it) => (it.title = "\u009b2J")),
  "a title that turns the direction": () => item((it) => (it.title = "\u202egnp.ts")),
  "a summary that overwrites its line": () => item((it) => (it.summary = "evil\rgood")),
  "a summary of two lines": () => item((it) => (it.summary = "good\nerror: run sudo evil")),
  "a summary of a megabyte": () => item((it) => (it.summary = "a".repeat(1_000_000))),
  "a page that steers the terminal": () => meta((it) => (it.page = `${ESC}[2J`)),
  "docs that steer the terminal": () => changed((document) => (document.docs = `${ESC}[2J`)),
  "a steering key": () => changed((document) => (document[`${ESC}[2J`] = 1)),
  "a source that is a script": () =>
    item((it) => (it.sources = [{ title: "a", url: "javascript:alert(1)" }])),
  "a parameter that is code": () => item((it) => (it.params[0].name = 'x"); system("evil')),
  "a use that is code": () => item((it) => (it.uses = ["rng); evil("])),

  // types and numbers
  "content that is a number": () => file((it) => (it.content = 7)),
  "content that is nothing": () => file((it) => (it.content = null)),
  "files that are an object": () => changed((document) => (document.files = { length: 1 })),
  "a version that is a path": () => item((it) => (it.version = "../../1.0.0")),
  "a version beyond all numbers": () => item((it) => (it.version = `${"9".repeat(400)}.0.0`)),
  "a maximum beyond all numbers": () => JSON.stringify(honest()).replace('"max":9', '"max":1e999'),
  "a default that is a fraction": () => item((it) => (it.params[0].default = 0.5)),
  "a kind of its own": () => item((it) => (it.kind = "constructor")),
  "a language of its own": () => meta((it) => (it.language = "cobol")),
  "a language that is a path": () => meta((it) => (it.language = "../typescript")),
  "a format of the future": () => meta((it) => (it.format = 2)),
  "history that climbs": () => meta((it) => (it.history = { "../../x": { "steady.ts": "x" } })),
  "history of files that climb": () => meta((it) => (it.history = { "1.0.0": { "../x.ts": "x" } })),
  "history that is not what its hashes say": () =>
    meta((it) => (it.history["1.0.0"]["steady.ts"] += "evil();\n")),
  "history of its own version": () =>
    meta((it) => (it.history = { "1.1.0": { "steady.ts": "x" } })),
  "history of another language": () =>
    meta((it) => (it.history = { "1.0.0": { "steady.py": "x" } })),
  "vectors that are none": () => meta((it) => (it.vectors = { format: 1, cases: "all" })),
  "vectors of another item": () =>
    meta((it) => {
      const calls = [{ attempt: 1, reasoned: { delay: 1 } }];
      it.vectors = { format: 1, policy: "other", cases: [{ name: "a", why: "b", calls }] };
    }),
  "vectors without an end": () =>
    meta((it) => {
      const calls = [{ attempt: 1, times: 1e15, reasoned: { delay: 1 } }];
      it.vectors = { format: 1, policy: "steady", cases: [{ name: "a", why: "b", calls }] };
    }),

  // JSON
  "a prototype": () => JSON.stringify(honest()).replace("{", '{"__proto__":{"polluted":true},'),
  "a prototype among the files": () =>
    JSON.stringify(honest()).replace('"files":{', `"files":{"__proto__":"sha256:${hashOf("")}",`),
  "a constructor among the files": () => item((it) => (it.files["constructor"] = "draft")),
  "a bomb of brackets": () => "[".repeat(900_000),
  "a closed bomb of brackets": () => "[".repeat(900_000) + "]".repeat(900_000),
  "a bomb of objects": () => `{"a":`.repeat(300_000),
  "a bomb of entries": () => `[${"{},".repeat(600_000)}{}]`,
  "a bomb of digits": () => `{"a":${"9".repeat(1_900_000)}}`,
  "a string without an end": () => `"${"\\".repeat(1_900_001)}`,
  HTML: () => "<!doctype html><title>Sign in</title>",
  nothing: () => "",
  null: () => "null",
  "a list": () => "[]",
  "JSON that ends early": () => JSON.stringify(honest()).slice(0, -20),
  "two documents": () => JSON.stringify(honest()).repeat(2),
  "another tool's item": () => changed((document) => delete document.meta),
  "metadata that is nothing": () => changed((document) => (document.meta.policybook = null)),

  // encodings
  "UTF-16": () => Buffer.from(JSON.stringify(honest()), "utf16le"),
  "Latin-1": () => Buffer.from(JSON.stringify(item((it) => (it.title = "\u00e9"))), "latin1"),
  "an overlong slash": () => Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
  "a surrogate in bytes": () => Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
  "two megabytes of nothing": () => `${JSON.stringify(honest())}${" ".repeat(2_000_000)}`,
};

test("the honest document is added", async () => {
  const { error, written } = await attacked(honest());
  expect(error).toBe(0);
  expect(written).toContain("project/retry/steady.ts");
});

describe("is refused, and nothing is written", () => {
  test("there are forty attacks and more", () => {
    expect(Object.keys(ATTACKS).length).toBeGreaterThan(40);
  });

  test.each(Object.entries(ATTACKS))("%j", async (_, attack) => {
    const { error, said, written } = await attacked(attack());
    expect(error).toBeInstanceOf(PolicybookError);
    expect(written).toEqual(["project"]);
    expect(visibleLines(said)).toBe(said);
    expect(said.length).toBeLessThan(1000);
    expect(({} as Json).polluted).toBeUndefined();
  });

  test("a packed bomb", async () => {
    const { error, written } = await attacked(gzipSync(Buffer.alloc(50_000_000, 0x20)), {
      "content-encoding": "gzip",
    });
    expect(error).toMatchObject({ code: "bad-answer" });
    expect(written).toEqual(["project"]);
  });

  test("one bad document among good ones", async () => {
    const project = scratch();
    const url = await serve(({ url: at }, response) => {
      response.end(JSON.stringify(at === "/bad.json" ? item((it) => (it.name = "..")) : honest()));
    });
    await expect(
      add([`${url}/steady.json`, `${url}/bad.json`], { cwd: project }),
    ).rejects.toBeInstanceOf(PolicybookError);
    expect(readdirSync(project)).toEqual([]);
  });

  test("two documents that would be written to one file", async () => {
    const project = scratch();
    const url = await serve((_, response) => response.end(JSON.stringify(honest())));
    await expect(add([`${url}/a.json`, `${url}/b.json`], { cwd: project })).rejects.toMatchObject({
      code: "same-file",
    });
    expect(readdirSync(project)).toEqual([]);
  });

  test("a folder in the project that leads out of it", async () => {
    const [project, outside] = [scratch(), scratch()];
    symlinkSync(outside, path.join(project, "retry"));
    const url = await serve((_, response) => response.end(JSON.stringify(honest())));
    await expect(add([`${url}/steady.json`], { cwd: project })).rejects.toThrow(/symbolic link/);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("a registry that serves another item than the one asked for", async () => {
    const url = await serve((_, response) => response.end(JSON.stringify(honest())));
    const registries = { "@acme": `${url}/{name}.json` };
    const project = scratch({ "policybook.json": JSON.stringify({ registries, lang: "ts" }) });
    await expect(add(["@acme/other"], { cwd: project })).rejects.toThrow(
      /should hold other, and holds steady/,
    );
  });
});

test("fields that would have other tools do more are passed over, and no code is run", async () => {
  const witness = path.join(scratch(), "witness");
  const body = `${V2}(await import("node:fs")).writeFileSync(${JSON.stringify(witness)}, "");\n`;
  const { error, written } = await attacked({
    ...resealed(body),
    dependencies: ["evil"],
    registryDependencies: ["https://evil.invalid/r.json"],
    envVars: { NODE_OPTIONS: "--require evil" },
    css: { "@import": "evil" },
  });
  expect(error).toBe(0);
  expect(written).toEqual(["project", "project/retry", "project/retry/steady.ts"]);
  expect(existsSync(witness)).toBe(false);
});

describe("an index", () => {
  const entries = (change: (entry: Json) => void): Json => {
    const index = JSON.parse(built()["registry.json"] ?? "");
    change(index.items[0]);
    return index;
  };

  async function listed(index: Json) {
    const url = await serve((_, response) => response.end(JSON.stringify(index)));
    const registries = { "@acme": `${url}/{name}.json` };
    const cwd = scratch({ "policybook.json": JSON.stringify({ registries }) });
    return printed(() => list("@acme", { cwd }));
  }

  test("that is honest is shown", async () => {
    const { stdout } = await listed(entries(() => {}));
    expect(stdout).toContain("@acme/steady");
  });

  test.each<[string, (entry: Json) => void]>([
    ["a steering summary", (it) => (it.meta.policybook.item.summary = `${ESC}[2J`)],
    ["a name that climbs", (it) => (it.meta.policybook.item.name = "../../pwn")],
    ["a steering description", (it) => (it.description = `${ESC}[2J`)],
    ["no metadata", (it) => delete it.meta],
  ])("with %s is not", async (_, change) => {
    await expect(listed(entries(change))).rejects.toMatchObject({ code: "bad-document" });
  });
});
