import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { java } from "../../cli/ports/java.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { withFolder } from "../ports/support/played.ts";
import { isMissing, named } from "../ports/support/player.ts";
import { copyOf, items } from "../ports/support/registry.ts";
import { downloadGoogleJavaFormat, googleJavaFormat } from "./support/google-java-format.ts";
import { missing } from "./support/missing.ts";

/** Every Java file under the compiler's and the documentation's strictest, and Google's formatter. */

const copies = items.map((item) => copyOf(item, java));
const files: Record<string, string> = Object.assign({}, ...copies.map((copy) => copy.files));
const own = ["vectors/play.java", "test/ports/support/CompileEach.java"];

describe.skipIf(isMissing("javac", "javadoc"))(named("the JDK", "javac", "javadoc"), () => {
  test("compiles each file alone, and the player, without a warning", async () => {
    const player = { "play.java": readFileSync("vectors/play.java", "utf8") };
    const folders = Object.entries({ ...files, ...player }).map(([file, text]) => [
      `${file}.d/${file}`,
      text,
    ]);
    const alone = Object.fromEntries(folders) as Record<string, string>;
    await withFolder(alone, async (folder) => {
      const compileEach = path.resolve("test/ports/support/CompileEach.java");
      const args = [compileEach, ...Object.keys(alone).map((file) => path.dirname(file))];
      expect(await runTool("java", args, folder)).toBe("");
    });
  });

  test("finds the documentation complete", async () => {
    await withFolder(files, async (folder) => {
      const options = ["-quiet", "-Xdoclint:all", "-Werror", "-d", "docs"];
      await runTool("javadoc", [...options, ...Object.keys(files)], folder);
    });
  });
});

describe.skipIf(isMissing("java", "mvn"))(named("google-java-format", "java", "mvn"), () => {
  let workspace = "";
  let obstacle = "";
  beforeAll(async () => {
    workspace = mkdtempSync(path.join(tmpdir(), "policybook-java-"));
    await downloadGoogleJavaFormat(workspace).catch((error: unknown) => {
      obstacle = `google-java-format could not be downloaded: ${String(error).slice(0, 500)}`;
    });
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  test("has nothing to change", async (context) => {
    if (obstacle) missing(context, obstacle);
    const check = ["--dry-run", "--set-exit-if-changed"];
    await withFolder(files, (folder) =>
      googleJavaFormat(workspace, [...check, ...Object.keys(files)], folder),
    );
    await googleJavaFormat(workspace, [...check, ...own], process.cwd());
  });

  test("has nothing to change in what `add` prints", async (context) => {
    if (obstacle) missing(context, obstacle);
    const project = new Project(workspace);
    const programs = copies.flatMap((copy) =>
      ["retry/", "src/main/java/com/acme/retry/", "src/main/java/"].map((folder) => ({
        item: copy.item,
        copy: `${folder}${Object.keys(copy.files)[0]}`,
      })),
    );
    const texts = await Promise.all(
      programs.map(async ({ item, copy }, index) => [
        `Example${index}.java`,
        await java.usage(item, { project, copy }),
      ]),
    );
    const usages = Object.fromEntries(texts) as Record<string, string>;
    await withFolder(usages, (folder) =>
      googleJavaFormat(
        workspace,
        ["--dry-run", "--set-exit-if-changed", ...Object.keys(usages)],
        folder,
      ),
    );
  });

  test.each([
    ["a copy in Android's style", (text: string) => text, ["--aosp"]],
    ["a copy laid out by nobody", (text: string) => text.replaceAll(/^ +(?!\*)/gm, ""), []],
  ] as const)("changes the layout only of %s", async (_, spoil, options) => {
    await withFolder(
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, spoil(text)])),
      async (folder) => {
        await googleJavaFormat(workspace, ["-i", ...options, ...Object.keys(files)], folder);
        for (const [file, text] of Object.entries(files)) {
          const formatted = readFileSync(path.join(folder, file), "utf8");
          if (options.length > 0) expect(formatted).not.toBe(text);
          expect(java.tokens(formatted)).toEqual(java.tokens(text));
        }
      },
    );
  });
});
