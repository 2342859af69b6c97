import type { Experiment } from "../bench/experiment.ts";
import { bestFirst } from "../bench/ranking.ts";
import { type WorkloadName, workloads } from "../bench/workloads.ts";
import { Project } from "../ports/project.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { PolicybookError } from "../ui/errors.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { isTerminal, note, print, printJson } from "../ui/output.ts";
import { visible } from "../ui/visible.ts";
import { type Benched, benchedPolicies, tryOut, withoutPolicy } from "./bench-policies.ts";
import type { ReportFile } from "./bench-report.ts";
import { type Result, runAll } from "./bench-run.ts";
import type { Question } from "./bench-recommend.ts";
import {
  type AdviceFlags,
  type BenchFlags,
  limitsOf,
  settingsOf,
  workloadNamed,
} from "./bench-settings.ts";

export interface BenchOptions extends BenchFlags, AdviceFlags {
  readonly cwd: string;
  /** The page to write. */
  readonly html?: string;
  readonly overwrite?: boolean;
  readonly csv?: boolean;
  readonly json?: boolean;
}

/** Simulates a workload with each policy, and prints what the client gets and the service pays. */
export async function bench(targets: readonly string[], options: BenchOptions): Promise<ExitCode> {
  refuseContradictions(options);
  const { root } = new Project(options.cwd);
  const report = options.html === undefined ? undefined : await import("./bench-report.ts");
  const page = report?.reportFile(options.html ?? "", root, options.overwrite);
  const workload = workloadNamed(options.workload ?? "outage-30s");
  const settings = settingsOf(workload, options);
  const limits = limitsOf(options);
  const experiment = workloads[workload].prepare(settings);
  const policies = await policiesFor(workload, targets, root);
  for (const policy of policies) tryOut(policy, experiment.paramsOf(policy.policy));
  if (options.recommend) return advise({ workload, settings, limits, policies }, page, options);
  const { results, interrupted } = await runAll(policies, experiment);
  const ranked = bestFirst(workload, results);
  const { params } = experiment;
  if (page !== undefined && !interrupted) {
    const { entryOf, writeReport } = await import("./bench-report.ts");
    const { reportPage } = await import("../bench/report/page.ts");
    const entries = ranked.map(entryOf);
    writeReport(page, (origin) => reportPage({ workload, params, entries }, origin));
  }
  await show(workload, experiment, ranked, { ...options, interrupted });
  if (interrupted && !options.json) note(partial(results, policies, experiment));
  noteOf(page, interrupted);
  return interrupted ? Exit.interrupted : Exit.ok;
}

function noteOf(page: ReportFile | undefined, interrupted: boolean): void {
  if (page !== undefined) note(`${interrupted ? "not written" : "wrote"}: ${visible(page.typed)}`);
}

async function policiesFor(workload: WorkloadName, targets: readonly string[], root: string) {
  const place = { registry: builtinRegistry(), root };
  const policies = await benchedPolicies(targets, place);
  const isWhole = targets.length === 0 && workload === "occ-contention";
  return isWhole ? [...policies, withoutPolicy] : policies;
}

/** Says which policy and parameters to pick, instead of comparing the policies as they are. */
async function advise(
  question: Question,
  page: ReportFile | undefined,
  { html, json, csv }: BenchOptions,
): Promise<ExitCode> {
  const { recommend, toldAnswer, toldTrial } = await import("./bench-recommend.ts");
  const answer = await recommend(question);
  const { search, interrupted } = answer;
  if (page !== undefined && !interrupted) {
    const { writeReport } = await import("./bench-report.ts");
    const { adviceReport } = await import("./bench-advice-page.ts");
    const { advicePage } = await import("../bench/report/advice-page.ts");
    writeReport(page, (origin) => advicePage(adviceReport(answer), origin));
  }
  if (json) printJson({ ...toldAnswer(answer), html: interrupted ? undefined : html });
  else if (csv) print(csvOf(search.trials.map((trial) => toldTrial(trial, search))));
  else (await import("../ui/bench-advice.ts")).printAdvice(answer);
  if (interrupted && !json) note(`interrupted after ${search.simulations} simulations`);
  noteOf(page, interrupted);
  if (interrupted) return Exit.interrupted;
  return answer.advice === undefined ? Exit.differs : Exit.ok;
}

interface Output {
  readonly html?: string;
  readonly csv?: boolean;
  readonly json?: boolean;
  readonly interrupted: boolean;
}

async function show(
  workload: WorkloadName,
  { params }: Experiment,
  results: readonly Result[],
  { html, csv, json, interrupted }: Output,
): Promise<void> {
  if (json) {
    const how = interrupted ? { interrupted } : { html };
    return printJson({ workload, params, ...how, results: results.map(told) });
  }
  if (csv) return print(csvOf(results.map(told)));
  if (results.length === 0) return;
  const { printTable } = await import("../ui/bench-table.ts");
  printTable(workload, params, results);
  if (!isTerminal()) return;
  const { printPlot } = await import("../ui/bench-plot.ts");
  printPlot(results);
}

/** Everything known of a policy, in full precision. */
function told({ benched: { policy, version, file, edited }, summary }: Result): Told {
  const { measures, ...common } = summary;
  return { policy, version, file, edited, ...common, ...measures };
}

type Told = Readonly<Record<string, Field>>;
type Field = string | number | boolean | null | undefined;

function csvOf(rows: readonly Told[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => csvField(row[name])).join(","));
  return [names.join(","), ...lines].join("\n");
}

function csvField(value: Field): string {
  if (value === null || value === undefined) return "";
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function partial(
  results: readonly Result[],
  policies: readonly Benched[],
  { repetitions }: Experiment,
): string {
  const last = results.at(-1)?.summary.repetitions ?? repetitions;
  const cut = last < repetitions ? `, the last with ${last} of ${repetitions} repetitions` : "";
  return `interrupted: ${results.length} of ${policies.length} policies were run${cut}`;
}

function refuseContradictions({ csv, json }: BenchOptions): void {
  if (csv && json)
    throw new PolicybookError(
      "usage",
      "--csv and --json cannot be combined.",
      "Leave one of them out.",
    );
}
