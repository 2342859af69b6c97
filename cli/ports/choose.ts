import { PolicybookError } from "../ui/errors.ts";
import { javascript, languages, typescript, type Language } from "./languages.ts";
import type { Port } from "./port.ts";
import type { Project } from "./project.ts";

/** The language that a --lang or a configuration names. */
export async function languageNamed(name: string): Promise<Language> {
  const wanted = name.toLowerCase();
  const named = languages.find(
    ({ language, aliases }) => language === wanted || aliases.includes(wanted),
  );
  return named ?? (await failUnknown(name));
}

/** The port that a --lang or a configuration names. */
export const portNamed = async (name: string): Promise<Port> => (await languageNamed(name)).port();

export interface Guess {
  readonly language: Language;
  /** The file that says so, or undefined where nothing does and the reference port is meant. */
  readonly evidence: string | undefined;
}

/** The languages that the project's files speak for, best first; never empty. */
export function guessLanguages(project: Project): readonly [Guess, ...Guess[]] {
  const guesses = languages
    .map((language) => ({ language, evidence: language.evidence(project) }))
    .filter(({ evidence }) => evidence !== undefined)
    .filter(
      (g, _, all) => g.language !== javascript || all.every((o) => o.language !== typescript),
    );
  const [best = { language: typescript, evidence: undefined }, ...others] = guesses;
  return [best, ...others];
}

async function failUnknown(name: string): Promise<never> {
  const { nearest } = await import("../ui/nearest.ts");
  const names = languages.map(({ language }) => language);
  const guess = nearest(name, names);
  throw new PolicybookError(
    "unknown-language",
    `There is no language named "${name}" here.`,
    `${guess === undefined ? "" : `Did you mean ${guess}? `}Languages: ${names.join(", ")}.`,
  );
}
