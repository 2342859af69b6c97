import { nearest } from "../ui/nearest.ts";
import { PolicybookError } from "../ui/errors.ts";
import { c } from "./c.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import type { Port } from "./port.ts";
import type { Project } from "./project.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";

/** Every language that policybook knows. Where two claim a project, the earlier is the better guess. */
export const ports: readonly Port[] = [typescript, javascript, python, java, c, go, rust, elixir];

/** The port that a --lang or a configuration names. */
export function portNamed(name: string): Port {
  const wanted = name.toLowerCase();
  const port = ports.find(
    ({ language, aliases }) => language === wanted || aliases.includes(wanted),
  );
  return port ?? failUnknown(name);
}

/** Is this file of the registry in the port's language? */
export const holds = (port: Port, file: string): boolean =>
  port.files.some((extension) => file.endsWith(extension));

/** The port that a file of the registry belongs to. */
export const portOfFile = (file: string): Port | undefined =>
  ports.find((port) => holds(port, file));

export interface Guess {
  readonly port: Port;
  /** The file that says so, or undefined where nothing does and the reference port is meant. */
  readonly evidence: string | undefined;
}

/** The languages that the project's files speak for, best first; never empty. */
export function guessPorts(project: Project): readonly [Guess, ...Guess[]] {
  const guesses = ports
    .map((port) => ({ port, evidence: port.evidence(project) }))
    .filter(({ evidence }) => evidence !== undefined)
    .filter(({ port }, _, all) => !(port === javascript && all.some((g) => g.port === typescript)));
  const [best = { port: typescript, evidence: undefined }, ...others] = guesses;
  return [best, ...others];
}

function failUnknown(name: string): never {
  const guess = nearest(
    name,
    ports.map(({ language }) => language),
  );
  const known = ports.map(({ language }) => language).join(", ");
  throw new PolicybookError(
    "unknown-language",
    `There is no language named "${name}" here.`,
    `${guess === undefined ? "" : `Did you mean ${guess}? `}Languages: ${known}.`,
  );
}
