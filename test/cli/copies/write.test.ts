import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { resolveTarget } from "../../../cli/copies/target.ts";
import { writeAll, type Write } from "../../../cli/copies/write.ts";

let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-write-")));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

const to = (folder: string, name: string, text: string, replaces?: string): Write => ({
  target: resolveTarget(root, folder, name),
  text,
  replaces,
});
const systemError = (code: string): Error => Object.assign(new Error(code), { code });

describe("writeAll", () => {
  test("writes every file, folders included, and leaves nothing else", () => {
    writeAll(root, [to("a/b", "x.ts", "x\n"), to(".", "y.ts", "y\n")]);
    expect(readdirSync(root).toSorted()).toEqual(["a", "y.ts"]);
    expect(readdirSync(path.join(root, "a/b"))).toEqual(["x.ts"]);
    expect(readFileSync(path.join(root, "a/b/x.ts"), "utf8")).toBe("x\n");
  });

  test.each([
    ["ENOSPC", "the disk is full"],
    ["EROFS", "read-only"],
    ["EIO", "EIO"],
  ])("%s while the second file is written: no file, no folder, a clear error", (code, words) => {
    writeFileSync(path.join(root, "old.ts"), "old\n");
    const writes = [to("a/b", "x.ts", "x\n"), to(".", "old.ts", "new\n", "old\n")];
    const real = fs.writeFileSync.bind(fs);
    vi.spyOn(fs, "writeFileSync").mockImplementation((file, data, options) => {
      if (data === "new\n") throw systemError(code);
      real(file, data, options);
    });
    expect(() => writeAll(root, writes)).toThrow(`Cannot write old.ts: `);
    expect(() => writeAll(root, writes)).toThrow(words);
    expect(readdirSync(root)).toEqual(["old.ts"]);
    expect(readFileSync(path.join(root, "old.ts"), "utf8")).toBe("old\n");
  });

  test("a file that the user saved since the plan is not replaced", () => {
    writeFileSync(path.join(root, "x.ts"), "planned\n");
    const write = to(".", "x.ts", "new\n", "planned\n");
    writeFileSync(path.join(root, "x.ts"), "saved meanwhile\n");
    expect(() => writeAll(root, [write])).toThrow("changed while this command was running");
    expect(readFileSync(path.join(root, "x.ts"), "utf8")).toBe("saved meanwhile\n");
    expect(readdirSync(root)).toEqual(["x.ts"]);
  });

  test("a file that appeared since the plan is not replaced", () => {
    const write = to("a", "x.ts", "new\n");
    mkdirSync(path.join(root, "a"));
    writeFileSync(path.join(root, "a/x.ts"), "appeared\n");
    expect(() => writeAll(root, [write])).toThrow("nothing was written");
    expect(readFileSync(path.join(root, "a/x.ts"), "utf8")).toBe("appeared\n");
  });

  test("a folder that became a symbolic link since the plan is refused", () => {
    const outside = mkdtempSync(path.join(tmpdir(), "policybook-outside-"));
    const write = to("a", "x.ts", "x\n");
    symlinkSync(outside, path.join(root, "a"));
    expect(() => writeAll(root, [write])).toThrow(
      "its real folder is not the one that was planned",
    );
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  test("a folder that holds something else is not removed when a write fails", () => {
    mkdirSync(path.join(root, "kept"));
    vi.spyOn(fs, "fsyncSync").mockImplementation(() => {
      throw systemError("EIO");
    });
    expect(() => writeAll(root, [to("kept/new", "x.ts", "x\n")])).toThrow("EIO");
    expect(existsSync(path.join(root, "kept"))).toBe(true);
    expect(readdirSync(path.join(root, "kept"))).toEqual([]);
  });
});
