import { execFileSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findCopies } from "../../../cli/copies/find.ts";
import { copyText, V1 } from "./support/registry.ts";
import { asOrdinaryUser, scratch, write } from "./support/scratch.ts";
import { testWith } from "../../support/programs.ts";

const COPY = copyText("1.0.0", V1);

/** The paths of the copies below a folder, relative to it. */
const found = (folder: string): string[] =>
  findCopies(folder).copies.map((copy) => path.relative(folder, copy.path));

const copiesAt = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, COPY]));

describe("copies are found", () => {
  test("wherever they were moved, whatever they were renamed to, in the order of their paths", () => {
    const names = [
      "b.ts",
      "a/z.tsx",
      "a/b/c/delay.mts",
      "a-b.ts",
      "lib/Backoff.js",
      ".hidden/x.ts",
    ];
    const folder = scratch({ ...copiesAt(...names), "no-copy.ts": V1, "a/notes.txt": COPY });
    expect(found(folder)).toEqual(names.toSorted());
  });

  test("with what they say and hold", () => {
    const folder = scratch({ "a.ts": `// Mine.\r\n${COPY.replaceAll("\n", "\r\n")}` });
    expect(findCopies(folder).copies).toMatchObject([
      {
        path: path.join(folder, "a.ts"),
        provenance: { policy: "steady" },
        body: `// Mine.\n${V1}`,
      },
    ]);
  });

  test("not in what others wrote and tools generate", () => {
    const folder = scratch({
      "package.json": "{}",
      ...copiesAt("node_modules/a/a.ts", "src/node_modules/a.ts", ".git/a.ts", ".next/a.js"),
      ...copiesAt("dist/a.js", "build/a.js", "out/a.js", "target/a.js", "coverage/a.js"),
      ...copiesAt("src/build/a.ts", "src/adapter/out/a.ts", "src/dist.ts"),
    });
    expect(found(folder)).toEqual(["src/adapter/out/a.ts", "src/build/a.ts", "src/dist.ts"]);
  });

  test.each(["tsconfig.json", "settings.gradle.kts", "requirements.txt", "makefile"])(
    "nor in the folders that tools fill beside %s",
    (manifest) => {
      const folder = scratch({ [manifest]: "", ...copiesAt("build/a.js", "lib/build/a.js") });
      expect(found(folder)).toEqual(["lib/build/a.js"]);
    },
  );

  test("not behind symbolic links, which may lead in circles", () => {
    const folder = scratch(copiesAt("a/a.ts"));
    symlinkSync(folder, path.join(folder, "a/circle"));
    symlinkSync(path.join(folder, "a/a.ts"), path.join(folder, "a/link.ts"));
    symlinkSync(path.join(folder, "nowhere"), path.join(folder, "a/broken.ts"));
    expect(findCopies(folder)).toMatchObject({ copies: [{}], unreadable: [] });
  });
});

describe("what a compiler made of a copy beside it", () => {
  test.each([
    ["x.mts", "x.mjs"],
    ["x.cts", "x.cjs"],
    ["x.ts", "x.js"],
    ["x.tsx", "x.jsx"],
    ["x.tsx", "x.js"],
  ])("is no copy: of %s, %s", (source, output) => {
    expect(found(scratch(copiesAt(source, output)))).toEqual([source]);
  });

  test.each([
    ["another extension's", copiesAt("x.mts", "x.js")],
    ["another folder's", copiesAt("src/x.ts", "x.js")],
    ["alone", copiesAt("x.js")],
    ["of another version", { "x.ts": COPY, "x.js": COPY.replace("@1.0.0", "@1.0.1") }],
    ["a copy of JavaScript", { "x.ts": COPY, "x.js": COPY.replace("steady.ts@", "steady.js@") }],
  ])("but this is: %s", (_, files) => {
    expect(found(scratch(files))).toEqual(Object.keys(files).toSorted());
  });
});

test("what cannot be read is reported, and the rest is found", async () => {
  const folder = scratch({ ...copiesAt("a.ts", "closed/b.ts", "z.ts"), "c.ts": COPY });
  write(folder, "damaged.ts", COPY.replace(/[0-9a-f]{64}/, "?"));
  chmodSync(path.join(folder, "closed"), 0o000);
  chmodSync(path.join(folder, "c.ts"), 0o000);
  const finds = await asOrdinaryUser(() => findCopies(folder));
  chmodSync(path.join(folder, "closed"), 0o755);
  expect(finds.copies.map((copy) => path.basename(copy.path))).toEqual(["a.ts", "z.ts"]);
  expect(finds.unreadable).toMatchObject([
    { path: path.join(folder, "c.ts"), cause: "permission denied" },
    { path: path.join(folder, "closed"), cause: "permission denied" },
    { path: path.join(folder, "damaged.ts"), cause: expect.stringContaining("is damaged") },
  ]);
});

test("what has gone meanwhile is nothing", () => {
  expect(findCopies(path.join(scratch(), "gone"))).toEqual({ copies: [], unreadable: [] });
});

describe(".gitignore", () => {
  test("is honoured in every folder, and a deeper one can take back", () => {
    const folder = scratch({
      ".gitignore": "ignored/\n*.gen.ts\n/top.ts\n",
      "a/.gitignore": "!kept.gen.ts\nlocal.ts\n",
      ...copiesAt("top.ts", "ignored/a.ts", "x.gen.ts", "local.ts"),
      ...copiesAt("a/top.ts", "a/ignored/a.ts", "a/x.gen.ts", "a/kept.gen.ts", "a/b/local.ts"),
    });
    expect(found(folder)).toEqual(["a/kept.gen.ts", "a/top.ts", "local.ts"]);
  });

  test("of a folder counts there, whatever characters its name has", () => {
    const rules = { "*b/.gitignore": "a.ts\n", "[id]/.gitignore": "a.ts\n" };
    const folder = scratch({ ...rules, ...copiesAt("*b/a.ts", "bb/a.ts", "[id]/a.ts", "i/a.ts") });
    expect(found(folder)).toEqual(["bb/a.ts", "i/a.ts"]);
  });

  test("of the folders above counts, up to the top of the repository", () => {
    const folder = scratch({
      ".gitignore": "*.ts\n",
      "repository/.git/HEAD": "",
      "repository/.gitignore": "mine.ts\n",
      ...copiesAt("repository/a/b/mine.ts", "repository/a/b/c.ts"),
    });
    expect(found(path.join(folder, "repository/a/b"))).toEqual(["c.ts"]);
  });

  test("of folders above counts for nothing outside of a repository", () => {
    const folder = scratch({ ".gitignore": "*.ts\n", ...copiesAt("a/b.ts") });
    expect(found(path.join(folder, "a"))).toEqual(["b.ts"]);
  });

  test("says nothing of the folder that is searched itself, or of a repository within", () => {
    const folder = scratch({
      ".git/HEAD": "",
      ".gitignore": "a/\n*.mts\n",
      ...copiesAt("a/b.ts", "inner/c.mts"),
      "inner/.git": "gitdir: elsewhere\n",
    });
    expect(found(path.join(folder, "a"))).toEqual(["b.ts"]);
    expect(found(folder)).toEqual(["inner/c.mts"]);
  });

  testWith(["git"], "means to us what it means to git", () => {
    const rules = [
      "b",
      "b/",
      "/b",
      "*.ts",
      "!a.ts",
      "!b/",
      "**/c",
      "b/**",
      "/*",
      "!/b",
      "[d]",
      "\\[d\\]/",
      "e f",
      "#a",
      "b/*\n!b/a.ts",
    ];
    const folder = scratch({ "seed.ts": COPY });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    for (const place of ["", "b/", "b/c/", "[d]/", "e f/", "e f/[d]/", "#a/", "c/b/"])
      for (const name of ["a.ts", "b.ts", "c.mts"]) write(folder, place + name, COPY);
    for (const [index, rule] of rules.entries()) {
      const inner = rules[(index * 7 + 3) % rules.length] ?? "";
      write(folder, ".gitignore", `${rule}\n`);
      write(folder, "e f/.gitignore", `${inner}\n\n# a comment\n/\n`);
      const git = execFileSync("git", ["ls-files", "-z", "-o", "--exclude-standard"], {
        cwd: folder,
      });
      const listed = git
        .toString()
        .split("\0")
        .filter((name) => /\.m?ts$/.test(name));
      expect(found(folder), `${rule} and ${inner}`).toEqual(listed.toSorted());
    }
  });
});
