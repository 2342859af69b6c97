import { describe, expect, test } from "vitest";
import { isReference, locate, type Surroundings } from "../../../cli/registry/reference.ts";

const around: Surroundings = {
  root: "/project",
  registries: {
    "@acme": "https://acme.dev/r/{name}.json",
    "@private": {
      url: "https://private.dev/r/{name}.json",
      headers: { authorization: "Bearer ${TOKEN}", "x-team": "${TEAM}-${TOKEN}" },
    },
    "@plain": "http://plain.dev/r/{name}.json",
  },
  env: { TOKEN: "t0ken", TEAM: "a" },
};
const HEADERS = { authorization: "Bearer t0ken", "x-team": "a-t0ken" };

test.each([
  ["full-jitter", false],
  ["@acme/thing", true],
  ["https://acme.dev/r/thing.json", true],
  ["http://localhost/thing.json", true],
  ["./thing.json", true],
  ["../thing.json", true],
  ["/srv/thing.json", true],
  ["thing.json", true],
])("%s names something elsewhere: %s", (text, expected) => {
  expect(isReference(text)).toBe(expected);
});

describe("where a document is", () => {
  test.each([
    ["@acme/thing", "typescript", "https://acme.dev/r/thing.json"],
    ["@acme/thing", "python", "https://acme.dev/r/thing.python.json"],
  ])("of %s in %s: %s", (reference, language, address) => {
    const { from, at, headers } = locate(reference, language, around);
    expect({ from, at: String(at), headers }).toEqual({
      from: reference,
      at: address,
      headers: {},
    });
  });

  test("an address is its own source, without what is behind #", () => {
    const { from, headers } = locate("https://else.dev/a b.json#x", "", around);
    expect({ from, headers }).toEqual({ from: "https://else.dev/a%20b.json", headers: {} });
  });

  test.each([
    ["./thing.json", "./thing.json", "/project/thing.json"],
    ["thing.json", "./thing.json", "/project/thing.json"],
    ["/project/r/thing.json", "./r/thing.json", "/project/r/thing.json"],
    ["../thing.json", "../thing.json", "/thing.json"],
  ])("a file %s is recorded as %s", (reference, from, at) => {
    expect(locate(reference, "", around)).toMatchObject({ from, at });
  });
});

describe("headers", () => {
  test("take their values from the environment", () => {
    expect(locate("@private/thing", "go", around).headers).toEqual(HEADERS);
  });

  test("go with the registry's addresses however they are named", () => {
    expect(locate("https://private.dev/r/thing.json", "", around).headers).toEqual(HEADERS);
  });

  test.each([
    "https://private.dev/other/thing.json",
    "https://private.dev/r/../other/thing.json",
    "https://private.dev.evil.dev/r/thing.json",
    "https://evil.dev/https://private.dev/r/thing.json",
  ])("and not with %s", (address) => {
    expect(locate(address, "", around).headers).toEqual({});
  });

  test.each([[{}], [{ TOKEN: "" }]])("a variable that is not set is named: %j", (env) => {
    const attempt = () => locate("@private/thing", "", { ...around, env });
    expect(attempt).toThrow(/@private need the environment variable TOKEN, which is not set/);
  });

  test.each(["t0ken\n", "t\u0000", "clé\u20ac"])(
    "so is one that no header may hold: %j",
    (TOKEN) => {
      const attempt = () => locate("@private/thing", "", { ...around, env: { TOKEN } });
      expect(attempt).toThrow(/@private need the environment variable TOKEN, whose value/);
    },
  );
});

test.each([
  ["@other/thing", /names no registry @other/],
  ["@constructor/thing", /names no registry @constructor/],
  ["@acme", /names a registry, and no item/],
  ["@acme/", /no item's name/],
  ["@acme/../../x", /no item's name/],
  ["@acme/%2e%2e", /no item's name/],
  ["@acme/thing?x", /no item's name/],
  ["@acme/thing\nevil", /no item's name/],
  ["@plain/thing", /not HTTPS/],
  ["http://acme.dev/thing.json", /not HTTPS/],
  ["http://127.0.0.1.evil.dev/thing.json", /not HTTPS/],
  ["https://me:hunter2@acme.dev/thing.json", /name or password/],
  ["https://acme.dev/*/thing.json", /comment cannot hold it/],
  ["https://", /no web address/],
  ["./my thing.json", /comment cannot hold its path/],
  ["./a*/thing.json", /comment cannot hold its path/],
  ["./a\u202e.json", /comment cannot hold its path/],
])("%j is refused", (reference, fault) => {
  expect(() => locate(reference, "typescript", around)).toThrow(fault);
});
