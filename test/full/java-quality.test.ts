import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { java } from "../../cli/ports/java.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { testFormatter } from "../ports/suite/formatting.ts";
import { filesIn } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { downloaded } from "./support/downloaded.ts";
import { downloadGoogleJavaFormat, googleJavaFormat } from "./support/google-java-format.ts";
import { testLayout } from "./support/layout.ts";

/** Every Java file under the compiler's and the documentation's strictest, and Google's formatter. */

const files = filesIn(java);
const compileEach = path.resolve("test/ports/support/CompileEach.java");
const own = {
  "play.java": readFileSync("vectors/play.java", "utf8"),
  "CompileEach.java": readFileSync(compileEach, "utf8"),
};

describeWith(["javac", "javadoc"], "the JDK", () => {
  test("compiles the player without a warning", async () => {
    const player = scratch({ "play.java": own["play.java"] });
    expect(await runTool("java", [compileEach, "."], player)).toBe("");
  });

  test("finds the documentation complete", async () => {
    const options = ["-quiet", "-Xdoclint:all", "-Werror", "-d", "docs"];
    await runTool("javadoc", [...options, ...Object.keys(files)], scratch(files));
  });
});

describeWith(["java", "mvn"], "google-java-format", () => {
  const tools = downloaded("google-java-format", downloadGoogleJavaFormat);
  const format = (folder: string, all: readonly string[], flags: readonly string[]) =>
    googleJavaFormat(tools(), [...flags, ...all], folder);

  testLayout(java, {
    own,
    folders: ["retry", "src/main/java/com/acme/retry", "src/main/java"],
    check: (folder, all) => format(folder, all, ["--dry-run", "--set-exit-if-changed"]),
  });

  testFormatter(java, {
    programs: ["java"],
    styles: [
      { name: "Android's style", flags: ["--aosp"] },
      { name: "what it mends", spoil: (text) => text.replaceAll(/^ +(?!\*)/gm, "") },
    ],
    format: (folder, all, flags) => format(folder, all, ["-i", ...flags]),
  });
});
