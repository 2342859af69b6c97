import path from "node:path";
import { expect, test } from "vitest";
import { contents, json, policybook, read, scratch } from "./support/policybook.ts";

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
