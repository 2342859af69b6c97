import { LEFT, LETTER, rounded, WIDTH } from "./chart.ts";
import { markup, type Markup } from "./markup.ts";

/** A circle with a name. */
export interface Dot {
  readonly label: string;
  readonly kind: "best" | "other";
  readonly at: number;
  readonly height: number;
}

/** What a label may not cover: a dot, or another text. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** How high and how low a label may stand. */
export interface Room {
  readonly top: number;
  readonly bottom: number;
}

const LINE = 13;
const LINES = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5];

/**
 * Each with its name beside it, on the side and as far up or down as it takes to be read. Where there
 * is no room a dot has none: the table has them all.
 */
export function dots(all: readonly Dot[], { top, bottom }: Room, others: readonly Box[]): Markup {
  const taken = [...others, ...all.map(({ at, height }) => boxOf(at - 6, at + 6, height))];
  const isFree = (box: Box): boolean =>
    box.left >= LEFT &&
    box.right <= WIDTH &&
    box.middle >= top &&
    box.middle <= bottom &&
    !taken.some((other) => overlap(box, other));
  const labels = all.flatMap(({ label, at, height }) => {
    const found = sides(label.length * LETTER, at)
      .flatMap(({ left, right, anchor }) =>
        LINES.map((down) => ({ ...boxOf(left, right, height + down * LINE), anchor })),
      )
      .toSorted((a, b) => Math.abs(a.middle - height) - Math.abs(b.middle - height))
      .find(isFree);
    if (found === undefined) return [];
    taken.push(found);
    const edge = rounded(found.anchor === "end" ? found.right : found.left);
    return {
      leader: markup`<path class="leader" d="M${at} ${height}L${edge} ${rounded(found.middle)}"/>`,
      name: markup`<text class="name" x="${edge}" y="${rounded(found.middle + 4)}" text-anchor="${found.anchor}">${label}</text>`,
    };
  });
  const circles = all.map(
    ({ kind, at, height }) => markup`<circle class="${kind}" cx="${at}" cy="${height}" r="5"/>`,
  );
  return markup`${labels.map(({ leader }) => leader)}${circles}${labels.map(({ name }) => name)}`;
}

/** Of a longer name the end is shown. */
export const shortName = (name: string): string =>
  name.length > LONGEST ? `…${name.slice(1 - LONGEST)}` : name;

const LONGEST = 22;

export const boxOf = (left: number, right: number, middle: number): Box => ({
  left,
  right,
  middle,
});

const sides = (width: number, at: number) => [
  { left: at + 9, right: at + 9 + width, anchor: "start" },
  { left: at - 9 - width, right: at - 9, anchor: "end" },
];

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && Math.abs(a.middle - b.middle) < LINE;
