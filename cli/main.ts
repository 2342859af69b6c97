#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { packageVersion } from "./package.ts";
import { Interrupted, PolicybookError } from "./ui/errors.ts";
import { Exit, type ExitCode } from "./ui/exit.ts";
import { reportError } from "./ui/report.ts";

/** The program: each command's flags here, its code loaded when it runs. The only place that exits. */
const program = new Command("policybook")
  .description("Retry policies to copy into your project. What you copy you own.")
  .version(packageVersion(), "-V, --version", "print the version of policybook")
  .helpCommand("help [command]", "show what a command takes")
  .configureHelp({ showGlobalOptions: false })
  .addHelpText(
    "after",
    examples("policybook list", "policybook add full-jitter", "policybook diff"),
  )
  .exitOverride()
  .configureOutput({ outputError: () => {} });

command("list [query]", "show what there is to add", "search")
  .addHelpText("after", examples("policybook list", "policybook list jitter --json"))
  .action(async (query, options) => run((await import("./commands/list.ts")).list(query, options)));

command("show <policy>", "read a policy's page, or its code", "view")
  .option("--code", "print the file that add would write, alone")
  .option("--lang <language>", "the language of --code (default: typescript)")
  .addHelpText(
    "after",
    examples("policybook show full-jitter", "policybook show full-jitter --code > full-jitter.ts"),
  )
  .action(async (name, options) => run((await import("./commands/show.ts")).show(name, options)));

command("add [policies...]", "copy policies into the project")
  .option("--lang <language>", "the language of the copy (default: the project's)")
  .option(
    "--dir <folder>",
    "the folder to copy to, inside the project (default: src/retry or retry)",
  )
  .option("--overwrite", "replace existing files that differ")
  .option("--keep", "leave existing files that differ, and write the others")
  .option("--dry-run", "print the plan and write nothing")
  .option("-y, --yes", "take the best guess instead of asking; never overwrites")
  .addHelpText(
    "after",
    examples(
      "policybook add full-jitter",
      "policybook add equal-jitter rng --dir lib/backoff",
      "policybook add full-jitter --dry-run --json",
    ),
  )
  .action(async (names, options) => run((await import("./commands/add.ts")).add(names, options)));

command("diff [targets...]", "check the project's copies against the registry")
  .option("-q, --quiet", "print nothing: the exit code tells")
  .addHelpText(
    "after",
    `
Targets are policies, files or folders; without any, the whole project is searched.
Exit code: 0 nothing differs, 1 something does, 2 it could not be told.
${examples("policybook diff", "policybook diff full-jitter", "policybook diff src/retry --quiet")}`,
  )
  .action(async (targets, options) =>
    run((await import("./commands/diff.ts")).diff(targets, options)),
  );

command("init", "write an optional policybook.json")
  .option("--lang <language>", "the language of the copies (default: the project's)")
  .option("--dir <folder>", "the folder that copies go to (default: src/retry or retry)")
  .option("--overwrite", "replace an existing policybook.json")
  .option("--dry-run", "print the file and write nothing")
  .option("-y, --yes", "take the best guesses instead of asking")
  .addHelpText(
    "after",
    examples("policybook init", "policybook init --lang typescript --dir lib/retry"),
  )
  .action(async (options) => run((await import("./commands/init.ts")).init(options)));

function command(usage: string, description: string, alias?: string): Command {
  const made = program.command(usage).description(description);
  if (alias !== undefined) made.alias(alias);
  return made
    .option("--cwd <folder>", "the project to work in", process.cwd())
    .option("--json", "print one JSON document on stdout, whatever happens");
}

function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}`;
}

async function run(result: ExitCode | Promise<ExitCode>): Promise<void> {
  process.exitCode = await result;
}

/** A reader that has seen enough, such as head, is no error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? Exit.ok : Exit.error);
});

try {
  if (process.argv.length <= 2) program.outputHelp();
  else await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError && error.exitCode === 0) process.exitCode = Exit.ok;
  else {
    reportError(error instanceof CommanderError ? usageError(error) : error);
    process.exitCode = error instanceof Interrupted ? Exit.interrupted : Exit.error;
  }
}

function usageError({ message }: CommanderError): PolicybookError {
  const [what = "", hint] = message.replace(/^error: /, "").split("\n");
  const advice = hint?.replace(/^\((.*)\)$/, "$1 ") ?? "";
  const [name = ""] = program.args;
  const known = program.commands.some(
    (made) => made.name() === name || made.aliases().includes(name),
  );
  const help = known ? ` ${name}` : "";
  return new PolicybookError("usage", `${what}.`, `${advice}Run \`policybook${help} --help\`.`);
}
