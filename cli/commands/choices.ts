import path from "node:path";
import { guessLanguages, portNamed, type Guess } from "../ports/choose.ts";
import type { Port } from "../ports/port.ts";
import { projectAbove } from "../ports/project-above.ts";
import type { Project } from "../ports/project.ts";
import type { Item } from "../registry/item.ts";
import type { FolderRegistry } from "../registry/folder.ts";
import { PolicybookError } from "../ui/errors.ts";
import { note, UNASKED } from "../ui/output.ts";
import { shellWord } from "../ui/shell-word.ts";

/** How a choice is made that no argument has made: by asking, by the best guess, or not at all. */
export type Manner = "ask" | "guess" | "refuse";

/** The items of these names, each once; without a name, what the user ticks. */
export async function chooseItems(
  names: readonly string[],
  registry: FolderRegistry,
  manner: Manner,
): Promise<readonly Item[]> {
  if (names.length > 0) {
    return [...new Set(await Promise.all(names.map((name) => registry.get(name))))];
  }
  if (manner !== "ask") {
    throw new PolicybookError(
      "no-policy",
      `No policy was named, and ${UNASKED}.`,
      "Name one or more: `policybook add full-jitter`. `policybook list` shows what there is.",
    );
  }
  const { multiselect } = await import("../ui/prompt.ts");
  return multiselect(
    "Which policies?",
    registry.items.map((item) => ({
      title: item.recommended ? `${item.name} (recommended)` : item.name,
      description: item.summary,
      value: item,
      selected: item.recommended ?? false,
    })),
  );
}

/** The port of this language; without one, of the language that the project's files speak for. */
export async function choosePort(
  language: string | undefined,
  project: Project,
  manner: Manner,
): Promise<Port> {
  if (language !== undefined) return portNamed(language);
  const guesses = guessLanguages(project);
  const [best, ...others] = guesses;
  if (best.evidence === undefined) note(untold(best, project));
  if (others.length === 0 || manner === "guess") return best.language.port();
  if (manner === "refuse") throw ambiguous(guesses);
  const { select } = await import("../ui/prompt.ts");
  const chosen = await select(
    "Which language?",
    guesses.map((guess) => ({ title: titleOf(guess), value: guess.language })),
  );
  return chosen.port();
}

/** What is taken for granted where no file tells, and the project that may have been meant. */
function untold({ language }: Guess, project: Project): string {
  const taken = `Nothing in this folder tells the language; this is ${language.title}.`;
  const above = projectAbove(project);
  if (above === undefined) return `${taken} --lang chooses another, --cwd another folder.`;
  const folder = shellWord(path.relative("", above.folder) || ".");
  return `${taken} --lang chooses another.
A folder above it is that of a project (${above.evidence}): \`--cwd ${folder}\` adds to that one.`;
}

function ambiguous(guesses: readonly Guess[]): PolicybookError {
  const languages = guesses.map(({ language }) => language.language).join(" or ");
  return new PolicybookError(
    "ambiguous-language",
    `The project speaks for several languages: ${guesses.map(titleOf).join(", ")}.`,
    `Say which with --lang (${languages}), or set "lang" in policybook.json.`,
  );
}

const titleOf = ({ language, evidence }: Guess): string => `${language.title} (${evidence})`;
