import { readConfig } from "../config.ts";
import { readRegular } from "../copies/file-text.ts";
import type { Project } from "../ports/project.ts";
import { messageOf, PolicybookError, systemCode } from "../ui/errors.ts";
import { DocumentRegistry } from "./document-registry.ts";
import { INDEX, MAX_BYTES } from "./document.ts";
import type { Item } from "./item.ts";
import { readDocument, readIndex } from "./read-document.ts";
import { inRegistry, locate, type Location, type Surroundings } from "./reference.ts";

/** The item that a reference names, as a registry of its own; of "@acme/thing", in the language. */
export async function openDocument(
  reference: string,
  language: string,
  project: Project,
): Promise<DocumentRegistry> {
  const location = locate(reference, language, await surroundings(project));
  const document = readDocument(await textAt(location), location.shown);
  if (location.name !== undefined && document.name !== location.name)
    throw misnamed(location, document.name);
  return new DocumentRegistry(document, location.from);
}

/** What a registry of policybook.json has; an item's files are those of all its languages. */
export async function openIndex(namespace: string, project: Project): Promise<readonly Item[]> {
  const location = inRegistry(namespace, INDEX, namespace, await surroundings(project));
  const index = readIndex(await textAt(location), location.shown);
  const items = new Map<string, Item>();
  for (const { meta } of index.items) {
    const { item } = meta.policybook;
    const files = { ...items.get(item.name)?.files, ...item.files };
    items.set(item.name, { ...item, files });
  }
  return [...items.values()];
}

async function surroundings(project: Project): Promise<Surroundings> {
  const { registries = {} } = await readConfig(project);
  return { root: project.root, registries, env: process.env };
}

async function textAt({ at, headers, shown }: Location): Promise<string> {
  if (typeof at === "string") return readText(at, shown);
  const { fetchText } = await import("./fetch.ts");
  return fetchText(at, headers);
}

function readText(file: string, shown: string): string {
  try {
    return readRegular(file, MAX_BYTES);
  } catch (error) {
    const cause = systemCode(error) === "ENOENT" ? "there is no such file" : messageOf(error);
    throw new PolicybookError(
      "unreadable",
      `${shown} cannot be read: ${cause}.`,
      "Name the file of a document that `policybook build` has made.",
      { file: shown, cause: error },
    );
  }
}

function misnamed({ shown, name }: Location, found: string): PolicybookError {
  return new PolicybookError(
    "bad-document",
    `${shown} should hold ${name}, and holds ${found}.`,
    'Correct "registries" in policybook.json, or tell whoever keeps the registry.',
    { file: shown },
  );
}
