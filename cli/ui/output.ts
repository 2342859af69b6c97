import pc from "picocolors";
import { Channel, isDevice, stderr, stdout } from "./channel.ts";

/**
 * What a command prints its result to (stdout) and what it says beside it (stderr).
 * Colours depend on the channel alone: a pipe is plain, in CI too, and NO_COLOR always is.
 */
const env = process.env;
/** Is the variable there, and not to say no? */
const isSet = (name: string): boolean => !["", "0", "false", undefined].includes(env[name]);

const wantsColour = (channel: Channel): boolean =>
  !env["NO_COLOR"] && env["TERM"] !== "dumb" && (isSet("FORCE_COLOR") || channel.isTerminal);

export const colour = pc.createColors(wantsColour(stdout));
export const noteColour = pc.createColors(wantsColour(stderr));

/** Is a person reading stdout? */
export const isTerminal = (): boolean => stdout.isTerminal;

/** May a prompt be shown? Never without a terminal, and never in CI. (stdin costs most to look at.) */
export const isInteractive = (): boolean =>
  !isSet("CI") && stderr.isTerminal && isDevice(0) && process.stdin.isTTY;

/** Why nothing was asked, for a message. */
export const UNASKED = "nothing is asked without a terminal, in CI, or with --yes or --json";

/** May a question be asked, where --yes and --json answer it for scripts? */
export const mayAsk = ({
  yes,
  json,
}: {
  readonly yes?: boolean;
  readonly json?: boolean;
}): boolean => !yes && !json && isInteractive();

/** The width to lay text out in: the terminal's, or 80 columns where there is none. */
export const columns = (): number => stdout.columns || 80;

/** A line, or several, of the command's result. */
export function print(text = ""): void {
  stdout.write(`${text}\n`);
}

/** A line beside the result: status, advice. */
export function note(text: string): void {
  stderr.write(`${text}\n`);
}

/** The result as the one JSON document on stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
