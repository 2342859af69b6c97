import pc from "picocolors";

/**
 * What a command prints its result to (stdout) and what it says beside it (stderr).
 * Colours depend on the stream alone: a pipe is plain, in CI too, and NO_COLOR always is.
 */
const env = process.env;
/** In a pipe, isTTY is undefined, whatever its type says. */
const hasTerminal = ({ isTTY }: { readonly isTTY?: boolean }): boolean => isTTY === true;
/** Is the variable there, and not to say no? */
const isSet = (name: string): boolean => !["", "0", "false", undefined].includes(env[name]);

const wantsColour = (stream: NodeJS.WriteStream): boolean =>
  !env["NO_COLOR"] && env["TERM"] !== "dumb" && (isSet("FORCE_COLOR") || hasTerminal(stream));

export const colour = pc.createColors(wantsColour(process.stdout));
export const noteColour = pc.createColors(wantsColour(process.stderr));

/** Is a person reading stdout? */
export const isTerminal = (): boolean => hasTerminal(process.stdout);

/** May a prompt be shown? Never without a terminal, and never in CI. (stdin costs most to look at.) */
export const isInteractive = (): boolean =>
  !isSet("CI") && hasTerminal(process.stderr) && hasTerminal(process.stdin);

/** May a question be asked, where --yes and --json answer it for scripts? */
export const mayAsk = ({
  yes,
  json,
}: {
  readonly yes?: boolean;
  readonly json?: boolean;
}): boolean => !yes && !json && isInteractive();

/** The width to lay text out in: the terminal's, or 80 columns where there is none. */
export const columns = (): number => process.stdout.columns || 80;

/** A line, or several, of the command's result. */
export function print(text = ""): void {
  process.stdout.write(`${text}\n`);
}

/** A line beside the result: status, advice. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** The result as the one JSON document on stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
