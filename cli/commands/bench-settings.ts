import type { Limits } from "../bench/advice/search.ts";
import type { Settings } from "../bench/experiment.ts";
import { STREAMS_APART } from "../bench/outage-30s.ts";
import { SHARED_SCENARIOS } from "../bench/shared-scenarios.ts";
import { type WorkloadName, WORKLOADS, workloads } from "../bench/workloads.ts";
import { PolicybookError } from "../ui/errors.ts";
import { nearest } from "../ui/nearest.ts";

/** The flags of `bench` that set something, as they were typed. */
export interface BenchFlags {
  readonly workload?: string;
  readonly baseMs?: string;
  readonly capMs?: string;
  readonly maxAttempts?: string;
  readonly clients?: string;
  readonly outage?: string;
  readonly deadline?: string;
  readonly seed?: string;
  readonly repetitions?: string;
  readonly scenario?: string;
  readonly outageStart?: string;
  readonly spread?: string;
  readonly capacity?: string;
  readonly queue?: string;
  readonly timeout?: string;
  readonly budget?: string;
}

/** Those that ask for advice, and say what the service can take. */
export interface AdviceFlags {
  readonly recommend?: boolean;
  readonly maxPeak?: string;
  readonly maxLoad?: string;
}

export function workloadNamed(name: string): WorkloadName {
  return oneOf("--workload", name, WORKLOADS);
}

/** What the flags say, each checked against its range, and refused where it would mean nothing. */
export function settingsOf(workload: WorkloadName, flags: BenchFlags & AdviceFlags): Settings {
  const given = FLAGS.flatMap((rule) => {
    const typed = flags[rule.option];
    if (typed === undefined) return [];
    const isTaken = workloads[workload].takes.has(rule.setting);
    const isBound = flags.recommend === true && rule.setting === "deadlineMs";
    if (!isTaken && !isBound) throw meaningless(rule, workload);
    return [[rule.setting, rule.read(rule.flag, typed)] as const];
  });
  return Object.fromEntries(given);
}

/** What the service can take. */
export function limitsOf({ maxPeak, maxLoad, recommend }: AdviceFlags): Partial<Limits> {
  const given = [
    ["--max-peak", maxPeak],
    ["--max-load", maxLoad],
  ] as const;
  const lone = given.find(([, typed]) => typed !== undefined && !recommend);
  if (lone !== undefined) throw withoutQuestion(lone[0]);
  return {
    ...(maxPeak !== undefined && { maxPeak: positive("--max-peak", maxPeak) }),
    ...(maxLoad !== undefined && { maxLoad: positive("--max-load", maxLoad) }),
  };
}

interface Rule {
  readonly flag: string;
  readonly option: keyof BenchFlags;
  readonly setting: keyof Settings;
  readonly read: (flag: string, typed: string) => number | string;
}

const LONGEST_MS = 2_147_483_647;

const duration =
  (min: number) =>
  (flag: string, typed: string): number => {
    const [, number = "", unit = "ms"] = /^(\d+(?:\.\d+)?) ?(ms|s|min|h)?$/.exec(typed) ?? [];
    const ms = Number(number) * (UNITS[unit] ?? NaN);
    const whole = Math.round(ms); // 0.3 s is a little more than 300 ms
    const isExact = number !== "" && Math.abs(ms - whole) < 1e-6;
    if (isExact && whole >= min && whole <= LONGEST_MS) return whole;
    const range = `${min} ms to ${grouped(LONGEST_MS)} ms, such as 500ms, 30s or 2min; a plain number is in ms`;
    throw outOfRange(flag, typed, range);
  };

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

const whole =
  (min: number, max: number) =>
  (flag: string, typed: string): number => {
    const value = /^\d+$/.test(typed) ? Number(typed) : NaN;
    if (value >= min && value <= max) return value;
    throw outOfRange(flag, typed, `a whole number in ${grouped(min)} to ${grouped(max)}`);
  };

const grouped = (value: number): string => value.toLocaleString("en-US");

function attempts(flag: string, typed: string): number {
  return typed === "unlimited" ? Infinity : whole(1, LONGEST_MS)(flag, typed);
}

function positive(flag: string, typed: string): number {
  const value = /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN;
  if (value > 0 && value <= LONGEST_MS) return value;
  throw outOfRange(flag, typed, `a number above 0, up to ${grouped(LONGEST_MS)}`);
}

/** Requests in a second; the server's time for each is in whole microseconds. */
function capacity(flag: string, typed: string): number {
  const value = /^\d+(\.\d+)?$/.test(typed) ? Number(typed) : NaN;
  if (value >= 0.001 && value <= 1_000_000) return value;
  throw outOfRange(flag, typed, "requests per second, in 0.001 to 1,000,000");
}

const scenario = (flag: string, typed: string): string => oneOf(flag, typed, SHARED_SCENARIOS);

const FLAGS: readonly Rule[] = [
  { flag: "--base-ms", option: "baseMs", setting: "baseMs", read: duration(0) },
  { flag: "--cap-ms", option: "capMs", setting: "capMs", read: duration(0) },
  { flag: "--max-attempts", option: "maxAttempts", setting: "maxAttempts", read: attempts },
  { flag: "--clients", option: "clients", setting: "clients", read: whole(1, STREAMS_APART) },
  { flag: "--outage", option: "outage", setting: "outageMs", read: duration(0) },
  { flag: "--deadline", option: "deadline", setting: "deadlineMs", read: duration(0) },
  { flag: "--seed", option: "seed", setting: "seed", read: whole(0, 4_294_967_295) },
  { flag: "--repetitions", option: "repetitions", setting: "repetitions", read: whole(1, 10_000) },
  { flag: "--scenario", option: "scenario", setting: "scenario", read: scenario },
  { flag: "--outage-start", option: "outageStart", setting: "outageStartMs", read: duration(0) },
  { flag: "--spread", option: "spread", setting: "spreadMs", read: duration(0) },
  { flag: "--capacity", option: "capacity", setting: "capacity", read: capacity },
  { flag: "--queue", option: "queue", setting: "queueMs", read: duration(0) },
  { flag: "--timeout", option: "timeout", setting: "timeoutMs", read: duration(1) },
  { flag: "--budget", option: "budget", setting: "budgetHosts", read: whole(1, STREAMS_APART) },
];

function oneOf<Name extends string>(flag: string, typed: string, names: readonly Name[]): Name {
  const known = names.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (known !== undefined) return known;
  const guess = nearest(typed, names);
  throw new PolicybookError(
    "bad-value",
    `${flag} takes ${names.join(", ")}; got "${typed}".`,
    guess === undefined
      ? "docs/workloads.md of policybook's repository describes each."
      : `Did you mean "${guess}"?`,
  );
}

function outOfRange(flag: string, typed: string, range: string): PolicybookError {
  return new PolicybookError(
    "bad-value",
    `${flag} must be ${range}; got "${typed}".`,
    `Correct ${flag}, or leave it out for the workload's own value.`,
  );
}

function withoutQuestion(flag: string): PolicybookError {
  return new PolicybookError(
    "bad-flag",
    `${flag} is a limit on what --recommend may pick, and means nothing without it.`,
    "Add --recommend, or leave it out.",
  );
}

function meaningless({ flag, setting }: Rule, workload: WorkloadName): PolicybookError {
  const takers = WORKLOADS.filter((name) => workloads[name].takes.has(setting));
  return new PolicybookError(
    "bad-flag",
    `${flag} means nothing in ${workload}.`,
    `Leave it out, or choose --workload ${takers.join(" or ")}.`,
  );
}
