import type { Failed, Report } from "../../vectors/run.js";
import type { Verdict } from "../copies/verify.ts";
import type { PolicybookError } from "./errors.ts";
import { colour, note, print } from "./output.ts";
import { noteProblems } from "./problems.ts";
import { visible, visibleLines } from "./visible.ts";

/** How many failures of one copy are shown. --json has all of them. */
const SHOWN = 3;

/** A line per copy, and below one that fails the exact calls. */
export function printVerdicts(
  verdicts: readonly Verdict[],
  problems: readonly PolicybookError[],
): void {
  for (const verdict of verdicts) for (const line of linesOf(verdict)) print(line);
  if (verdicts.some(({ result }) => "failed" in result && result.failed.length > 0))
    note(
      "If that is what you mean, an edited default say, give vectors of your own with --vectors.",
    );
  noteProblems(problems);
  if (verdicts.length === 0 && problems.length === 0) {
    note("There are no copies below this folder. `policybook add full-jitter` makes one.");
  }
}

function linesOf({ subject: { path, item, port }, result }: Verdict): readonly string[] {
  const what = `${visible(path)} ${colour.dim(`(${item.name}, ${port.title})`)}`;
  if ("reason" in result) {
    const word = result.reason === "broken" ? colour.red("FAILED") : colour.yellow("not verified");
    return [`${word} ${what}: ${visibleLines(result.message)}`];
  }
  if (result.failed.length === 0) return [`${colour.green("passed")} ${what}: ${counts(result)}`];
  const hidden = result.failed.length - SHOWN;
  return [
    `${colour.red("FAILED")} ${what}: ${counts(result)}`,
    ...result.failed.slice(0, SHOWN).flatMap(failureLines),
    ...(hidden > 0 ? [`  and ${hidden} more: --json has all of them`] : []),
  ];
}

function counts({ passed, failed, notExpressible }: Report): string {
  const parts = [`${passed} passed`];
  if (failed.length > 0) parts.push(`${failed.length} failed`);
  if (notExpressible.length > 0) parts.push(`${notExpressible.length} not expressible`);
  return parts.join(", ");
}

/** The exact call, so that it can be made by hand. */
function failureLines({ case: name, why, expected, got, ...input }: Failed): readonly string[] {
  const call = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`)
    .join(", ");
  return [
    `  "${visible(name)}": ${visible(why)}`,
    `    ${visible(call)}`,
    `    expected ${wantedIn(expected)}, got ${visible(gotIn(got))}`,
  ];
}

/** `100` or `[0, 100]`; of what is neither delay nor value its name too, such as `draws 3`. */
function wantedIn(expected: unknown): string {
  if (typeof expected !== "object" || expected === null) return String(expected);
  const [[name, wanted] = ["nothing", ""]] = Object.entries(expected);
  if (name === "error") return `an error that names ${String(wanted)}`;
  const range = JSON.stringify(wanted).replace(",", ", ");
  return name === "delay" || name === "value" ? range : `${name} ${range}`;
}

/** A text is in words already: `"100" (a string)`. */
function gotIn(got: unknown): string {
  if (typeof got === "string") return got;
  if (typeof got === "object" && got !== null && "error" in got)
    return `an error: ${String(got.error)}`;
  return String(got);
}
