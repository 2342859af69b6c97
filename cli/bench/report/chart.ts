import { markup, type Markup } from "./markup.ts";
import type { Scale } from "./scale.ts";

/** A chart's size and axes. All charts are drawn for the width of a phone, and grow with the page. */
export interface Frame {
  readonly height: number;
  readonly x: Scale;
  readonly y: Scale;
  readonly xTick: (value: number) => string;
  readonly yTick: (value: number) => string;
}

/** The plain words of a chart, for those who do not see it. The id is unique in the page. */
export interface Words {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

export const WIDTH = 330;
/** Where the plot begins and ends. */
export const LEFT = 46;
export const RIGHT = WIDTH - 8;
/** No letter of a chart is wider. */
export const LETTER = 6.4;

export const chart = (frame: Frame, { id, title, description }: Words, marks: Markup): Markup =>
  markup`<svg viewBox="0 0 ${WIDTH} ${frame.height}" role="img" aria-labelledby="${id}-t" aria-describedby="${id}-d">
<title id="${id}-t">${title}</title><desc id="${id}-d">${description}</desc>
${axes(frame)}${marks}</svg>`;

function axes({ x, y, xTick, yTick }: Frame): Markup {
  const bottom = rounded(y.at(y.ticks[0] ?? 0));
  const rows = y.ticks.map((tick) => {
    const at = rounded(y.at(tick));
    return markup`<path class="grid" d="M${LEFT} ${at}H${RIGHT}"/><text class="tick" x="${LEFT - 5}" y="${at + 4}" text-anchor="end">${yTick(tick)}</text>`;
  });
  const columns = spaced(x, xTick).map(
    ({ middle, label }) =>
      markup`<path class="grid" d="M${middle} ${bottom}v4"/><text class="tick" x="${middle}" y="${bottom + 16}" text-anchor="middle">${label}</text>`,
  );
  return markup`${rows}${columns}`;
}

/** The ticks that there is room for. */
function spaced({ ticks, at }: Scale, shown: (value: number) => string) {
  let free = 0;
  return ticks.flatMap((tick) => {
    const [middle, label] = [rounded(at(tick)), shown(tick)];
    const half = (label.length * LETTER) / 2;
    if (middle - half < free || middle + half > WIDTH) return [];
    free = middle + half + LETTER;
    return [{ middle, label }];
  });
}

export const rounded = (value: number): number => Math.round(10 * value) / 10;

/** The same in numbers, for those who prefer them. */
export const asData = (table: Markup): Markup =>
  markup`<details><summary>The numbers of this chart</summary>${table}</details>`;

/** A chart of its own for each policy, all of one scale. */
export const multiples = (charts: readonly (readonly [label: string, chart: Markup])[]): Markup =>
  markup`<div class="charts">${charts.map(([label, drawn]) => markup`<figure><figcaption>${label}</figcaption>${drawn}</figure>`)}</div>`;
