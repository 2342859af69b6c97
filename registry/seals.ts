import { createHash } from "node:crypto";

/** In place of a seal: the file is still being written. `npm run generate` seals it. */
const DRAFT = "draft";

export type Seals = Readonly<Record<string, string>>;

/** "sha256:<hex>" of a text's UTF-8 bytes. */
export function sealOf(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** A seal for every file. A seal that is there already has to fit: released text does not change. */
export function sealed(
  folder: string,
  seals: Seals,
  texts: Readonly<Record<string, string>>,
): Seals {
  const broken = Object.keys(texts).filter((file) => {
    const seal = seals[file];
    return seal !== undefined && seal !== DRAFT && seal !== sealOf(texts[file] ?? "");
  });
  if (broken.length > 0) throw new BrokenSealError(folder, broken);
  const files = Object.keys(texts).toSorted();
  return Object.fromEntries(files.map((file) => [file, sealOf(texts[file] ?? "")]));
}

export class BrokenSealError extends Error {
  constructor(folder: string, files: readonly string[]) {
    super(
      `${folder}: ${files.join(", ")} no longer match${files.length === 1 ? "es" : ""} the seal in ` +
        `policy.json.\n` +
        `A released text does not change, because copies of it are compared with it. To release a ` +
        `new one, raise "version" in policy.json, move the released files to ` +
        `history/<old version>/ and delete their entries under "files"; generate again to seal the ` +
        `new ones.\nOf a version that nobody has yet, deleting the entries is enough.`,
    );
    this.name = "BrokenSealError";
  }
}
