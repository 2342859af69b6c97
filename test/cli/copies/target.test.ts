import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { checkedFolder, existingTarget, resolveTarget } from "../../../cli/copies/target.ts";
import { scratch } from "./support/scratch.ts";

describe("C7: folders that must not be written to", () => {
  const unsafe = [
    "",
    " ",
    "../x",
    "/x",
    "a/../../x",
    "a/..",
    "..",
    "%2e%2e/x",
    "a%2fb",
    "C:/x",
    "c:x",
    "\\\\x",
    "a\\b",
    "a\tb",
    "~/x",
    "~root",
  ];
  test.each(unsafe.flatMap((folder) => [folder, `${folder}\0`, `${folder}/../..`]))(
    "%j",
    (folder) => {
      expect(() => checkedFolder(folder)).toThrow(expect.objectContaining({ code: "unsafe-path" }));
    },
  );
});

test.each([
  [".", "."],
  ["src/retry/", "src/retry"],
  ["./src//retry", "src/retry"],
  ["a..b", "a..b"],
  ["...", "..."],
])("%j is fine, and is %j", (folder, spelling) => {
  expect(checkedFolder(folder)).toBe(spelling);
});

test("the advice is the caller's", () => {
  expect(() => resolveTarget("/", "..", "a", "Use --out.")).toThrow(
    expect.objectContaining({ suggestion: "Use --out." }),
  );
});

describe("a file that is there", () => {
  test.each(["a%20b/x.ts", "~a/x.ts", "a\tb/\u0001.ts"])("may be called %j", (file) => {
    const root = scratch({ [file]: "" });
    expect(existingTarget(root, file)).toEqual({ path: file, absolute: path.join(root, file) });
  });

  test("has to be inside of the project, and reached without a link", () => {
    const root = scratch({ "a/x.ts": "" });
    symlinkSync(path.join(root, "a"), path.join(root, "b"));
    for (const file of ["../x.ts", "..", path.join(root, "a/x.ts"), "b/x.ts"]) {
      expect(() => existingTarget(root, file)).toThrow(
        expect.objectContaining({ code: "unsafe-path" }),
      );
    }
    expect(existingTarget(root, "a/x.ts").path).toBe("a/x.ts");
  });
});
