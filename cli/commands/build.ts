import { statSync } from "node:fs";
import path from "node:path";
import { resolveTarget, textAt } from "../copies/target.ts";
import { writeAll, type Write } from "../copies/write.ts";
import { Project } from "../ports/project.ts";
import { checkedUrl } from "../registry/address.ts";
import { catalogueOf } from "../registry/catalogue.ts";
import { formerDocuments } from "../registry/former.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { note, print, printJson } from "../ui/output.ts";

export interface BuildOptions {
  readonly cwd: string;
  /** The folder that the documents go to, inside the project. */
  readonly out?: string;
  /** Where that folder will be served, so that copies can say where they are from. */
  readonly url?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Turns a registry's folder into documents that any static host can serve. */
export function build(folder: string | undefined, options: BuildOptions): ExitCode {
  const { root } = new Project(options.cwd);
  const url = options.url === undefined ? undefined : baseOf(options.url);
  const source = path.resolve(root, requireFolder(folder ?? "registry", root));
  const { files, drafts } = catalogueOf(source, url);
  const out = options.out ?? "public/r";
  const built = Object.entries(files).map(([name, text]) => plan(name, text, out, root));
  const former = formerDocuments(path.join(root, out), Object.keys(files));
  const planned = [...built, ...former.map((name) => plan(name, undefined, out, root))];
  const writes = planned.filter(({ text, replaces }) => text !== replaces);
  if (!options.dryRun) writeAll(root, writes);
  report(planned, drafts, options);
  if (url === undefined) note(WITHOUT_URL);
  return Exit.ok;
}

const WITHOUT_URL =
  "Without --url, copies that shadcn makes of these do not say where they are from.";

const baseOf = (url: string): string => checkedUrl(url).href.replace(/\/+$/, "");

function requireFolder(folder: string, root: string): string {
  const stats = statSync(path.resolve(root, folder), { throwIfNoEntry: false });
  if (stats?.isDirectory()) return folder;
  throw new PolicybookError(
    "no-registry",
    `There is no folder ${folder} in ${root}.`,
    "Name the registry's folder: `policybook build registry --out public/r`.",
    { file: folder },
  );
}

function plan(name: string, text: string | undefined, out: string, root: string): Write {
  const target = resolveTarget(root, out, name, WITH_OUT);
  const replaces = textAt(target);
  if (replaces !== undefined && !replaces.includes('"policybook"')) throw alien(target.path);
  return { target, text, replaces };
}

const WITH_OUT = "Name a real folder inside the project with --out, such as --out public/r.";

/** A hand-written registry.json, say, is not ours to replace. */
function alien(file: string): PolicybookError {
  return new PolicybookError(
    "file-exists",
    `${file} is already there and was not built by policybook; nothing was written.`,
    "Choose an empty folder with --out, or move the file away.",
    { file },
  );
}

function report(
  planned: readonly Write[],
  drafts: readonly string[],
  { dryRun = false, json }: BuildOptions,
): void {
  const described = planned.map((write) => ({ path: write.target.path, action: actionOf(write) }));
  if (json) return printJson({ dryRun, files: described, drafts });
  const changed = described.filter(({ action }) => action !== "unchanged");
  for (const { path: file, action } of changed) print(`${WORDS[action][dryRun ? 1 : 0]} ${file}`);
  const same = described.length - changed.length;
  if (same > 0) print(`${same} of ${described.length} files are unchanged`);
  for (const file of drafts) note(`${file} is a draft: its version has no fixed text yet.`);
  const [draft] = drafts;
  if (draft !== undefined) note(adviceOnDrafts(draft));
}

const adviceOnDrafts = (draft: string): string =>
  "Once the text of a draft changes, copies of it are `unknown`: they can neither be compared nor " +
  `updated. \`policybook release ${draft.split("/")[0]}\` seals it.`;

const WORDS = {
  create: ["wrote", "would write"],
  replace: ["wrote", "would write"],
  remove: ["removed", "would remove"],
  unchanged: ["kept", "would keep"],
} as const;

function actionOf({ text, replaces }: Write): keyof typeof WORDS {
  if (text === undefined) return "remove";
  if (replaces === undefined) return "create";
  return replaces === text ? "unchanged" : "replace";
}
