import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { add } from "../../cli/commands/add.ts";
import { diff } from "../../cli/commands/diff.ts";
import { update } from "../../cli/commands/update.ts";
import { portOfFile } from "../../cli/ports/index.ts";
import { printed } from "../cli/commands/support/printed.ts";
import { items } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { releasedRegistry } from "../support/releases.ts";
import { changed, CHANGES, type Change } from "./support/changes.ts";
import { downloaded } from "./support/downloaded.ts";
import { formatters } from "./support/formatters.ts";

/**
 * Copies of every policy that a user edited and had formatted by the formatter of their language, in
 * several styles, are updated to a release that changes a comment, a line of code and a guard.
 */

const policies = items.filter(({ kind }) => kind === "policy");
const workspace = realpathSync(mkdtempSync(path.join(tmpdir(), "policybook-formatted-")));
const VERSION = "9.0.0";

beforeAll(() => {
  for (const item of policies) {
    const files = Object.keys(item.files).flatMap((file) => {
      const { upstream } = CHANGES[portOfFile(file)?.language ?? ""] ?? { upstream: [] };
      const text = readFileSync(path.join("registry", item.name, file), "utf8");
      return changed(text, upstream) === text
        ? []
        : [[file, (released: string) => changed(released, upstream)] as const];
    });
    const release = { version: VERSION, reason: "Later.", files: Object.fromEntries(files) };
    releasedRegistry(workspace, [release], item.name);
  }
});
afterAll(() => rmSync(workspace, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

const withRelease = () => vi.stubEnv("POLICYBOOK_REGISTRY", path.join(workspace, "registry"));

/** A project with a copy of every policy in the language, by the registry as it is then. */
async function projectOf(language: string, folder: string): Promise<Project> {
  mkdirSync(folder);
  const names = policies.map(({ name }) => name);
  await printed(() => add(names, { cwd: folder, lang: language, dir: "retry" }));
  return new Project(folder);
}

class Project {
  readonly folder: string;
  readonly files: readonly string[];

  constructor(folder: string) {
    this.folder = folder;
    this.files = readdirSync(path.join(folder, "retry")).map((file) => `retry/${file}`);
  }

  read = (file: string): string => readFileSync(path.join(this.folder, file), "utf8");
  texts = (): Readonly<Record<string, string>> =>
    Object.fromEntries(this.files.map((file) => [file, this.read(file)]));

  edit(changes: readonly Change[]): void {
    for (const file of this.files)
      writeFileSync(path.join(this.folder, file), changed(this.read(file), changes));
  }

  async update(): Promise<readonly string[]> {
    const options = { cwd: this.folder, json: true, allowDirty: true };
    const { stdout } = await printed(() => update([], options));
    const { files } = JSON.parse(stdout) as { files: readonly { outcome: string }[] };
    return files.map(({ outcome }) => outcome);
  }

  async states(): Promise<readonly string[]> {
    const { stdout } = await printed(() => diff([], { cwd: this.folder, json: true }));
    const { copies } = JSON.parse(stdout) as { copies: readonly Record<string, string>[] };
    return copies.map(({ state, version }) => `${state} ${version}`);
  }
}

describe.each(formatters)("$name", ({ name, languages, programs, styles, obtain, format }) => {
  const cases = languages.flatMap((language) => styles.map((style) => [language, style] as const));

  describeWith(programs, "in the style of", () => {
    const tools = downloaded(name, async (folder) => obtain?.(folder));
    test.each(cases)("%s, %j", async (language, style) => {
      const { yours = [] } = CHANGES[language] ?? {};
      const root = mkdtempSync(path.join(workspace, "projects-"));
      const at = (folder: string) => projectOf(language, path.join(root, folder));
      const formatted = (...projects: readonly Project[]) => {
        const files = projects.flatMap((project) =>
          project.files.map((file) => path.relative(root, path.join(project.folder, file))),
        );
        return format({ style, folder: root, files, tools: tools() });
      };
      const [edited, plain] = [await at("edited"), await at("plain")];
      edited.edit(yours);
      await formatted(edited, plain);
      const before = edited.texts();

      withRelease();
      const outcomes = [...(await edited.update()), ...(await plain.update())];
      expect(outcomes.length).toBeGreaterThanOrEqual(2 * policies.length);
      expect(outcomes).not.toContain("conflict");
      expect(new Set(await edited.states())).toEqual(new Set([`edited ${VERSION}`]));
      for (const state of await plain.states())
        expect([`current ${VERSION}`, `formatting ${VERSION}`]).toContain(state);

      // What the formatter then still changes are lines that upstream has changed, and few.
      const merged = edited.texts();
      const [wanted, upstream] = [await at("wanted"), await at("upstream")];
      wanted.edit(yours);
      await formatted(edited, plain, wanted, upstream);
      for (const file of edited.files) {
        const again = linesOnlyIn(merged[file], edited.read(file));
        expect(again.filter((line) => before[file]?.split("\n").includes(line))).toEqual([]);
        expect(again.length, file).toBeLessThanOrEqual(MOST_LINES);
      }
      // And then nothing tells the copies from the new release, edited and formatted.
      expect(edited.texts()).toEqual(wanted.texts());
      expect(plain.texts()).toEqual(upstream.texts());
    });
  });
});

/** Upstream changes a line of a comment, two of code, and adds up to three. */
const MOST_LINES = 6;

const linesOnlyIn = (one = "", other = ""): readonly string[] =>
  one.split("\n").filter((line) => !other.split("\n").includes(line));
