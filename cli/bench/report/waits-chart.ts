import { asData, chart, LEFT, multiples, RIGHT, rounded } from "./chart.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { grouped, logarithmic, type Scale, timeInWords } from "./scale.ts";
import { type Distribution, QUANTILES } from "./waits.ts";

const [TOP, BOTTOM, HEIGHT] = [10, 134, 154];

/** How long each policy waited after each attempt: bands for the middle 90% and 50%, a line for half. */
export function waitsCharts(entries: readonly Entry[]): Markup {
  const all = entries.map(({ label, waits }) => ({ label, waits: waits.distributions() }));
  const every = all.flatMap(({ waits }) => waits);
  const longest = Math.max(100, ...every.map(({ quantiles }) => quantiles.at(-1) ?? 0));
  const attempts = Math.max(1, ...every.map(({ attempt }) => attempt));
  const slot = (RIGHT - LEFT) / attempts;
  const y = logarithmic(SHORTEST, longest, BOTTOM, TOP);
  const x = {
    at: (attempt: number) => LEFT + (attempt - 0.5) * slot,
    ticks: Array.from({ length: attempts }, (_, index) => index + 1),
  };
  const charts = all.map(({ label, waits }, index) => {
    const words = {
      id: `waits-${index}`,
      title: `${label}: the wait after each attempt`,
      description: waits.map(inWords).join("; ") || "No waits.",
    };
    const frame = { height: HEIGHT, x, y, xTick: grouped, yTick: timeInWords };
    return [
      label,
      chart(frame, words, markup`${waits.map((one) => bands(one, x, y, slot))}`),
    ] as const;
  });
  return markup`${multiples(charts)}${asData(data(all))}`;
}

/** In ms: shorter waits, none at all included, are drawn as this. */
const SHORTEST = 1;

const inWords = ({ attempt, quantiles: [, low = 0, , half = 0, , high = 0] }: Distribution) =>
  `after attempt ${attempt}, half within ${timeInWords(half)}, 90% from ${timeInWords(low)} to ${timeInWords(high)}`;

function bands({ attempt, quantiles }: Distribution, x: Scale, y: Scale, slot: number): Markup {
  const [least = 0, low = 0, quarter = 0, half = 0, threeQuarters = 0, high = 0, most = 0] =
    quantiles;
  const middle = x.at(attempt);
  const band = (kind: string, from: number, to: number, width: number): Markup => {
    const [top, bottom] = [y.at(to), y.at(from)];
    const thick = Math.max(1.5, bottom - top);
    return markup`<rect class="${kind}" x="${rounded(middle - width / 2)}" y="${rounded((top + bottom - thick) / 2)}" width="${rounded(width)}" height="${rounded(thick)}"/>`;
  };
  const width = 0.72 * slot;
  return markup`${band("range", least, most, 1)}${band("most", low, high, width)}${band("half", quarter, threeQuarters, width)}${band("median", half, half, width)}`;
}

function data(all: readonly { readonly label: string; readonly waits: readonly Distribution[] }[]) {
  const rows = all.flatMap(({ label, waits }) =>
    waits.map(({ attempt, waits: count, quantiles }) => [
      label,
      attempt,
      grouped(count),
      ...quantiles.map(timeInWords),
    ]),
  );
  const heads = QUANTILES.map((part) =>
    part === 0 ? "shortest" : part === 1 ? "longest" : `${100 * part}%`,
  );
  const caption = "Waits after each attempt, by nearest rank";
  return dataTable(caption, ["policy", "after attempt", "waits", ...heads], rows);
}
