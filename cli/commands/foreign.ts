import type { Choice } from "../copies/plan.ts";
import { portNamed } from "../ports/choose.ts";
import type { Port } from "../ports/port.ts";
import type { Project } from "../ports/project.ts";
import { openDocument } from "../registry/open.ts";
import { PolicybookError } from "../ui/errors.ts";

/** The item that a reference to another registry names, in the language that the user wants. */
export async function chooseForeign(
  reference: string,
  project: Project,
  lang: string | undefined,
  port: Port | undefined,
): Promise<Choice> {
  const wanted = lang === undefined ? port : await portNamed(lang);
  const registry = await openDocument(reference, wanted?.language ?? "", project);
  if (lang !== undefined && wanted?.language !== registry.language)
    throw otherLanguage(reference, registry.language, lang);
  return { item: registry.item, port: await portNamed(registry.language), registry };
}

/** An address is that of one language's document. */
function otherLanguage(reference: string, language: string, lang: string): PolicybookError {
  return new PolicybookError(
    "other-language",
    `${reference} holds ${language}, and --lang asks for ${lang}.`,
    "Leave --lang out, or name the other language's document.",
  );
}
