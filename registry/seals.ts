import { DRAFT, isSeal, sealOf, UNFINISHED } from "../cli/registry/seals.ts";

export type Seals = Readonly<Record<string, string>>;

/** A seal for every file that is written. A seal that is there already has to fit: released text does not change. */
export function sealed(
  folder: string,
  seals: Seals,
  texts: Readonly<Record<string, string>>,
): Seals {
  const broken = Object.keys(texts).filter((file) => {
    const seal = seals[file];
    return isSeal(seal) && seal !== sealOf(texts[file] ?? "");
  });
  if (broken.length > 0) throw new BrokenSealError(folder, broken, HOW_TO_RELEASE);
  const files = Object.keys(texts).toSorted();
  const sealFor = (text: string): string => (text.includes(UNFINISHED) ? DRAFT : sealOf(text));
  return Object.fromEntries(files.map((file) => [file, sealFor(texts[file] ?? "")]));
}

const HOW_TO_RELEASE =
  `A released text does not change, because copies of it are compared with it. \`npm run release -- ` +
  `<item> patch|minor|major --reason "<text>"\` makes a version of the new one and keeps the old in ` +
  `history/.\nOf a version that nobody has yet, delete the entries under "files" in policy.json, and ` +
  `generate again.`;

export class BrokenSealError extends Error {
  constructor(folder: string, files: readonly string[], advice: string) {
    const what = files.length === 1 ? "no longer matches its seal" : "no longer match their seals";
    super(`${folder}: ${files.join(", ")} ${what} in policy.json.\n${advice}`);
    this.name = "BrokenSealError";
  }
}
