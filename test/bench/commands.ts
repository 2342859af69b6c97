import { mkdirSync } from "node:fs";
import type { Installed } from "./package.ts";
import {
  commentedProject,
  crowdedProject,
  freshProject,
  largeProject,
  laterRegistry,
  smallProject,
} from "./projects.ts";
import { fixed, type Table, times, verdict } from "./report.ts";
import { type Run, runNode } from "./run.ts";
import { interleaved, mapValues, type Summary } from "./samples.ts";

interface Timed {
  readonly label: string;
  readonly run: () => Run;
  readonly aim?: Aim;
}

interface Aim {
  readonly text: string;
  met(took: Summary, node: Summary): boolean;
}

const SOON: Aim = { text: "≤ 1.5×", met: (took, node) => took.median <= 1.5 * node.median };
const A_SECOND: Aim = { text: "≈ 1000 ms", met: (took) => took.median <= 1000 };

export interface CommandOptions {
  readonly rounds: number;
  /** How many source files the large repository has. */
  readonly files: number;
  /** How many the crowded one has, with five copies for each 500 files. */
  readonly crowdedFiles: number;
  /** What the large repository has copies of. */
  readonly policies: readonly string[];
}

/** Wall time of the commands, beside Node doing nothing. */
export async function commandTimes(
  folder: string,
  { bin }: Installed,
  options: CommandOptions,
): Promise<Table> {
  mkdirSync(folder);
  const empty = freshProject(folder);
  const small = await smallProject(folder, bin);
  const large = await largeProject(folder, bin, options);
  const five = options.policies.slice(0, 5);
  const crowdedFiles = { files: options.crowdedFiles, policies: five };
  const { project: crowded, copies } = await crowdedProject(folder, bin, crowdedFiles);
  const later = { POLICYBOOK_REGISTRY: laterRegistry(folder, five) };
  const among = `${copies} copies, ${options.crowdedFiles.toLocaleString("en")} files`;
  const policybook = (cwd: string, ...args: readonly string[]) => ({ args: [bin, ...args], cwd });
  return timed(options.rounds, {
    node: {
      label: "node -e 0",
      run: () => ({ args: ["-e", "0"], cwd: empty }),
    },
    list: {
      label: "list",
      run: () => policybook(empty, "list"),
      aim: SOON,
    },
    flagged: {
      label: "list --json",
      run: () => policybook(empty, "list", "--json"),
    },
    add: {
      label: "add full-jitter",
      run: () => policybook(freshProject(folder), "add", "full-jitter"),
      aim: SOON,
    },
    commented: {
      label: "add full-jitter, tsconfig.json with comments",
      run: () => policybook(commentedProject(folder), "add", "full-jitter"),
    },
    small: {
      label: "diff, 2 copies",
      run: () => ({ ...policybook(small, "diff"), exit: 1 }),
    },
    large: {
      label: `diff, ${options.files.toLocaleString("en")} files`,
      run: () => ({ ...policybook(large, "diff"), exit: 1 }),
      aim: A_SECOND,
    },
    crowded: {
      label: `diff, ${among}`,
      run: () => ({ ...policybook(crowded, "diff"), exit: 1 }),
    },
    update: {
      label: `update --dry-run, ${among}`,
      run: () => ({ ...policybook(crowded, "update", "--dry-run", "--allow-dirty"), env: later }),
    },
  });
}

async function timed<Name extends string>(
  rounds: number,
  commands: Readonly<Record<Name | "node", Timed>>,
): Promise<Table> {
  const sample = async ({ run }: Timed) => (await runNode(run())).ms;
  const samplers = mapValues(commands, (command) => () => sample(command));
  await interleaved(1, samplers); // brings what they read into the disk cache
  const took = await interleaved(rounds, samplers);
  const rows = mapValues(commands, (command, name) => row(command, took[name], took.node));
  return {
    title: "Commands",
    header: ["", "median ms", "min ms", "× node, median", "× node, min", "aim"],
    rows: Object.values(rows),
    note: `Wall time from start to end of a process, over ${rounds} rounds. The aims are for the median.`,
  };
}

function row({ label, aim }: Timed, took: Summary, node: Summary): readonly string[] {
  return [
    label,
    fixed(took.median),
    fixed(took.min),
    times(took.median / node.median),
    times(took.min / node.min),
    aim === undefined ? "" : verdict(aim.text, aim.met(took, node)),
  ];
}
