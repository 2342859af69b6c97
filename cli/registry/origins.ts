import type { Copy, Provenance } from "../copies/provenance.ts";
import { portOfFile } from "../ports/index.ts";
import type { Project } from "../ports/project.ts";
import { PolicybookError } from "../ui/errors.ts";
import type { Registry } from "./registry.ts";

/** Tells the registry that a copy is from, or why it could not be read. */
export type Origins = (provenance: Provenance) => Registry | PolicybookError;

/** As many documents are fetched at once. */
const AT_ONCE = 16;

/**
 * The registries that these copies are from. Copies of policybook's own items need no network; the
 * documents of others are fetched side by side, and each only once.
 */
export async function originsOf(
  copies: readonly Pick<Copy, "provenance">[],
  { own, project }: { readonly own: Registry; readonly project: Project },
): Promise<Origins> {
  const foreign = copies.filter(({ provenance }) => provenance.from !== undefined);
  const sources = new Map(foreign.map(({ provenance }) => [keyOf(provenance), provenance]));
  const opened = new Map<string, Registry | PolicybookError>();
  const waiting = [...sources];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      opened.set(next[0], await open(next[1], project));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return (provenance) =>
    provenance.from === undefined
      ? own
      : (opened.get(keyOf(provenance)) ?? unknownOrigin(provenance.from));
}

/** A document is of one language. */
const keyOf = ({ from = "", file }: Provenance): string =>
  `${portOfFile(file)?.language ?? ""} ${from}`;

async function open(
  { from = "", file }: Provenance,
  project: Project,
): Promise<Registry | PolicybookError> {
  try {
    const { openDocument } = await import("./open.ts");
    return await openDocument(from, portOfFile(file)?.language ?? "", project);
  } catch (error) {
    if (error instanceof PolicybookError) return error;
    throw error;
  }
}

const unknownOrigin = (from: string): PolicybookError =>
  new PolicybookError("bad-reference", `nothing was read from ${from}`, "Run the command again.");
