import { hashOf } from "../copies/hash.ts";
import { normalised } from "../copies/provenance.ts";

/** What stands in policy.json for the seal of a file that is still being written. */
export const DRAFT = "draft";

/** How the note begins that a scaffolded file carries, until what it scaffolds is written. */
export const UNFINISHED = "TODO: this is ";

/** "sha256:<hex>" of a text, whatever its line endings: what it is held to once it is released. */
export const sealOf = (text: string): string => `sha256:${hashOf(normalised(text))}`;

/** Is this a file's seal, and not the word for a draft or nothing at all? */
export const isSeal = (seal: string | undefined): seal is string =>
  seal !== undefined && seal !== DRAFT;
