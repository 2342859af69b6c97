import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { scaffold } from "../../../cli/commands/new.ts";
import { verify } from "../../../cli/copies/verify.ts";
import { javascript } from "../../../cli/ports/javascript.ts";
import { clashOf } from "../../../cli/registry/names.ts";
import { copyOf, itemNamed, registry, vectorsOf } from "../../ports/support/registry.ts";
import { scratch } from "../../support/scratch.ts";

const clash = (name: string, like = "full-jitter") => clashOf(name, itemNamed(like), registry);

describe("a policy cannot be called", () => {
  // Each of these was scaffolded in every language, and did not build or did not run in one.
  const taken =
    "failure params option result duration string default error number object range-error none " +
    "match self type";
  test.each(taken.split(" "))("%s, whatever it begins from", (name) => {
    for (const like of ["full-jitter", "constant", "exponential"])
      expect(clash(name, like)).toBeDefined();
  });

  test.each([
    ["class", "keyword"],
    ["lambda", "keyword"],
    ["nul", "Windows"],
    ["load-test", "load_test.go"],
    ["retry-linux", "retry_linux.go"],
    ["failure", "in Java, full-jitter has another Failure"],
    ["math", "full-jitter has another Math"],
    ["default", "in Rust, full-jitter has another Default"],
  ])("%s: %s", (name, why) => {
    expect(clash(name)).toContain(why);
  });
});

test.each(["linear-jitter", "play", "run", "test", "linux", "go", "main", "policy", "full-jitter"])(
  "a policy can be called %s",
  (name) => {
    expect(clash(name)).toBeUndefined();
  },
);

test.each(["play", "run"])("a copy of a policy called %s takes no player's place", async (name) => {
  const item = { ...itemNamed("constant"), name };
  const type = name === "play" ? "Play" : "Run";
  const { files } = copyOf(itemNamed("constant"), javascript, (text) =>
    text.replaceAll("Constant", type),
  );
  const vectors = { ...vectorsOf(itemNamed("constant")), policy: name };
  const [verdict] = await verify([{ item, files, port: javascript, path: name, vectors }]);
  expect(verdict?.result).toMatchObject({ passed: vectors.cases.length, failed: [] });
});

describe("new", () => {
  test.each([
    ["match", {}, "bad-name"],
    ["failure", { like: "constant" }, "bad-name"],
    ["linear-jitter", { like: "rng" }, "bad-like"],
  ])("%s %o is refused, and writes nothing", async (name, options, code) => {
    const cwd = scratch();
    mkdirSync(path.join(cwd, "registry"));
    await expect(scaffold(name, { cwd, json: true, ...options })).rejects.toMatchObject({ code });
  });
});
