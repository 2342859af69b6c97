import { WINDOW_MS } from "../retry-windows.ts";
import { asData, chart, LEFT, multiples, RIGHT, rounded } from "./chart.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { grouped, linear, logarithmic, type Scale, timeInWords } from "./scale.ts";

const [TOP, BOTTOM, HEIGHT] = [18, 104, 124];

/** The retries of each policy over time. One scale for all: a herd stands out as a spike. */
export function retriesCharts(entries: readonly Entry[], outage: Outage | undefined): Markup {
  const all = entries.map(({ label, retries }) => series(label, [...retries.entries()], outage));
  const last = Math.max(100, ...all.map(({ last: end }) => end));
  const highest = Math.max(1, ...all.map(({ peak }) => peak.retries));
  const x = logarithmic(WINDOW_MS, last, LEFT, RIGHT);
  const y = linear(0, highest, BOTTOM, TOP);
  const charts = all.map((one, index) => {
    const { label, total, peak } = one;
    const words = {
      id: `retries-${index}`,
      title: `${label}: retries over time`,
      description:
        total === 0
          ? "No retries."
          : `${grouped(total)} retries; at most ${grouped(peak.retries)} in 10 ms, at ${timeInWords(peak.ms)}.`,
    };
    const frame = { height: HEIGHT, x, y, xTick: timeInWords, yTick: grouped };
    return [label, chart(frame, words, marks(one, { x, y, outage }))] as const;
  });
  return markup`${multiples(charts)}${asData(data(all, last))}`;
}

export interface Outage {
  readonly startMs: number;
  readonly lengthMs: number;
}

interface Series {
  readonly label: string;
  /** When each window begins, in ms since the outage did, and the retries in it. */
  readonly windows: readonly (readonly [ms: number, retries: number])[];
  readonly total: number;
  readonly last: number;
  readonly peak: { readonly ms: number; readonly retries: number };
}

function series(
  label: string,
  entries: readonly (readonly [window: number, retries: number])[],
  outage: Outage | undefined,
): Series {
  const start = outage?.startMs ?? 0;
  const windows = entries
    .map(([window, retries]) => [window * WINDOW_MS - start, retries] as const)
    .toSorted(([a], [b]) => a - b);
  let peak = { ms: 0, retries: 0 };
  let total = 0;
  for (const [ms, retries] of windows) {
    total += retries;
    if (retries > peak.retries) peak = { ms, retries };
  }
  return { label, windows, total, last: windows.at(-1)?.[0] ?? 0, peak };
}

interface Axes {
  readonly x: Scale;
  readonly y: Scale;
  readonly outage: Outage | undefined;
}

function marks({ windows, peak, total }: Series, { x, y, outage }: Axes): Markup {
  const end = outage === undefined ? LEFT : rounded(Math.min(RIGHT, x.at(outage.lengthMs)));
  const shade =
    end > LEFT
      ? markup`<rect class="outage" x="${LEFT}" y="${TOP}" width="${rounded(end - LEFT)}" height="${BOTTOM - TOP}"/>`
      : "";
  const label = `${grouped(peak.retries)} at ${timeInWords(peak.ms)}`;
  const at = rounded(x.at(peak.ms));
  const [anchor, aside] =
    at > (LEFT + RIGHT) / 2 ? (["end", -5] as const) : (["start", 5] as const);
  const note =
    total === 0
      ? ""
      : markup`<text class="note" x="${at + aside}" y="${rounded(y.at(peak.retries)) - 3}" text-anchor="${anchor}">${label}</text>`;
  return markup`${shade}<path class="area" d="${area(windows, x, y)}"/>${note}`;
}

/** A column for each unit of width, as high as the fullest window in it. */
function area(windows: Series["windows"], x: Scale, y: Scale): string {
  const heights = Array.from({ length: RIGHT - LEFT }, () => 0);
  for (const [ms, retries] of windows) {
    const first = Math.min(heights.length - 1, Math.floor(x.at(ms) - LEFT));
    const end = Math.max(
      first + 1,
      Math.min(heights.length, Math.floor(x.at(ms + WINDOW_MS) - LEFT)),
    );
    for (let at = first; at < end; at += 1) heights[at] = Math.max(heights[at] ?? 0, retries);
  }
  let path = `M${LEFT} ${BOTTOM}`;
  heights.forEach((height, at) => {
    if (height !== (heights[at - 1] ?? 0)) path += `H${LEFT + at}V${rounded(y.at(height))}`;
  });
  return `${path}H${RIGHT}V${BOTTOM}Z`;
}

/** The fullest window of each span of time, 1-2-5. */
function data(all: readonly Series[], last: number): Markup {
  const spans = [0];
  for (let power = WINDOW_MS; power <= last; power *= 10)
    spans.push(...[1, 2, 5].map((digit) => digit * power).filter((from) => from <= last));
  const rows = spans.map((from, index) => {
    const to = spans[index + 1] ?? Infinity;
    return [
      index === 0 ? `before ${timeInWords(WINDOW_MS)}` : `from ${timeInWords(from)}`,
      ...all.map(({ windows }) =>
        grouped(
          windows.reduce(
            (most, [ms, retries]) =>
              (index === 0 || ms >= from) && ms < to ? Math.max(most, retries) : most,
            0,
          ),
        ),
      ),
    ];
  });
  const caption = "Most retries in 10 ms, by time";
  return dataTable(caption, ["time", ...all.map(({ label }) => label)], rows);
}
