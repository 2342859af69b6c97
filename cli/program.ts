import { Command, CommanderError, Option } from "commander";
import { packageVersion } from "./package.ts";
import { stdout } from "./ui/channel.ts";
import { PolicybookError } from "./ui/errors.ts";
import { Exit, type ExitCode } from "./ui/exit.ts";

/** Each command's flags; its code is loaded when it runs. */
const program = new Command("policybook")
  .description("Retry policies to copy into your project. What you copy you own.")
  .version(packageVersion(), "-V, --version", "print the version of policybook")
  .helpOption("-h, --help", "print this")
  .helpCommand("help [command]", "print what a command takes")
  .addHelpText(
    "after",
    examples(["policybook list", "policybook add full-jitter", "policybook diff"]),
  )
  .exitOverride()
  .configureOutput({ writeOut: (text) => stdout.write(text), outputError: () => {} });

command("list [query]", {
  alias: "search",
  about: "show what there is to add",
  examples: ["policybook list", "policybook list jitter --json", "policybook list @acme"],
}).action(async (query, options) => run((await import("./commands/list.ts")).list(query, options)));

command("show <policy>", {
  alias: "view",
  about: "read a policy's page, or its code",
  flags: {
    "--code": "print a file of the port alone, as a copy begins",
    "--file <name>": "which file of --code, where a port has several (C)",
    "--lang <language>": "the language of --code (default: typescript)",
  },
  examples: ["policybook show full-jitter", "policybook show full-jitter --code > full-jitter.ts"],
}).action(async (name, options) => run((await import("./commands/show.ts")).show(name, options)));

command("add [policies...]", {
  about: "copy policies into the project",
  flags: {
    "--lang <language>": "the language of the copy (default: the project's)",
    "--dir <folder>": "the folder to copy to, inside the project (default: src/retry or retry)",
    "--overwrite": "replace existing files that differ",
    "--keep": "leave existing files that differ, and write the others",
    "--dry-run": "print the plan and write nothing",
    "-y, --yes": "take the best guess instead of asking; never overwrites",
  },
  notes: [
    "Where TypeScript would take a .ts file for CommonJS, the copy is a .mts file. Without a",
    "tsconfig.json, Node 22.18 or later, tsx, Bun and Deno run the copy as it is.",
  ],
  examples: [
    "policybook add full-jitter",
    "policybook add equal-jitter rng --dir lib/backoff",
    "policybook add full-jitter --dry-run --json",
    "policybook add @acme/thing https://acme.dev/r/other.json",
  ],
}).action(async (names, options) => run((await import("./commands/add.ts")).add(names, options)));

command("diff [targets...]", {
  about: "check the project's copies against the registry",
  flags: { "-q, --quiet": "print nothing: the exit code tells" },
  notes: [
    "Targets are policies, files or folders; without any, the whole project is searched.",
    "Exit code: 0 nothing differs, 1 something does, 2 it could not be told.",
  ],
  examples: ["policybook diff", "policybook diff full-jitter", "policybook diff src/retry --quiet"],
}).action(async (targets, options) =>
  run((await import("./commands/diff.ts")).diff(targets, options)),
);

command("update [targets...]", {
  about: "bring the project's copies to the registry's versions, your changes kept",
  flags: {
    "--verify": "run the vectors against what was updated",
    "--allow-dirty": "update files with uncommitted changes in git as well",
    "--dry-run": "print the plan and write nothing",
    "-y, --yes": "do not ask; without a terminal nothing asks",
  },
  notes: [
    "Targets are policies, files or folders; without any, the whole project is searched.",
    "Exit code: 0 done, or nothing to do; 1 conflicts are to be resolved, or a vector fails;",
    "2 it was refused, or something could not be updated.",
  ],
  examples: [
    "policybook update",
    "policybook update full-jitter --dry-run",
    "policybook update src/retry --yes --verify",
  ],
}).action(async (targets, options) =>
  run((await import("./commands/update.ts")).update(targets, options)),
);

command("remove [targets...]", {
  about: "delete copies; asks first where you changed one",
  flags: {
    "--force": "delete copies that you changed as well",
    "--dry-run": "print the plan and delete nothing",
    "-y, --yes": "do not ask; a copy that you changed is then refused",
  },
  notes: [
    "Targets are policies, files or folders; a copy's other files in the folder go with it (C).",
  ],
  examples: [
    "policybook remove full-jitter",
    "policybook remove src/retry/full-jitter.ts --dry-run",
  ],
}).action(async (targets, options) =>
  run((await import("./commands/remove.ts")).remove(targets, options)),
);

command("verify [targets...]", {
  about: "run the vectors against the project's copies",
  flags: {
    "--registry": "verify the registry's own ports instead; targets are policies",
    "--vectors <file>": "use these vectors, for the copies of the policy that they name",
  },
  notes: [
    "Targets are policies, files or folders; without any, the whole project is searched.",
    "Exit code: 0 all pass, 1 one fails or does not build, 2 one could not be verified.",
  ],
  examples: ["policybook verify", "policybook verify src/retry", "policybook verify --registry"],
}).action(async (targets, options) =>
  run((await import("./commands/verify.ts")).verifyCopies(targets, options)),
);

command("bench [targets...]", {
  about: "simulate a workload, and compare what policies gain and cost",
  flags: {
    "--workload <name>": "outage-30s, occ-contention or shared-outage (default: outage-30s)",
    "--base-ms <time>": "the policies' base delay",
    "--cap-ms <time>": "the policies' longest delay",
    "--max-attempts <n>": "attempts in all, or unlimited",
    "--clients <n>": "how many clients there are",
    "--outage <time>": "how long the outage is; in outage-30s, at the longest",
    "--deadline <time>": "outage-30s, and --recommend: no retry is made after this",
    "--scenario <name>": "shared-outage: A-short, A-long or B (default: A-short)",
    "--outage-start <time>": "shared-outage: when the outage begins",
    "--spread <time>": "shared-outage: first requests are spread over this",
    "--capacity <n>": "shared-outage: requests the server answers per second",
    "--queue <time>": "shared-outage: the work that the server's queue holds",
    "--timeout <time>": "shared-outage: how long a client waits for an answer",
    "--budget <hosts>": "shared-outage: a retry budget on each of so many hosts",
    "--seed <n>": "the seed of all chance",
    "--repetitions <n>": "how often the workload is run",
    "--recommend": "try each policy with many parameters, and say which to pick and why",
    "--max-peak <n>": "with --recommend: most retries in 10 ms (default: a tenth of the clients)",
    "--max-load <n>": "with --recommend: most attempts per client, on average",
    "--csv": "print all figures as CSV",
    "--html <file>": "also write a page with charts, which works offline",
    "--overwrite": "with --html: replace a file that is no such page",
  },
  notes: [
    "Targets are policies, or TypeScript and JavaScript files with a policy: copies,",
    "edited or not, and your own. Without any, every policy of the registry is run.",
    "--recommend picks what succeeds most within --max-attempts (default: the",
    "workload's, or 8), --deadline (default: 60s) and the limits; of ties what herds",
    "least, then what makes the fewest attempts. docs/workloads.md tells how.",
    "Times are such as 500ms, 30s or 2min; a plain number is in milliseconds.",
  ],
  examples: [
    "policybook bench",
    "policybook bench src/retry/full-jitter.ts full-jitter",
    "policybook bench --workload shared-outage --clients 5000 --outage 20s",
    "policybook bench --html report.html",
    "policybook bench --recommend --outage 20s --max-attempts 6 --max-peak 50",
  ],
}).action(async (targets, options) =>
  run((await import("./commands/bench.ts")).bench(targets, options)),
);

command("new <name>", {
  about: "scaffold a policy, or a port of one, in a registry/ folder",
  flags: {
    "--lang <language>": "scaffold a port of the existing policy <name> in this language",
    "--like <policy>": "the policy to begin from (default: full-jitter; for a port, the likeliest)",
    "--dry-run": "print the plan and write nothing",
    "-y, --yes": "never asks anyway; accepted for scripts",
  },
  examples: ["policybook new linear-jitter", "policybook new linear-jitter --lang python"],
}).action(async (name, options) =>
  run((await import("./commands/new.ts")).scaffold(name, options)),
);

command("release <item> [part]", {
  about: "seal an item of a registry/ folder, or make a new version of it",
  flags: {
    "--reason <text>": "what changed, in one line, for those who have copies",
    "--dry-run": "print the plan and write nothing",
    "-y, --yes": "never asks anyway; accepted for scripts",
  },
  notes: [
    "The first release fixes the text of the drafts. Later ones take a part: patch where",
    "delays are the same, minor where there is more, major where delays or the surface differ.",
    "They keep the superseded text, which copies have as their base, in history/.",
  ],
  examples: [
    "policybook release linear-jitter",
    'policybook release linear-jitter patch --reason "No overflow at attempt 31."',
  ],
}).action(async (name, part, options) =>
  run((await import("./commands/release.ts")).release(name, part, options)),
);

command("build [folder]", {
  about: "turn a registry/ folder into files that any static host can serve",
  flags: {
    "--out <folder>": "the folder to write to, inside the project (default: public/r)",
    "--url <address>": "where that folder will be served; copies then say where they are from",
    "--dry-run": "print the plan and write nothing",
    "-y, --yes": "never asks anyway; accepted for scripts",
  },
  examples: [
    "policybook build --url https://acme.dev/r",
    "policybook build registry --out site/r --url https://acme.dev/r --dry-run",
  ],
}).action(async (folder, options) =>
  run((await import("./commands/build.ts")).build(folder, options)),
);

command("init", {
  about: "write an optional policybook.json",
  flags: {
    "--lang <language>": "the language of the copies (default: the project's)",
    "--dir <folder>": "the folder that copies go to (default: src/retry or retry)",
    "--overwrite": "replace an existing policybook.json",
    "--dry-run": "print the file and write nothing",
    "-y, --yes": "take the best guesses instead of asking",
  },
  examples: ["policybook init", "policybook init --lang typescript --dir lib/retry"],
}).action(async (options) => run((await import("./commands/init.ts")).init(options)));

/** What the command that ran ended with. */
let exit: ExitCode = Exit.ok;

interface Description {
  readonly about: string;
  readonly alias?: string;
  readonly flags?: Readonly<Record<string, string>>;
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
}

/** A command whose flags are described when it is the one that runs: most of a start is descriptions. */
function command(usage: string, description: Description): Command {
  const made = program.command(usage).description(description.about);
  if (description.alias !== undefined) made.alias(description.alias);
  program.hook("preSubcommand", (_, asked) => {
    if (asked === made) describe(made, description);
  });
  return made;
}

function describe(made: Command, { flags = {}, notes = [], ...rest }: Description): void {
  for (const [flag, meaning] of Object.entries(flags)) made.option(flag, meaning);
  const text = notes.map((line) => `\n${line}`).join("");
  made
    .option("--json", "print one JSON document on stdout, whatever happens")
    .addOption(new Option("--cwd <folder>", "the project to work in").default(".", "this folder"))
    .addHelpText("after", `${text}${text === "" ? "" : "\n"}${examples(rest.examples)}`);
}

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

async function run(result: ExitCode | Promise<ExitCode>): Promise<void> {
  exit = await result;
}

/**
 * Runs what the command line asks for, as process.argv has it.
 *
 * @throws {PolicybookError} "usage" if it makes no sense, or what the command throws
 */
export async function runProgram(): Promise<ExitCode> {
  try {
    const [verb, name = ""] = process.argv.slice(2);
    if (verb === undefined) program.outputHelp();
    // commander would print everything instead, or a command without its flags.
    else if (verb === "help" && /^\w/.test(name)) await printHelp(name);
    else await program.parseAsync();
    return exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw usageError(error);
    return Exit.ok;
  }
}

async function printHelp(name: string): Promise<void> {
  if (!isCommand(name)) await failUnknown(name);
  await program.parseAsync([name, "--help"], { from: "user" });
}

function usageError({ message }: CommanderError): PolicybookError {
  const [what = "", hint] = message.replace(/^error: /, "").split("\n");
  const advice = hint?.replace(/^\((.*)\)$/, "$1 ") ?? "";
  const [name = ""] = program.args;
  const help = isCommand(name) ? ` ${name}` : "";
  return new PolicybookError(
    "usage",
    `${what.replace(/\.$/, "")}.`,
    `${advice}Run \`policybook${help} --help\`.`,
  );
}

function commandNames(): string[] {
  return program.commands.flatMap((made) => [made.name(), ...made.aliases()]);
}

function isCommand(name: string): boolean {
  return name === "help" || commandNames().includes(name);
}

async function failUnknown(name: string): Promise<never> {
  const guess = (await import("./ui/nearest.ts")).nearest(name, commandNames());
  throw new PolicybookError(
    "usage",
    `unknown command '${name}'.`,
    `${guess === undefined ? "" : `Did you mean ${guess}? `}Run \`policybook --help\`.`,
  );
}
