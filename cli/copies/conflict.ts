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

/** Does the text hold a conflict that no one has resolved yet? */
export const hasConflict = (text: string): boolean => MARKERS.test(text);

const MARKERS = /^<{7} .*\n(?:.*\n)*?={7}\r?\n(?:.*\n)*?>{7} /m;
