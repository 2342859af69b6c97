import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { items, registry } from "./support/copies.ts";

const schema = JSON.parse(
  readFileSync(path.join(registry, "policy.schema.json"), "utf8"),
) as object;
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

describe("policy.schema.json", () => {
  it.each(items)("describes $name", (item) => {
    validate(item);
    expect(validate.errors ?? []).toEqual([]);
  });

  it("describes an item that has had a release", () => {
    const changes = [{ version: "1.1.0", date: "2026-01-31", reason: "Why." }];
    validate({ ...items[0], version: "1.1.0", changes, history: { "1.0.0": items[0]?.files } });
    expect(validate.errors ?? []).toEqual([]);
  });

  const [first] = items;
  it.each([
    ["no name", { name: undefined }],
    ["a name with capitals", { name: "FullJitter" }],
    ["a long summary", { summary: "x".repeat(51) }],
    ["a version of two parts", { version: "1.0" }],
    ["an unknown kind", { kind: "recipe" }],
    ["an unknown input", { uses: ["clock"] }],
    ["an unknown unit", { params: [{ ...first?.params[0], unit: "s" }] }],
    ["no source", { sources: [] }],
    ["a seal that is none", { files: { "x.ts": "sha256:abc" } }],
    ["a file in a folder", { files: { "a/x.ts": `sha256:${"0".repeat(64)}` } }],
    ["a change without a reason", { changes: [{ version: "1.1.0", date: "2026-01-31" }] }],
    ["a draft in its history", { history: { "1.0.0": { "x.ts": "draft" } } }],
    ["a property of its own", { colour: "red" }],
  ])("refuses an item with %s", (_, change) => {
    // Through JSON and back, as from a file: an undefined property is one that is not there.
    const changed: unknown = JSON.parse(JSON.stringify({ ...first, ...change }));
    expect(validate(changed)).toBe(false);
  });
});

describe("the items, taken together", () => {
  it("have one that is recommended, which is full-jitter", () => {
    expect(items.filter((item) => item.recommended).map((item) => item.name)).toEqual([
      "full-jitter",
    ]);
  });

  it("have names and aliases that are unambiguous", () => {
    const names = items.flatMap((item) => [item.name, ...item.aliases]);
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted());
    expect(items.find((item) => item.name === "full-jitter")?.aliases).toContain(
      "exponential-full-jitter",
    );
  });

  it.each(items)("$name has neighbours that exist, and not itself", ({ name, neighbours }) => {
    const others = items.map((item) => item.name).filter((other) => other !== name);
    expect(others).toEqual(expect.arrayContaining(neighbours.map((neighbour) => neighbour.name)));
    expect(neighbours.length).toBeGreaterThan(0);
  });

  it("are in folders of their names", () => {
    for (const item of items)
      expect(readFileSync(path.join(registry, item.name, "policy.json"), "utf8")).toContain(
        `"name": "${item.name}"`,
      );
  });
});
