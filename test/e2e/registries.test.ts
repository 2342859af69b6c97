import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { releasedRegistry, type Release } from "../support/releases.ts";
import { serveFolder } from "../support/serve-folder.ts";
import {
  contents,
  json,
  policybook,
  policybookMeanwhile,
  read,
  scratch,
  write,
} from "./support/policybook.ts";

/** With the packed program: what it bundles for other registries is there, and works offline. */

test("a registry is built, an item added from it, and the copy known", () => {
  const site = scratch();
  const flags = ["--out", "r", "--url", "https://acme.dev/r"];
  const built = policybook(site, ["build", path.resolve("registry"), ...flags, "--json"]);
  expect(built.status).toBe(0);
  expect(json(built).files).toContainEqual({ path: "r/registry.json", action: "create" });

  const project = scratch({ "tsconfig.json": "{}", "r/rng.json": read(site, "r/rng.json") });
  expect(policybook(project, ["add", "r/rng.json"]).status).toBe(0);
  expect(read(project, "retry/rng.ts")).toMatch(/^\/\/ policybook: .* from \.\/r\/rng\.json\n/);
  expect(policybook(project, ["diff"])).toMatchObject({ status: 0, stderr: "" });
});

test("copies of a registry that someone serves follow it, whatever they name it by", async () => {
  const site = scratch();
  const served = await serveFolder(site);
  onTestFinished(served.close);
  const address = `${served.url}/r/full-jitter.json`;
  const project = scratch({
    "tsconfig.json": "{}",
    "policybook.json": `{ "registries": { "@acme": "${served.url}/r/{name}.json" } }`,
  });
  const release = (...releases: readonly Release[]): void => {
    const url = `${served.url}/r`;
    policybook(site, ["build", releasedRegistry(scratch(), releases), "--out", "r", "--url", url]);
    write(project, "vendored/full-jitter.json", read(site, "r/full-jitter.json"));
  };
  const states = async () => {
    const { copies } = json(await policybookMeanwhile(project, ["diff", "--json"]));
    return copies.map(({ state, version, yours = "" }: Record<string, string>) => [
      state,
      version,
      yours.match(/^[-+](?![-+]).*/gm) ?? [],
    ]);
  };

  release();
  const sources = ["@acme/full-jitter", address, "./vendored/full-jitter.json"];
  for (const [at, source] of sources.entries()) {
    const { status } = await policybookMeanwhile(project, ["add", source, "--dir", `retry${at}`]);
    expect(status).toBe(0);
    const copy = `retry${at}/full-jitter.ts`;
    write(project, copy, read(project, copy).replace("capMs = 10_000", "capMs = 60_000"));
  }
  release({
    version: "1.1.0",
    reason: "Double by multiplying.",
    files: { "full-jitter.ts": (text) => text.replace("delay *= 2", "delay = delay * 2") },
  });

  const edit = [expect.stringMatching(/^-.*10_000/), expect.stringMatching(/^\+.*60_000/)];
  expect(await states()).toEqual(sources.map(() => ["diverged", "1.0.0", edit]));
  const updated = await policybookMeanwhile(project, ["update"]);
  expect(updated).toMatchObject({ status: 0, stderr: "" });
  expect(updated.stdout).toMatch(/^merged .*\n +1\.1\.0: Double by multiplying\.\n/m);
  expect(await states()).toEqual(sources.map(() => ["edited", "1.1.0", edit]));
  expect(read(project, "retry1/full-jitter.ts").split("\n")[0]).toContain(` from ${address}`);

  served.close();
  const before = contents(project);
  const { status, stderr } = await policybookMeanwhile(project, ["update"]);
  expect(status).toBe(2);
  for (const at of [0, 1])
    expect(stderr).toContain(
      `retry${at}/full-jitter.ts cannot be updated: ${address} could not be reached`,
    );
  expect(stderr).not.toContain("retry2");
  expect(contents(project)).toEqual(before);
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ["a registry", "http://127.0.0.1:1/r/thing.json", {}],
  ["the proxy", "https://acme.dev/r/thing.json", { HTTPS_PROXY: "http://127.0.0.1:1" }],
])("C15, C16: %s out of reach is one document that says so", (_, url, env) => {
  const project = scratch({ "tsconfig.json": "{}" });
  const before = contents(project);
  const outcome = policybook(project, ["add", url, "--json"], env);
  expect(outcome).toMatchObject({ status: 2, stderr: "" });
  expect(json(outcome).error).toMatchObject({ code: "unreachable", file: url });
  expect(json(outcome).error.message).toContain("the connection was refused");
  expect(contents(project)).toEqual(before);
});
