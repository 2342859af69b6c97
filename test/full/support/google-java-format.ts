import path from "node:path";
import { runTool } from "../../../cli/ports/tools.ts";

const ARTIFACT = "com.google.googlejavaformat:google-java-format:1.24.0:jar:all-deps";

/** Fetches Google's formatter into the folder, by its name, with a repository of the folder's own. */
export async function downloadGoogleJavaFormat(folder: string): Promise<void> {
  const repository = `-Dmaven.repo.local=${path.join(folder, "repository")}`;
  const copy = ["dependency:copy", `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`];
  await runTool("mvn", ["-q", "-B", repository, ...copy], folder);
}

/** The parts of the compiler that the formatter reads with, which the JDK keeps to itself. */
const OPENED = ["api", "code", "file", "parser", "tree", "util"].map(
  (part) => `--add-exports=jdk.compiler/com.sun.tools.javac.${part}=ALL-UNNAMED`,
);

/** Runs what was downloaded into the one folder, in the other. */
export const googleJavaFormat = (
  downloaded: string,
  args: readonly string[],
  folder: string,
): Promise<string> =>
  runTool(
    "java",
    [...OPENED, "-jar", path.join(downloaded, "google-java-format-1.24.0-all-deps.jar"), ...args],
    folder,
  );
