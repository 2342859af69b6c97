import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, statSync, symlinkSync, utimesSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  bin,
  contents,
  json,
  packageFolder,
  policybook,
  policybookAsOrdinaryUser,
  read,
  scratch,
  write,
} from "./support/policybook.ts";
import { itemNames } from "./support/registry.ts";

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: "nodenext", target: "es2022", noEmit: true, types: [] },
});
const root = process.cwd();

describe("add", () => {
  test("puts one working file into an empty folder, and says what it took for granted", () => {
    const folder = scratch();
    const { status, stdout, stderr } = policybook(folder, ["add", "full-jitter"]);
    expect(status).toBe(0);
    expect(stdout).toContain("wrote retry/full-jitter.ts (full-jitter 1.0.0)");
    expect(stderr).toContain("--lang chooses another");
    expect(Object.keys(contents(folder))).toEqual(["retry/full-jitter.ts"]);
  });

  test("below a project it names the folder that the project is in, as --cwd takes it", () => {
    const folder = scratch({ "it's/pyproject.toml": "", "it's/a/b/.keep": "" });
    const said = (cwd: string, ...args: readonly string[]) =>
      policybook(path.join(folder, cwd), ["add", "full-jitter", "--dry-run", ...args]).stderr;
    expect(said("it's/a/b")).toContain("(pyproject.toml): `--cwd ../..` adds to that one.");
    expect(said(".", "--cwd", "it's/a")).toContain("`--cwd 'it'\\''s'` adds to");
    write(folder, "it's/a/policybook.json", "{}");
    expect(said("it's/a/b")).toContain("(policybook.json): `--cwd ..` adds to that one.");
    for (const where of ["it's", "it's/a"]) write(folder, `${where}/b/.git`, "");
    expect(said("it's/a/b")).toContain("--lang chooses another, --cwd another folder.");
  });

  test("the copy is one provenance line and the registry's file", () => {
    const folder = scratch();
    policybook(folder, ["add", "full-jitter"]);
    const [first, ...body] = read(folder, "retry/full-jitter.ts").split("\n");
    expect(first).toMatch(
      /^\/\/ policybook: full-jitter\/full-jitter\.ts@1\.0\.0 sha256:[0-9a-f]{64}$/,
    );
    expect(body.join("\n")).toBe(read(root, "registry/full-jitter/full-jitter.ts"));
  });

  test("an alias adds the policy it stands for", () => {
    const folder = scratch();
    expect(policybook(folder, ["add", "exponential-full-jitter"]).stdout).toContain(
      "retry/full-jitter.ts",
    );
  });

  test("several policies, the same one twice, and a folder of one's choice", () => {
    const folder = scratch({ "tsconfig.json": "{}" });
    const names = ["constant", "rng", "constant"];
    expect(policybook(folder, ["add", ...names, "--dir", "lib/a..b/"]).status).toBe(0);
    expect(Object.keys(contents(folder))).toEqual([
      "lib/a..b/constant.ts",
      "lib/a..b/rng.ts",
      "tsconfig.json",
    ]);
  });

  test("an unknown name is refused with the nearest one, and nothing is written", () => {
    const folder = scratch();
    const { status, stderr } = policybook(folder, ["add", "constant", "full-jiter"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "full-jitter"?');
    expect(contents(folder)).toEqual({});
  });

  test("without a name and without a terminal, it says how to name one", () => {
    const { status, stdout, stderr } = policybook(scratch(), ["add"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("policybook add full-jitter");
  });
});

describe("the language and the folder follow the project", () => {
  const cases: readonly [string, Record<string, string>, string][] = [
    ["tsconfig.json", { "tsconfig.json": "{}" }, "retry/full-jitter.ts"],
    ["src/", { "tsconfig.json": "{}", "src/a.ts": "" }, "src/retry/full-jitter.ts"],
    ["deno.json", { "deno.json": "{}" }, "retry/full-jitter.ts"],
    [
      "typescript as a dependency",
      { "package.json": '{ "devDependencies": { "typescript": "*" } }' },
      "retry/full-jitter.ts",
    ],
    ["an ES module package", { "package.json": '{ "type": "module" }' }, "retry/full-jitter.js"],
    ["a CommonJS package", { "package.json": "{}" }, "retry/full-jitter.mjs"],
    [
      "policybook.json",
      { "package.json": "{}", "policybook.json": '{ "lang": "ts", "dir": "app/wait" }' },
      "app/wait/full-jitter.ts",
    ],
  ];
  test.each(cases)("%s", (_, files, expected) => {
    const folder = scratch(files);
    expect(policybook(folder, ["add", "full-jitter"]).status).toBe(0);
    expect(Object.keys(contents(folder))).toContain(expected);
  });

  test("--lang wins, and an unknown one is refused with the nearest", () => {
    const folder = scratch({ "tsconfig.json": "{}" });
    expect(policybook(folder, ["add", "full-jitter", "--lang", "javascript"]).status).toBe(0);
    expect(Object.keys(contents(folder))).toContain("retry/full-jitter.mjs");
    const wrong = policybook(folder, ["add", "full-jitter", "--lang", "typscript"]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("Did you mean typescript?");
  });
});

describe("where no copy is looked for", () => {
  test.each([
    ["git ignores it", { ".gitignore": "lib/\n", ".git/HEAD": "" }, "lib/retry"],
    ["tools write there", { "package.json": "{}" }, "vendor/retry"],
  ])("%s: add says so", (_, files, dir) => {
    const folder = scratch(files);
    const added = policybook(folder, ["add", "constant", "--dir", dir]);
    expect(added).toMatchObject({ status: 0 });
    expect(added.stderr).toContain(`policybook diff ${dir}`);
    expect(json(policybook(folder, ["diff", "--json"])).copies).toEqual([]);
    expect(json(policybook(folder, ["diff", dir, "--json"])).copies).toHaveLength(1);
  });

  test("anywhere else, it says nothing", () => {
    const folder = scratch({ "package.json": "{}", ".gitignore": "lib/*.log\n", ".git/HEAD": "" });
    expect(policybook(folder, ["add", "constant", "--dir", "lib/retry"]).stderr).toBe("");
  });
});

describe("the snippet runs as printed", () => {
  const usage = (folder: string, name: string): string =>
    json(policybook(folder, ["add", name, "--json"])).usage;
  const expected = (name: string) =>
    name === "rng" ? /^\[ \d+, \d+, \d+ \]\n$/ : "succeeded at attempt 3\n";
  /** Adds every item to the project, writes each usage into a file, and a file that imports them all. */
  const usages = (folder: string, ...extensions: readonly string[]): void => {
    const files = itemNames().flatMap((name) => {
      const text = usage(folder, name);
      return extensions.map((extension) => {
        write(folder, `usage-${name}${extension}`, text);
        return `./usage-${name}${extension}`;
      });
    });
    write(folder, "all.mjs", files.map((file) => `await import("${file}");\n`).join(""));
  };
  const printed = (times: number): readonly unknown[] => [
    ...Array.from({ length: times }, () => expect.stringMatching(/^\[ \d+, \d+, \d+ \]$/)),
    ...Array.from({ length: times * (itemNames().length - 1) }, () => "succeeded at attempt 3"),
  ];
  const runAll = (folder: string, program: string): readonly string[] => {
    const output = execFileSync(program, ["all.mjs"], { cwd: folder, encoding: "utf8" });
    return output.trim().split("\n").toSorted();
  };

  test("every item, in a strict TypeScript project", () => {
    const folder = scratch({ "tsconfig.json": TSCONFIG, "package.json": '{ "type": "module" }' });
    usages(folder, ".ts");
    const tsc = spawnSync(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], {
      encoding: "utf8",
    });
    expect(tsc.stdout).toBe("");
    expect(runAll(folder, path.join(root, "node_modules/.bin/tsx"))).toEqual(printed(1));
  });

  test.each([
    ['{ "type": "module" }', [".js"]],
    ["{}", [".js", ".mjs"]],
  ])("every item, in a JavaScript package that says %s", (manifest, extensions) => {
    const folder = scratch({ "package.json": manifest });
    usages(folder, ...extensions);
    expect(runAll(folder, process.execPath)).toEqual(printed(extensions.length));
  });

  test.each(["full-jitter", "rng"])("%s, in what `npm init` and `tsc --init` make", (name) => {
    const folder = scratch({ "package.json": '{ "type": "commonjs" }' });
    const tsc = (...args: readonly string[]) =>
      spawnSync(path.join(root, "node_modules/.bin/tsc"), args, { cwd: folder, encoding: "utf8" });
    tsc("--init");
    write(folder, "usage.ts", usage(folder, name));
    expect(Object.keys(contents(folder))).toContain(`retry/${name}.mts`);
    expect(tsc().stdout).toBe("");
    const run = execFileSync(process.execPath, ["usage.js"], { cwd: folder, encoding: "utf8" });
    expect(run).toMatch(expected(name));
  });

  test("the import is written as the project's tsconfig.json wants it", () => {
    const specifierFor = (tsconfig: string, manifest: string): string => {
      const folder = scratch({ "tsconfig.json": tsconfig, "package.json": manifest });
      return /from "(.*)"/.exec(usage(folder, "constant"))?.[1] ?? "";
    };
    const specifier = (options: object, manifest = "{}"): string => {
      const plain = JSON.stringify({ compilerOptions: options });
      const found = specifierFor(plain, manifest);
      expect(specifierFor(`// with comments\n${plain}`, manifest)).toBe(found);
      return found;
    };
    expect(specifier({ module: "nodenext" })).toBe("./retry/constant.js");
    expect(specifier({ module: "nodenext", allowImportingTsExtensions: true, noEmit: true })).toBe(
      "./retry/constant.ts",
    );
    expect(specifier({ module: "esnext", moduleResolution: "bundler" })).toBe("./retry/constant");
    expect(specifier({ module: "commonjs" })).toBe("./retry/constant");
    expect(specifier({ module: "es2022" })).toBe("./retry/constant");
    expect(specifier({ module: "es2022" }, '{ "type": "module" }')).toBe("./retry/constant.js");
  });
});

describe("C4: onto an existing different file, without a terminal", () => {
  test("nothing is written, and the message names the file and the flags that decide", () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const before = contents(folder);
    const { status, stdout, stderr } = policybook(folder, ["add", "full-jitter"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    for (const part of ["retry/full-jitter.ts", "--overwrite", "--keep", "--dir"]) {
      expect(stderr).toContain(part);
    }
    expect(contents(folder)).toEqual(before);
  });

  test("--yes alone overwrites nothing", () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    expect(policybook(folder, ["add", "full-jitter", "--yes"]).status).toBe(2);
    expect(read(folder, "retry/full-jitter.ts")).toBe("mine\n");
  });

  test("--overwrite and --keep together are refused", () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const { status, stderr } = policybook(folder, ["add", "full-jitter", "--overwrite", "--keep"]);
    expect(status).toBe(2);
    expect(stderr).toContain("contradict");
    expect(read(folder, "retry/full-jitter.ts")).toBe("mine\n");
  });

  test("--keep leaves it and --overwrite replaces it, its mode kept", () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    chmodSync(path.join(folder, "retry/full-jitter.ts"), 0o640);
    expect(policybook(folder, ["add", "full-jitter", "--keep"]).status).toBe(0);
    expect(read(folder, "retry/full-jitter.ts")).toBe("mine\n");
    expect(policybook(folder, ["add", "full-jitter", "--overwrite"]).status).toBe(0);
    expect(read(folder, "retry/full-jitter.ts")).toContain("class FullJitter");
    expect(statSync(path.join(folder, "retry/full-jitter.ts")).mode & 0o777).toBe(0o640);
  });
});

describe("C5: onto an identical file", () => {
  test.each(["\n", "\r\n"])("says so and leaves it untouched (line ending %j)", (ending) => {
    const folder = scratch();
    policybook(folder, ["add", "full-jitter"]);
    const file = path.join(folder, "retry/full-jitter.ts");
    write(
      folder,
      "retry/full-jitter.ts",
      read(folder, "retry/full-jitter.ts").replaceAll("\n", ending),
    );
    utimesSync(file, 1_000_000, 1_000_000);
    const before = contents(folder);
    const { status, stdout } = policybook(folder, ["add", "full-jitter"]);
    expect(status).toBe(0);
    expect(stdout).toContain("already there, unchanged");
    expect(statSync(file).mtimeMs).toBe(1_000_000_000);
    expect(contents(folder)).toEqual(before);
  });
});

describe("C6: several policies, one of which exists and differs", () => {
  test("nothing at all is written before that is decided", () => {
    const folder = scratch({ "retry/rng.ts": "mine\n", "retry/exponential.ts": "edited\n" });
    const before = contents(folder);
    expect(policybook(folder, ["add", "constant", "rng", "full-jitter"]).status).toBe(2);
    expect(contents(folder)).toEqual(before);
    expect(policybook(folder, ["add", "constant", "rng", "--keep"]).status).toBe(0);
    expect(contents(folder)).toMatchObject(before);
    expect(Object.keys(contents(folder))).toContain("retry/constant.ts");
  });
});

describe("C7: paths that must not be written to", () => {
  test.each(["", "../x", "/x", "a/../../x", "%2e%2e/x", "C:/x"])("--dir %j", (dir) => {
    const outside = scratch();
    const folder = path.join(outside, "project");
    mkdirSync(folder);
    const { status, stderr } = policybook(folder, ["add", "full-jitter", "--dir", dir]);
    expect(status).toBe(2);
    expect(stderr).toContain("--dir");
    expect(contents(outside)).toEqual({});
  });

  test.each(["../x", "/x", "lib\0"])("dir %j in policybook.json", (dir) => {
    const folder = scratch({ "policybook.json": JSON.stringify({ dir }) });
    expect(policybook(folder, ["add", "full-jitter"]).status).toBe(2);
    expect(Object.keys(contents(folder))).toEqual(["policybook.json"]);
  });

  test("through a symbolic link to a folder, inside or outside", () => {
    const [folder, outside] = [scratch({ "real/a.txt": "" }), scratch()];
    symlinkSync(outside, path.join(folder, "out"));
    symlinkSync(path.join(folder, "real"), path.join(folder, "in"));
    for (const dir of ["out", "out/deeper", "in"]) {
      const { status, stderr } = policybook(folder, ["add", "full-jitter", "--dir", dir]);
      expect(status).toBe(2);
      expect(stderr).toContain("is a symbolic link");
    }
    expect(contents(outside)).toEqual({});
    expect(Object.keys(contents(folder))).toEqual(["real/a.txt"]);
  });

  test("onto a symbolic link, even with --overwrite", () => {
    const [folder, outside] = [scratch({ "retry/x": "" }), scratch({ "victim.ts": "precious\n" })];
    symlinkSync(path.join(outside, "victim.ts"), path.join(folder, "retry/full-jitter.ts"));
    expect(policybook(folder, ["add", "full-jitter", "--overwrite"]).status).toBe(2);
    expect(read(outside, "victim.ts")).toBe("precious\n");
  });

  test("where a file stands in a folder's place, and a folder in the file's", () => {
    const folder = scratch({ retry: "a file\n", "lib/full-jitter.ts/x": "" });
    expect(policybook(folder, ["add", "full-jitter"]).stderr).toContain("retry is not a folder");
    expect(policybook(folder, ["add", "full-jitter", "--dir", "lib"]).stderr).toContain(
      "not a regular file",
    );
  });

  test("a project that is itself reached through a link is fine", () => {
    const [folder, outside] = [scratch(), scratch()];
    symlinkSync(folder, path.join(outside, "link"));
    expect(policybook(outside, ["add", "rng", "--cwd", path.join(outside, "link")]).status).toBe(0);
    expect(Object.keys(contents(folder))).toEqual(["retry/rng.ts"]);
  });
});

describe("C8: --dry-run", () => {
  const plan = (folder: string, ...args: readonly string[]) => {
    const { files } = json(policybook(folder, ["add", "rng", "full-jitter", "--json", ...args]));
    return files;
  };

  test("prints exactly the plan that the real run carries out", () => {
    const folder = scratch({ "retry/rng.ts": "mine\n" });
    for (const flag of ["--keep", "--overwrite"]) {
      const before = contents(folder);
      const dry = plan(folder, flag, "--dry-run");
      expect(contents(folder)).toEqual(before);
      expect(plan(folder, flag)).toEqual(dry);
    }
  });

  test("refuses exactly what the real run refuses", () => {
    const folder = scratch({ "retry/rng.ts": "mine\n" });
    for (const args of [
      ["add", "rng"],
      ["add", "nothing"],
      ["add", "rng", "--dir", "../x"],
    ]) {
      const dry = policybook(folder, [...args, "--dry-run"]);
      expect(dry).toEqual(policybook(folder, args));
      expect(dry.status).toBe(2);
    }
  });
});

describe("C14: what a killed run left behind", () => {
  test("is removed by the next one, while a running process's file is not", () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    const [left, used] = [dead, process.pid].map(
      (pid) => `retry/.policybook-${pid}-00c0ffee1234.tmp`,
    );
    const folder = scratch({ [left ?? ""]: "half", [used ?? ""]: "in use" });
    for (const name of [left, used])
      utimesSync(path.join(folder, name ?? ""), 1_000_000, 1_000_000);
    policybook(folder, ["add", "full-jitter"]);
    expect(Object.keys(contents(folder))).toEqual([used, "retry/full-jitter.ts"]);
  });
});

describe("C16: --json prints one document, whatever happens", () => {
  test.each([
    ["success", ["add", "full-jitter"], 0, "files"],
    ["an unknown policy", ["add", "nothing"], 2, "error"],
    ["a usage error", ["add", "--nonsense"], 2, "error"],
    ["no name", ["add"], 2, "error"],
    ["an unsafe path", ["add", "rng", "--dir", ".."], 2, "error"],
    ["a missing folder", ["add", "rng", "--cwd", "nowhere"], 2, "error"],
  ])("%s", (_, args, status, key) => {
    const outcome = policybook(scratch(), [...args, "--json"]);
    expect(outcome.status).toBe(status);
    expect(Object.keys(json(outcome))).toContain(key);
    if (status !== 0) expect(json(outcome).error.suggestion).not.toBe("");
  });
});

describe("C20: without a network", () => {
  test("the installed package needs nothing beside it", () => {
    const manifest = JSON.parse(read(packageFolder(), "package.json"));
    expect(manifest.dependencies).toBeUndefined();
    const installed = contents(path.dirname(packageFolder()));
    const others = Object.keys(installed).filter((name) => !/^(policybook\/|\.)/.test(name));
    expect(others).toEqual([]);
  });
});

test("a read-only folder gives a clear error and changes nothing", () => {
  const folder = scratch({ "retry/a.ts": "" });
  chmodSync(folder, 0o755);
  chmodSync(path.join(folder, "retry"), 0o555);
  const { status, stderr } = policybookAsOrdinaryUser(folder, ["add", "full-jitter"]);
  expect(status).toBe(2);
  expect(stderr).toContain("not writable");
  expect(Object.keys(contents(folder))).toEqual(["retry/a.ts"]);
});

describe("what the system refuses is told as such, and nothing is written", () => {
  test.each([
    ["a folder where go.mod should be", { "go.mod/x": "" }, ["--lang", "go"], 0],
    ["a folder where policybook.json should be", { "policybook.json/x": "" }, [], 0],
    ["a file where src should be a folder", { src: "", "pyproject.toml": "" }, [], 0],
  ] as const)("%s", (_, files, args, status) => {
    const folder = scratch(files);
    const outcome = policybook(folder, ["add", "rng", ...args]);
    expect(outcome.stderr).not.toContain("defect");
    expect(outcome.status).toBe(status);
  });

  test("a target that cannot be read", () => {
    const folder = scratch({ "retry/rng.ts": "mine\n", "retry/x": "" });
    chmodSync(path.join(folder, "retry/rng.ts"), 0o000);
    chmodSync(folder, 0o755);
    chmodSync(path.join(folder, "retry"), 0o777);
    const { status, stderr } = policybookAsOrdinaryUser(folder, ["add", "rng", "--overwrite"]);
    expect(status).toBe(2);
    expect(stderr).toContain("permission denied");
    expect(stderr).not.toContain("defect");
  });

  test("a pipe in place of a file is not waited for", () => {
    const folder = scratch();
    execFileSync("mkfifo", ["package.json", "policybook.json", "tsconfig.json"], { cwd: folder });
    expect(policybook(folder, ["add", "rng"]).status).toBe(0);
  });

  test("a current folder that is gone", () => {
    const script = `cd "$(mktemp -d)" && rmdir "$PWD" && exec "${process.execPath}" "${bin()}" list --json`;
    const { status, stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
    expect({ status, names: JSON.parse(stdout).items.length > 0 }).toEqual({
      status: 0,
      names: true,
    });
  });
});
