import { selectCopies, shown } from "../copies/select.ts";
import { copySubjects, registrySubjects, type Subjects } from "../copies/subjects.ts";
import { readVectors } from "../copies/vectors.ts";
import { verify, type Verdict } from "../copies/verify.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import type { Document } from "../../vectors/run.js";
import { originsOf } from "../registry/origins.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { isTerminal, note, printJson } from "../ui/output.ts";
import { describedProblems } from "../ui/problems.ts";

export interface VerifyOptions {
  readonly cwd: string;
  /** Verify the registry's own ports instead of the project's copies. */
  readonly registry?: boolean;
  /** A vectors file of the user's own, for the copies of the policy that it names. */
  readonly vectors?: string;
  readonly json?: boolean;
}

/** Runs the vectors against the project's copies, each in its own language, edited or not. */
export async function verifyCopies(
  targets: readonly string[],
  options: VerifyOptions,
): Promise<ExitCode> {
  const { document, status } = await verification(targets, options);
  if (options.json) printJson(document);
  return status;
}

/** The same for a command of which it is a part: what --json would print is left to the caller. */
export async function verification(
  targets: readonly string[],
  options: VerifyOptions,
): Promise<{ readonly document: unknown; readonly status: ExitCode }> {
  const project = new Project(options.cwd);
  const { subjects, problems } = await subjectsOf(targets, project, options);
  if (isTerminal())
    note(`verifying ${subjects.length} ${subjects.length === 1 ? "copy" : "copies"} …`);
  const verdicts = await verify(subjects);
  if (!options.json) {
    const { printVerdicts } = await import("../ui/verify-report.ts");
    printVerdicts(verdicts, problems);
  }
  return { document: documentOf(verdicts, problems), status: exitCode(verdicts, problems) };
}

async function subjectsOf(
  targets: readonly string[],
  project: Project,
  options: VerifyOptions,
): Promise<Subjects> {
  const { root } = project;
  const registry = builtinRegistry();
  const own =
    options.vectors === undefined ? undefined : readVectors(options.vectors, root, registry);
  if (options.registry) {
    const items = await Promise.all(targets.map((name) => registry.get(name)));
    const chosen = items.length > 0 ? items : registry.items;
    if (chosen.length === 0) throw nothingIn(registry.folder);
    return held(registrySubjects(registry, chosen, own), own);
  }
  const { copies, problems } = selectCopies(targets, { root, registry });
  const named = copies.map((copy) => ({ ...copy, path: shown(copy.path, root) }));
  const originOf = await originsOf(copies, { own: registry, project });
  const chosen = copySubjects(originOf, named, own);
  return held({ subjects: chosen.subjects, problems: [...problems, ...chosen.problems] }, own);
}

/** Vectors of the user's own that nothing is held to verify nothing: that is no success. */
function held({ subjects, problems }: Subjects, own: Document | undefined): Subjects {
  const name = own?.policy ?? own?.generator;
  if (name === undefined || subjects.length > 0) return { subjects, problems };
  const nothing = new PolicybookError(
    "no-copy",
    `There is no copy of ${name} here that the vectors could be run against.`,
    `\`policybook add ${name}\` makes one; --registry verifies the registry's own ports.`,
  );
  return { subjects, problems: [...problems, nothing] };
}

const nothingIn = (folder: string): PolicybookError =>
  new PolicybookError(
    "no-policy",
    `The registry ${folder} has no item that could be verified.`,
    "`policybook new <name>` begins one; POLICYBOOK_REGISTRY names another registry.",
    { file: folder },
  );

/** The whole outcome, for scripts. */
function documentOf(verdicts: readonly Verdict[], problems: readonly PolicybookError[]) {
  return {
    copies: verdicts.map(({ subject: { path, item, port }, result }) => ({
      path,
      policy: item.name,
      language: port.language,
      ...result,
    })),
    problems: describedProblems(problems),
  };
}

function exitCode(verdicts: readonly Verdict[], problems: readonly unknown[]): ExitCode {
  const failed = verdicts.some(({ result }) => "failed" in result && result.failed.length > 0);
  const broken = verdicts.some(({ result }) => "reason" in result && result.reason === "broken");
  if (failed || broken) return Exit.differs;
  return problems.length > 0 || verdicts.some(({ result }) => "reason" in result)
    ? Exit.error
    : Exit.ok;
}
