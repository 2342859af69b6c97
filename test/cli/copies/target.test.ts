import { describe, expect, test } from "vitest";
import { checkedFolder } from "../../../cli/copies/target.ts";

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
])("%j is fine, and is %j", (folder, path) => {
  expect(checkedFolder(folder)).toBe(path);
});
