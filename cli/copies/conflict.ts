export interface Labels {
  readonly base: string;
  readonly yours: string;
  readonly theirs: string;
}

type Conflict = Readonly<Record<keyof Labels, readonly string[]>>;

/** A conflict as git writes one in its diff3 style: the two sides, and between them their base. */
export const conflictLines = (conflict: Conflict, labels: Labels): readonly string[] => [
  `<<<<<<< ${labels.yours}`,
  ...conflict.yours,
  `||||||| ${labels.base}`,
  ...conflict.base,
  "=======",
  ...conflict.theirs,
  `>>>>>>> ${labels.theirs}`,
];

/**
 * Does the text hold a conflict that no one has resolved yet, or only in part? Lines that the release
 * has as well which the text is made from are no markers, whatever they look like.
 */
export function hasConflict(text: string, base = ""): boolean {
  const markers = markersOf(text);
  if (markers.length === 0) return false;
  const meant = new Set(markersOf(base));
  return markers.some((line) => !meant.has(line));
}

/** (Line by line: one expression for a whole conflict would try every pair of lines.) */
const markersOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => MARKER.test(line))
    .map((line) => line.trimEnd());

const MARKER = /^(?:<{7}|\|{7}|>{7})(?:\s|$)/;

/** The way out of one, and of what only looks like one. */
export const RESOLVE =
  "put one text in place of the lines between <<<<<<< and >>>>>>>; where such lines are meant, indent them";
