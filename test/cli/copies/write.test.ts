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

  test("a rename that fails undoes those before it, to the byte", () => {
    const binary = Buffer.from([0x61, 0xff, 0x0a]);
    writeFileSync(path.join(root, "a.ts"), binary, { mode: 0o664 });
    const writes = [
      to(".", "a.ts", "new\n", binary.toString("utf8")),
      to("made", "b.ts", "new\n"),
      to(".", "c.ts", "new\n"),
    ];
    const real = fs.renameSync.bind(fs);
    vi.spyOn(fs, "renameSync").mockImplementation((from, target) => {
      if (String(target).endsWith("c.ts")) throw systemError("EPERM");
      real(from, target);
    });
    expect(() => writeAll(root, writes)).toThrow("what was there is unchanged");
    expect(readdirSync(root)).toEqual(["a.ts"]);
    expect(readFileSync(path.join(root, "a.ts"))).toEqual(binary);
  });

  test("a replaced file keeps its mode, whatever the umask", () => {
    writeFileSync(path.join(root, "a.ts"), "old\n");
    fs.chmodSync(path.join(root, "a.ts"), 0o664);
    writeAll(root, [to(".", "a.ts", "new\n", "old\n")]);
    expect(fs.statSync(path.join(root, "a.ts")).mode & 0o777).toBe(0o664);
    expect(readdirSync(root)).toEqual(["a.ts"]);
  });

  test("a replaced file keeps its owner and group, where the process may give it away", () => {
    const file = path.join(root, "a.ts");
    writeFileSync(file, "old\n");
    const { uid, gid } = fs.statSync(file);
    const chown = vi.spyOn(fs, "fchownSync").mockImplementation(() => {
      throw systemError("EPERM");
    });
    writeAll(root, [to(".", "a.ts", "new\n", "old\n"), to(".", "b.ts", "new\n")]);
    expect(chown.mock.calls).toEqual([[expect.any(Number), uid, gid]]);
    expect(readFileSync(file, "utf8")).toBe("new\n");
  });

  test("a user's own files are no leftovers, whatever they are called", () => {
    const names = [".policybook-20241231-notes.md", ".policybook-99999999-0123456789ab"];
    for (const name of names) writeFileSync(path.join(root, name), "mine\n");
    mkdirSync(path.join(root, ".policybook-99999999-0123456789ab.tmp"));
    writeAll(root, [to(".", "a.ts", "new\n")]);
    expect(readdirSync(root).toSorted()).toEqual(
      [...names, ".policybook-99999999-0123456789ab.tmp", "a.ts"].toSorted(),
    );
  });

  test("a folder whose name begins with two dots is a folder", () => {
    writeAll(root, [to("..a", "x.ts", "x\n")]);
    expect(readdirSync(path.join(root, "..a"))).toEqual(["x.ts"]);
  });

  test.each(["../x.ts", "a/b.ts", "..", "", "a\0b"])("%j is no name of a file", (name) => {
    expect(() => to(".", name, "x\n")).toThrow("not the name of a file");
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
