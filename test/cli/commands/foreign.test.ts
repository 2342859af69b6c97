import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { add } from "../../../cli/commands/add.ts";
import { diff } from "../../../cli/commands/diff.ts";
import { list } from "../../../cli/commands/list.ts";
import { update } from "../../../cli/commands/update.ts";
import { show } from "../../../cli/commands/show.ts";
import { verifyCopies } from "../../../cli/commands/verify.ts";
import { catalogueOf } from "../../../cli/registry/catalogue.ts";
import {
  edited,
  fixtureRegistry,
  twoReleases,
  V1,
  V2,
  type Releases,
} from "../copies/support/registry.ts";
import { scratch, write } from "../copies/support/scratch.ts";
import { serve } from "../registry/support/server.ts";
import { printed } from "./support/printed.ts";

const OLD: Releases = { "1.0.0": { "steady.ts": V1 } };
const FILE = "retry/steady.ts";

/** A registry that is served, and what it was asked; what it serves can be replaced. */
async function served(releases: Releases) {
  const build = (of: Releases) => catalogueOf(fixtureRegistry(of).folder, undefined).files;
  const state = { files: build(releases), asked: [] as string[] };
  const url = await serve(({ url: at = "" }, response) => {
    state.asked.push(at);
    const text = state.files[at.slice(1)];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  return { url, state, release: (of: Releases) => void (state.files = build(of)) };
}

/** A project that knows the registry as @acme. */
const project = (url: string): string =>
  scratch({
    "policybook.json": JSON.stringify({
      lang: "ts",
      registries: { "@acme": `${url}/{name}.json` },
    }),
  });

const read = (folder: string, file = FILE): string => readFileSync(path.join(folder, file), "utf8");
const run = <T>(command: () => T | Promise<T>) => printed(command);

async function stateOf(cwd: string, ...targets: readonly string[]) {
  const { stdout, exit } = await run(() => diff(targets, { cwd, json: true }));
  const [copy] = JSON.parse(stdout).copies;
  return { exit, ...copy };
}

describe.each<[string, (url: string) => string, string]>([
  ["by its registry's name", () => "@acme/steady", "@acme/steady"],
  ["by its address", (url) => `${url}/steady.json`, "<url>/steady.json"],
])("an item that is added %s", (_, reference, from) => {
  test("is a copy that says where it is from, and is looked after like any other", async () => {
    const { url, release } = await served(OLD);
    const cwd = project(url);
    await run(() => add([reference(url)], { cwd }));
    expect(read(cwd)).toMatch(/^\/\/ policybook: steady\/steady\.ts@1\.0\.0 sha256:\w+ from \S+\n/);
    expect(read(cwd).split("\n")[0]).toContain(` from ${from.replace("<url>", url)}`);
    expect(await stateOf(cwd)).toMatchObject({ state: "current", exit: 0 });
    release(twoReleases);
    expect(await stateOf(cwd)).toMatchObject({ state: "behind", upstream: "1.1.0", exit: 1 });
    write(cwd, FILE, edited(read(cwd)));
    const diverged = await stateOf(cwd);
    expect(diverged).toMatchObject({ state: "diverged", version: "1.0.0", exit: 1 });
    expect(diverged.yours).toContain('+  const base = "abc".length;');
    expect(diverged.theirs).toContain("+  return Math.min(base * attempt, 9);");
    await run(() => update([], { cwd, yes: true, allowDirty: true }));
    expect(await stateOf(cwd)).toMatchObject({ state: "edited", version: "1.1.0" });
    expect(read(cwd).split("\n")[0]).toContain(` from ${from.replace("<url>", url)}`);
  });
});

test("an item that is added by a file is found again from the project's folder", async () => {
  const { url, state } = await served(twoReleases);
  const cwd = project(url);
  write(cwd, "vendored/steady.json", state.files["steady.json"] ?? "");
  await run(() => add(["vendored/steady.json"], { cwd }));
  expect(read(cwd).split("\n")[0]).toContain(" from ./vendored/steady.json");
  expect(await stateOf(cwd)).toMatchObject({ state: "current" });
  rmSync(path.join(cwd, "vendored"), { recursive: true });
  expect(await stateOf(cwd)).toMatchObject({
    state: "unknown",
    exit: 2,
    reason: "./vendored/steady.json cannot be read: there is no such file",
  });
});

test("out of reach, a copy is unknown, and the others are told of all the same", async () => {
  const { url } = await served(OLD);
  const cwd = project(url);
  await run(() => add(["@acme/steady"], { cwd }));
  await run(() => add(["full-jitter"], { cwd }));
  write(cwd, "policybook.json", '{ "registries": { "@acme": "http://127.0.0.1:1/{name}.json" } }');
  const { stdout, exit } = await run(() => diff([], { cwd }));
  expect(exit).toBe(2);
  expect(stdout).toMatch(/^current +retry\/full-jitter\.ts/m);
  expect(stdout).toMatch(
    /^unknown +retry\/steady\.ts .*: http:\/\/127\.0\.0\.1:1\/steady\.json could not be reached/m,
  );
});

test("C20: a project of built-in copies asks nobody", async () => {
  const { url, state } = await served(OLD);
  const cwd = project(url);
  await run(() => add(["full-jitter"], { cwd }));
  await run(() => diff([], { cwd }));
  await run(() => list(undefined, { cwd }));
  expect(state.asked).toEqual([]);
});

test("a document is fetched once, however many copies are of it", async () => {
  const { url, state } = await served(OLD);
  const cwd = project(url);
  for (const dir of ["a", "b", "c"]) await run(() => add(["@acme/steady"], { cwd, dir }));
  state.asked.length = 0;
  const { stdout } = await run(() => diff([], { cwd }));
  expect(stdout).toContain("3 copies: 3 current");
  expect(state.asked).toEqual(["/steady.json"]);
});

test("diff takes where copies are from as a target", async () => {
  const { url } = await served(OLD);
  const cwd = project(url);
  await run(() => add(["@acme/steady", "full-jitter"], { cwd }));
  for (const target of ["@acme", "@acme/steady", "steady"]) {
    expect(await stateOf(cwd, target)).toMatchObject({ path: FILE, exit: 0 });
  }
});

test("list shows what a registry has", async () => {
  const { url } = await served(twoReleases);
  const { stdout } = await run(() => list("@acme", { cwd: project(url) }));
  expect(stdout).toMatch(/@acme\/steady +ts +The same, and again/);
});

test("show prints an item's page, and its code as a copy", async () => {
  const { url } = await served(twoReleases);
  const cwd = project(url);
  expect((await run(() => show("@acme/steady", { cwd }))).stdout).toBe("# Steady\n");
  const { stdout } = await run(() => show("@acme/steady", { cwd, code: true }));
  expect(stdout).toMatch(/^\/\/ policybook: steady\/steady\.ts@1\.1\.0 .* from @acme\/steady\n/);
  expect(stdout).toContain(V2.trimEnd());
});

test("a language that the registry does not have is told of", async () => {
  const { url } = await served(twoReleases);
  await expect(add(["@acme/steady"], { cwd: project(url), lang: "go" })).rejects.toThrow(
    /steady\.go\.json cannot be used: it answers 404/,
  );
  await expect(add([`${url}/steady.json`], { cwd: project(url), lang: "go" })).rejects.toThrow(
    /holds typescript, and --lang asks for go/,
  );
});

test("verify tells a copy without vectors from one that passes", async () => {
  const { url } = await served(twoReleases);
  const cwd = project(url);
  await run(() => add(["@acme/steady"], { cwd }));
  const { stderr, exit } = await run(() => verifyCopies([], { cwd }));
  expect(stderr).toContain("has no vectors of steady");
  expect(exit).toBe(2);
});

test("verify holds a copy to its own registry's vectors", async () => {
  const files = catalogueOf(path.resolve("registry"), undefined).files;
  const document = JSON.parse(files["constant.json"] ?? "");
  const { vectors } = document.meta.policybook;
  vectors.cases = vectors.cases.slice(0, 2);
  const url = await serve((_, response) => response.end(JSON.stringify(document)));
  const cwd = project(url);
  await run(() => add(["@acme/constant"], { cwd }));
  const { stdout, exit } = await run(() => verifyCopies([], { cwd, json: true }));
  expect(exit).toBe(0);
  expect(JSON.parse(stdout).copies).toMatchObject([{ path: "retry/constant.ts", passed: 2 }]);
});

test("a token of the environment is sent, and never told", async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve(({ headers }, response) => {
    seen.push(headers.authorization);
    response.writeHead(401).end();
  });
  vi.stubEnv("ACME_TOKEN", "hunter2");
  const registry = {
    url: `${url}/{name}.json`,
    headers: { Authorization: "Bearer ${ACME_TOKEN}" },
  };
  const config = JSON.stringify({ registries: { "@acme": registry } });
  const error = await add(["@acme/steady"], {
    cwd: scratch({ "policybook.json": config }),
    lang: "ts",
  }).catch(String);
  expect(seen).toEqual(["Bearer hunter2"]);
  expect(error).toMatch(/401: it wants credentials/);
  expect(error).not.toContain("hunter2");
  vi.unstubAllEnvs();
});
