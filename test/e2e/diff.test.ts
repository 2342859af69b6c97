import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, renameSync, utimesSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { bin, contents, json, policybook, read, scratch, write } from "./support/policybook.ts";

const COPY = "retry/full-jitter.ts";

/** A project with a copy of full jitter. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = scratch({ "tsconfig.json": "{}", ...files });
  policybook(folder, ["add", "full-jitter"]);
  return folder;
}

/** Changes a copy by a replacement that must find something. */
function edit(folder: string, file: string, what: string, by: string): void {
  const text = read(folder, file);
  if (!text.includes(what)) throw new Error(`"${what}" is not in ${file}`);
  write(folder, file, text.replace(what, by));
}

/** A registry that has since released full jitter 1.1.0, with one line changed. */
function laterRegistry(): { readonly POLICYBOOK_REGISTRY: string } {
  const folder = scratch();
  const item = path.join(folder, "registry/full-jitter");
  cpSync("registry/full-jitter", item, { recursive: true });
  const old = read(item, "full-jitter.ts");
  write(item, "history/1.0.0/full-jitter.ts", old);
  const text = old.replace("delay *= 2", "delay = delay * 2");
  write(item, "full-jitter.ts", text);
  const metadata = JSON.parse(read(item, "policy.json"));
  const seal = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  const files = { "full-jitter.ts": seal };
  write(item, "policy.json", JSON.stringify({ ...metadata, version: "1.1.0", files }));
  return { POLICYBOOK_REGISTRY: path.join(folder, "registry") };
}

const states = (folder: string, env = {}): Readonly<Record<string, string>> => {
  const { copies } = json(policybook(folder, ["diff", "--json"], env));
  return Object.fromEntries(
    copies.map((copy: { path: string; state: string }) => [copy.path, copy.state]),
  );
};

test("a copy as it was added is current, and the exit code 0", () => {
  const folder = project();
  const { status, stdout } = policybook(folder, ["diff"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/current +retry\/full-jitter\.ts/);
});

test("C1: an edited line is reported as an edit, shown, and the exit code is 1", () => {
  const folder = project();
  edit(folder, COPY, "capMs = 10_000", "capMs = 60_000");
  const { status, stdout } = policybook(folder, ["diff"]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^edited +retry\/full-jitter\.ts/m);
  expect(stdout).toMatch(/^-.*capMs = 10_000/m);
  expect(stdout).toMatch(/^\+.*capMs = 60_000/m);
});

test("C2: with a new version upstream, the two changes are shown apart", () => {
  const [folder, env] = [project(), laterRegistry()];
  expect(states(folder, env)).toEqual({ [COPY]: "behind" });
  edit(folder, COPY, "capMs = 10_000", "capMs = 60_000");
  const { status, stdout } = policybook(folder, ["diff"], env);
  expect(status).toBe(1);
  expect(stdout).toContain("diverged");
  const [upstream = "", yours = ""] = json(
    policybook(folder, ["diff", "--json"], env),
  ).copies.flatMap((copy: { theirs: string; yours: string }) => [copy.theirs, copy.yours]);
  expect(upstream).toContain(
    "+  for (let n = 1; n < attempt && 0 < delay && delay < capMs; n += 1) delay = delay * 2;",
  );
  expect(upstream).not.toContain("60_000");
  expect(yours).toContain("60_000");
  expect(yours).not.toContain("delay * 2");
});

describe("C3: what a formatter did is no drift of meaning", () => {
  test.each([
    ["no semicolons", { semi: false }],
    ["single quotes, tabs, narrow", { singleQuote: true, useTabs: true, printWidth: 60 }],
    ["no trailing commas or arrow parentheses", { trailingComma: "none", arrowParens: "avoid" }],
  ] as const)("%s", async (_, options) => {
    const folder = project();
    const formatted = await format(read(folder, COPY), { ...options, parser: "typescript" });
    expect(formatted).not.toBe(read(folder, COPY));
    write(folder, COPY, formatted);
    const { status, stdout } = policybook(folder, ["diff"]);
    expect(status).toBe(0);
    expect(stdout).toContain("formatting");
    edit(folder, COPY, "return Math.min(delay, capMs)", "return Math.max(delay, capMs)");
    expect(states(folder)).toEqual({ [COPY]: "edited" });
  });

  test("but Python's indentation is meaning", () => {
    const folder = scratch({ "pyproject.toml": "" });
    policybook(folder, ["add", "full-jitter"]);
    const file = Object.keys(states(folder))[0] ?? "";
    const lines = read(folder, file).split("\n");
    const at = lines.findIndex((line) => /^ {8}return /.test(line));
    write(folder, file, lines.with(at, `    ${lines[at]}`).join("\n"));
    expect(states(folder)).toEqual({ [file]: "edited" });
  });
});

test("C10: CRLF line endings are no change", () => {
  const folder = project();
  write(folder, COPY, read(folder, COPY).replaceAll("\n", "\r\n"));
  expect(policybook(folder, ["diff"])).toMatchObject({ status: 0, stderr: "" });
  expect(states(folder)).toEqual({ [COPY]: "current" });
});

describe("C16: --json is one document, whatever the outcome", () => {
  test.each([
    ["current", () => project(), [], 0],
    ["no copies", () => scratch(), [], 0],
    ["an unknown target", () => project(), ["nothing-like-it"], 2],
    ["a missing folder", () => project(), ["--cwd", "nowhere"], 2],
  ] as const)("%s", (_, make, args, status) => {
    const outcome = policybook(make(), ["diff", "--json", ...args]);
    expect(outcome.status).toBe(status);
    expect(json(outcome)).toBeTypeOf("object");
  });

  test("an edited copy carries its diff", () => {
    const folder = project();
    edit(folder, COPY, "10_000", "60_000");
    const outcome = policybook(folder, ["diff", "--json"]);
    expect(outcome.status).toBe(1);
    expect(json(outcome).copies[0]).toMatchObject({
      path: COPY,
      policy: "full-jitter",
      language: "typescript",
      version: "1.0.0",
      state: "edited",
      yours: expect.stringContaining("60_000") as string,
    });
  });
});

describe("C18: a copy is found wherever it went", () => {
  test("moved and renamed", () => {
    const folder = project({ "lib/deep/x.txt": "" });
    renameSync(path.join(folder, COPY), path.join(folder, "lib/deep/wait.mts"));
    expect(states(folder)).toEqual({ "lib/deep/wait.mts": "current" });
  });

  test("with its first lines reformatted, below a licence header", () => {
    const folder = project();
    const [first = "", ...rest] = read(folder, COPY).split("\n");
    const wrapped = first.replace(/^\/\/ (.*) (sha256:\w+)$/, "/*\n * $1\n * $2\n */");
    write(folder, COPY, ["// Copyright Acme", "", wrapped, ...rest].join("\n"));
    expect(Object.keys(states(folder))).toEqual([COPY]);
  });

  test("what git ignores, and what is installed or built, is left out; a named path is not", () => {
    const folder = project({ ".gitignore": "generated/\n", "package.json": "{}" });
    const copy = read(folder, COPY);
    for (const place of ["generated/a.ts", "node_modules/x/a.ts", "dist/a.js"])
      write(folder, place, copy);
    expect(Object.keys(states(folder))).toEqual([COPY]);
    const named = policybook(folder, ["diff", "generated", "--json"]);
    expect(json(named).copies).toMatchObject([{ path: "generated/a.ts", state: "current" }]);
  });
});

test("diff changes nothing, not even a modification time", () => {
  const folder = project();
  edit(folder, COPY, "10_000", "60_000");
  utimesSync(path.join(folder, COPY), 1_000_000, 1_000_000);
  const before = contents(folder);
  policybook(folder, ["diff"]);
  expect(contents(folder)).toEqual(before);
});

test("--quiet prints nothing: the exit code tells", () => {
  const folder = project();
  expect(policybook(folder, ["diff", "--quiet"])).toEqual({ status: 0, stdout: "", stderr: "" });
  edit(folder, COPY, "10_000", "60_000");
  expect(policybook(folder, ["diff", "--quiet"])).toEqual({ status: 1, stdout: "", stderr: "" });
});

test("a provenance line that was tampered with cannot be told, and the exit code is 2", () => {
  const folder = project();
  edit(folder, COPY, "@1.0.0", "@9.9.9");
  edit(folder, COPY, "10_000", "60_000");
  const { status, stdout } = policybook(folder, ["diff"]);
  expect(status).toBe(2);
  expect(stdout).toContain("unknown");
});

test("Python: an edit of the indentation alone is shown", () => {
  const folder = scratch({ "pyproject.toml": "" });
  policybook(folder, ["add", "full-jitter"]);
  edit(folder, "retry/full_jitter.py", "        attempt -= 1\n", "    attempt -= 1\n");
  const { status, stdout } = policybook(folder, ["diff"]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^-        attempt -= 1$/m);
  expect(stdout).toMatch(/^\+    attempt -= 1$/m);
});

test("a reader that stops early does not change the exit code", () => {
  const folder = project();
  edit(folder, COPY, "10_000", "60_000");
  const script = `"${process.execPath}" "${bin()}" diff | head -c 1 >/dev/null; exit "\${PIPESTATUS[0]}"`;
  expect(spawnSync("bash", ["-c", script], { cwd: folder }).status).toBe(1);
});
