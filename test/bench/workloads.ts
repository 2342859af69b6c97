import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { contenderOf } from "../../cli/bench/contender.ts";
import { measured } from "../../cli/bench/run.ts";
import { sharedOutage } from "../../cli/bench/shared-outage.ts";
import { sharedScenario } from "../../cli/bench/shared-scenarios.ts";
import { finished } from "../../cli/bench/simulation.ts";
import { workloads } from "../../cli/bench/workloads.ts";
import * as constant from "../../registry/constant/constant.ts";
import * as decorrelated from "../../registry/decorrelated-jitter/decorrelated-jitter.ts";
import * as equal from "../../registry/equal-jitter/equal-jitter.ts";
import * as exponential from "../../registry/exponential/exponential.ts";
import * as full from "../../registry/full-jitter/full-jitter.ts";
import * as aware from "../../registry/retry-after-aware/retry-after-aware.ts";
import * as jitter from "../../registry/retry-after-jitter/retry-after-jitter.ts";
import { circumstances, fixed, rendered, type Table, times, verdict } from "./report.ts";
import { sharedOutageBaseline } from "./workload-baseline.ts";

/**
 * `npm run bench:workloads`: how fast the workloads are, what memory they take, and how that grows
 * with the fleet, beside a straightforward version of the same. Each run is a process of its own,
 * and its time is that of the processor, so that other work on the machine does not count.
 */
interface Run {
  readonly seconds: number;
  readonly mebibytes: number;
  readonly attempts: number;
  readonly t99Us: number | null;
}

type Version = "policybook" | "baseline";

/** One run, in the process that was started for it. */
function run(version: Version, clients: number): Run {
  const scenario = sharedScenario("A-short", clients);
  const make = (stream: full.Rng) => new full.FullJitter({ maxAttempts: 30 }, stream);
  const before = process.cpuUsage();
  const { arrivals, t99Us } =
    version === "baseline"
      ? sharedOutageBaseline(scenario, make)
      : finished(sharedOutage(scenario, make));
  return { ...costSince(before), attempts: arrivals, t99Us };
}

function costSince(before: NodeJS.CpuUsage) {
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (user + system) / 1e6,
    mebibytes: process.resourceUsage().maxRSS / 1024,
  };
}

/** The quickest of some runs: what disturbs one only ever makes it slower. */
function best(version: Version, clients: number): Run {
  const runs = Array.from({ length: clients >= 100_000 ? 1 : 3 }, () => started(version, clients));
  return runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
}

function started(version: Version, clients: number): Run {
  const args = ["--import", "tsx", fileURLToPath(import.meta.url), "--one", version, "--clients"];
  const output = execFileSync(process.execPath, [...args, String(clients)], { encoding: "utf8" });
  return JSON.parse(output) as Run;
}

/** All policies on `outage-30s`, once the code is compiled: the quickest of five times. */
function outageSeconds(): number {
  const contenders = Object.entries({
    constant,
    decorrelated,
    equal,
    exponential,
    full,
    aware,
    jitter,
  })
    .map(([name, exports]) => contenderOf(name, exports))
    .filter((contender) => contender !== undefined);
  const experiment = workloads["outage-30s"].prepare({});
  const once = (): number => {
    const before = process.cpuUsage();
    for (const contender of contenders) measured(contender, experiment);
    return costSince(before).seconds;
  };
  return Math.min(...Array.from({ length: 5 }, once));
}

function growth(sizes: readonly number[]): Table {
  const rows = sizes.map((clients) => {
    const [ours, baseline] = [best("policybook", clients), best("baseline", clients)];
    if (ours.attempts !== baseline.attempts || ours.t99Us !== baseline.t99Us)
      throw new Error(`the two versions differ at ${clients} clients`);
    const perEvent = (1e9 * ours.seconds) / (ours.attempts * Math.log2(clients));
    return [
      clients.toLocaleString("en-US"),
      fixed(ours.seconds, 2),
      Math.round(ours.attempts / ours.seconds).toLocaleString("en-US"),
      fixed(ours.mebibytes, 0),
      fixed(perEvent),
      fixed(baseline.seconds, 2),
      fixed(baseline.mebibytes, 0),
      times(baseline.seconds / ours.seconds),
    ];
  });
  return {
    title: "shared-outage A-short, full jitter, by clients",
    header: [
      "clients",
      "s",
      "attempts/s",
      "MiB",
      "ns/(attempt·log2 N)",
      "baseline s",
      "MiB",
      "ratio",
    ],
    rows,
    note: "Processor time and peak memory of whole processes. The baseline is the same workload with tinyqueue, an object for each event and one for each client; both give the same arrivals and the same t99.",
  };
}

const { values } = parseArgs({
  options: {
    one: { type: "string" },
    clients: { type: "string", default: "1000000" },
    markdown: { type: "boolean", default: false },
  },
});
const clients = Number(values.clients);
if (values.one !== undefined) {
  console.log(JSON.stringify(run(values.one === "baseline" ? "baseline" : "policybook", clients)));
} else {
  console.log(`${circumstances()}\n`);
  const seconds = outageSeconds();
  console.log(
    `${verdict(`outage-30s, all policies, in ${fixed(seconds, 3)} s once warm; the aim is 0.1 s`, seconds < 0.1)}\n`,
  );
  const sizes = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= clients);
  console.log(rendered(growth(sizes), values.markdown));
}
