import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Texts = Readonly<Record<string, string>>;

/** A program that changes files: how it is started, in which folder, and what it changes. */
export interface Subject {
  readonly args: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The files before, by path. */
  readonly before: Texts;
}

/** What the kills have met, so that a test can tell that it tested something. */
export interface Kills {
  /** Ended while some of the files were written and others not, or with temporary files left. */
  readonly midway: number;
  /** What is neither the old text nor the new one. */
  readonly broken: readonly string[];
}

/**
 * Runs the program so many times, and each time kills it at a random moment of its writing. Whatever
 * it left is where the next run begins; when it has got through, all files are as before again.
 */
export async function kill(
  subject: Subject,
  times: number,
): Promise<Kills & { readonly after: Texts }> {
  put(subject.folder, subject.before);
  await runToTheEnd(subject);
  const after = texts(subject);
  put(subject.folder, subject.before);
  const broken: string[] = [];
  let midway = 0;
  for (let n = 0; n < times; n += 1) {
    await killWhileWriting(subject, n);
    const now = texts(subject);
    const names = Object.keys(now);
    broken.push(
      ...names.filter((name) => now[name] !== after[name] && now[name] !== subject.before[name]),
    );
    const written = names.filter((name) => now[name] === after[name]).length;
    if ((0 < written && written < names.length) || leftovers(subject).length > 0) midway += 1;
    if (written === names.length) put(subject.folder, subject.before);
  }
  return { midway, broken, after };
}

/** Starts the program, and kills it a random time after its first temporary file has come. */
async function killWhileWriting(subject: Subject, n: number): Promise<void> {
  const begun = new AbortController();
  const watchers = folders(subject).map((folder) =>
    watch(folder, (_, name) => name?.endsWith(".tmp") && begun.abort()),
  );
  const child = start(subject);
  const ended = once(child, "exit");
  await Promise.race([once(begun.signal, "abort"), ended]);
  // Early and late in turns: most of the writing is over in a few milliseconds.
  await Promise.race([sleep(Math.random() ** 2 * (n % 2 === 0 ? 5 : 50)), ended]);
  child.kill("SIGKILL");
  await ended;
  for (const watcher of watchers) watcher.close();
}

export async function runToTheEnd(subject: Subject): Promise<void> {
  const [code] = (await once(start(subject), "exit")) as [number | null];
  if (code !== 0) throw new Error(`${subject.args.join(" ")} ended with ${code}`);
}

const start = ({ args, folder, env }: Subject) =>
  spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: "ignore",
  });

const texts = ({ folder, before }: Subject): Texts =>
  Object.fromEntries(
    Object.keys(before).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]),
  );

function put(folder: string, files: Texts): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

const folders = ({ folder, before }: Subject): readonly string[] => [
  ...new Set(Object.keys(before).map((name) => path.join(folder, path.dirname(name)))),
];

/** The temporary files of ended runs, as absolute paths. */
export const leftovers = (subject: Subject): readonly string[] =>
  folders(subject).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".tmp"))
      .map((name) => path.join(folder, name)),
  );
