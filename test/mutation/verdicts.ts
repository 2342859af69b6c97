import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { transformSync } from "esbuild";
import { report, requests } from "../../vectors/conduct.js";
import type { Case, Document } from "../../vectors/run.js";

/** What the vectors say of a text in place of an item's port. */
export type Verdict = "killed" | "survived" | "invalid";

/** A mutant that is not done by then never will be: many a fault makes a loop endless. */
const patience = ({ cases }: Document): number =>
  cases.some(({ calls = [] }) => calls.some(({ times = 1 }) => times > 1000)) ? 60_000 : 6_000;

/** The document without its long cases: most faults show at once. */
export function short(document: Document): Document {
  const isShort = ({ calls = [] }: Case) => calls.every(({ times = 1 }) => times <= 1000);
  return { ...document, cases: document.cases.filter(isShort) };
}

/** Runs the vectors on a mutant in TypeScript, in a thread that can be stopped. */
export async function typescriptVerdict(
  _item: string,
  text: string,
  documents: readonly Document[],
): Promise<Verdict> {
  const code = compiled(text);
  if (code === undefined) return "invalid";
  for (const document of documents) {
    const passed = await inWorker(code, document);
    if (!passed) return "killed";
  }
  return "survived";
}

/** The text as JavaScript without comments: of mutants that only differ in types there is one. */
export function compiled(text: string): string | undefined {
  try {
    return transformSync(text, { loader: "ts", format: "esm", legalComments: "none" }).code;
  } catch {
    return undefined;
  }
}

function inWorker(code: string, document: Document): Promise<boolean> {
  const runner = new URL("../../vectors/run.js", import.meta.url).href;
  const source = `
    import { parentPort } from "node:worker_threads";
    import { runVectors } from ${JSON.stringify(runner)};
    const port = await import("data:text/javascript;base64,${Buffer.from(code).toString("base64")}");
    const report = runVectors(${JSON.stringify(document)}, port);
    parentPort.postMessage(report.failed.length === 0);
  `;
  const url = new URL(`data:text/javascript;base64,${Buffer.from(source).toString("base64")}`);
  const worker = new Worker(url, { stderr: true, execArgv: [] });
  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(passed);
    };
    const timer = setTimeout(() => end(false), patience(document));
    worker.on("message", (passed: boolean) => end(passed));
    worker.on("error", () => end(false));
  });
}

/** Runs the vectors on a mutant in Python, through the player. */
export async function pythonVerdict(
  item: string,
  text: string,
  documents: readonly Document[],
): Promise<Verdict> {
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-mutant-"));
  try {
    copyFileSync("vectors/play.py", path.join(folder, "play.py"));
    mkdirSync(path.join(folder, "copies"));
    writeFileSync(path.join(folder, "copies", `${item.replaceAll("-", "_")}.py`), text);
    for (const document of documents) {
      const replies = await played(folder, item, document);
      if (replies === undefined || report(document, replies).failed.length > 0) return "killed";
    }
    return "survived";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let interpreter: string | undefined;

/** The answers, or nothing if the player broke down or never ended. */
function played(
  folder: string,
  item: string,
  document: Document,
): Promise<readonly string[] | undefined> {
  const asked = requests(document);
  // The program itself: what python3 is on the PATH may be a script that looks for it.
  interpreter ??= execFileSync("python3", ["-c", "import sys; print(sys.executable)"], {
    encoding: "utf8",
  }).trim();
  const options = { cwd: folder, timeout: patience(document), killSignal: "SIGKILL" as const };
  const child = spawn(interpreter, ["-I", "-B", "-c", START, folder, item], options);
  const output: Buffer[] = [];
  child.stdout.on("data", (data: Buffer) => output.push(data));
  child.stdin.on("error", () => {});
  child.stdin.end(asked.map((line) => `${line}\n`).join(""));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      const replies = Buffer.concat(output).toString().split("\n").slice(0, -1);
      resolve(code === 0 && replies.length === asked.length ? replies : undefined);
    });
  });
}

/** Isolated from the user's own packages, and so from the folder too, which must be named. */
const START = `
import runpy, sys
folder, item = sys.argv[1:]
sys.path.insert(0, folder)
sys.argv = ["play.py", item]
runpy.run_path(folder + "/play.py", run_name="__main__")
`;
