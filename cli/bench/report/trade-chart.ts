import type { WorkloadName } from "../workloads.ts";
import { asData, chart, LEFT, LETTER, RIGHT, rounded, WIDTH } from "./chart.ts";
import { cellOf, type Column, tradeOf } from "./columns.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { linear, logarithmic, roundBelow, type Scale } from "./scale.ts";

const [TOP, BOTTOM, HEIGHT] = [24, 250, 288];

interface Point {
  readonly label: string;
  readonly client: number;
  readonly service: number;
  readonly isBest: boolean;
}

/** What the client gets against what the service pays, and the front of those that nothing beats at both. */
export function tradeChart(workload: WorkloadName, entries: readonly Entry[]): Markup {
  const [client, service] = tradeOf(
    workload,
    entries.map(({ summary }) => summary),
  );
  const points = front(pointsOf(entries, client, service), client, service);
  const missing = entries.filter(({ label }) => points.every((point) => point.label !== label));
  const x = axis(
    points.map((point) => point.client),
    client,
    LEFT + 14,
    RIGHT - 14,
  );
  const y = axis(
    points.map((point) => point.service),
    service,
    BOTTOM,
    TOP,
  );
  const best = points.filter(({ isBest }) => isBest).map(({ label }) => label);
  const names = { client: titleOf(client), service: titleOf(service) };
  const words = {
    id: "trade",
    title: `${names.client} against ${names.service}`,
    description: `On the front: ${best.join(", ")}.`,
  };
  const frame = { height: HEIGHT, x, y, xTick: tickOf(client), yTick: tickOf(service) };
  const marks = markup`${line(
    points.filter(({ isBest }) => isBest),
    x,
    y,
  )}${dots(points, x, y)}
<text x="${RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${names.client} ${client.best === "highest" ? "→ better" : "→ worse"}</text>
<text x="4" y="9">${names.service}, ${service.best} is best</text>`;
  const rows = entries.map(({ label, summary }) => [
    label,
    cellOf(summary, client),
    cellOf(summary, service),
    best.includes(label) ? "yes" : "no",
  ]);
  return markup`<figure class="trade">${chart(frame, words, marks)}
<figcaption>The dashed line joins the front: the policies that no other beats at both. ${best.length === 1 ? "One alone is on it." : ""}${
    missing.length > 0
      ? ` Not drawn, since ${titleOf(client)} is “never”: ${missing.map(({ label }) => label).join(", ")}.`
      : ""
  }</figcaption></figure>${asData(dataTable(words.title, ["policy", names.client, names.service, "on the front"], rows))}`;
}

/** 50%, not 50.0%: a tick is a round number. */
const tickOf =
  ({ shown }: Column) =>
  (value: number): string =>
    shown(value).replace(/\.0+(?!\d)/, "");

const titleOf = ({ head }: Column): string => head.toLowerCase();

function pointsOf(entries: readonly Entry[], client: Column, service: Column) {
  return entries.flatMap(({ label, summary }) => {
    const [gets, pays] = [client.of(summary), service.of(summary)];
    return gets === null || pays === null ? [] : [{ label, client: gets, service: pays }];
  });
}

/** Which are on the front, in the order of what the client gets. */
function front(points: readonly Omit<Point, "isBest">[], client: Column, service: Column) {
  const gain = (value: number, { best }: Column): number => (best === "highest" ? value : -value);
  const beats = (a: Omit<Point, "isBest">, b: Omit<Point, "isBest">): boolean => {
    const gets = gain(a.client, client) - gain(b.client, client);
    const pays = gain(a.service, service) - gain(b.service, service);
    return gets >= 0 && pays >= 0 && gets + pays > 0;
  };
  return points
    .map((point) => ({ ...point, isBest: points.every((other) => !beats(other, point)) }))
    .toSorted((a, b) => a.client - b.client);
}

/** Logarithmic where the values are far apart. */
function axis(values: readonly number[], { best }: Column, from: number, to: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return linear(0, 1, from, to);
  if (best === "lowest" && low > 0 && high > 10 * low)
    return logarithmic(roundBelow(low), 1.2 * high, from, to);
  return linear(high - low < high / 4 && high !== low ? low : 0, high || 1, from, to);
}

const line = (best: readonly Point[], x: Scale, y: Scale): Markup =>
  markup`<path class="front" d="${best.map((point, index) => `${index === 0 ? "M" : "L"}${rounded(x.at(point.client))} ${rounded(y.at(point.service))}`).join("")}"/>`;

/** A label, or a dot, that no other label may cover. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly middle: number;
}

/** Of a longer name the end is shown. */
const LONGEST = 22;
const LINE = 13;
const LINES = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5];

/**
 * Each with its name beside it, on the side and as far up or down as it takes to be read. Where there
 * is no room a dot has none: the table has them all.
 */
function dots(points: readonly Point[], x: Scale, y: Scale): Markup {
  const places = points.map((point) => ({
    ...point,
    at: rounded(x.at(point.client)),
    height: rounded(y.at(point.service)),
  }));
  const taken = places.map(({ at, height }) => box(at - 6, at + 6, height));
  const labels = places.flatMap(({ label, at, height }) => {
    const text = label.length > LONGEST ? `…${label.slice(1 - LONGEST)}` : label;
    const place = sides(text.length * LETTER, at)
      .flatMap(({ left, right, anchor }) =>
        LINES.map((down) => ({ ...box(left, right, height + down * LINE), anchor })),
      )
      .toSorted((a, b) => Math.abs(a.middle - height) - Math.abs(b.middle - height))
      .find((free) => isInside(free) && !taken.some((other) => overlap(free, other)));
    if (place === undefined) return [];
    taken.push(place);
    const edge = rounded(place.anchor === "end" ? place.right : place.left);
    return {
      leader: markup`<path class="leader" d="M${at} ${height}L${edge} ${rounded(place.middle)}"/>`,
      name: markup`<text class="name" x="${edge}" y="${rounded(place.middle + 4)}" text-anchor="${place.anchor}">${text}</text>`,
    };
  });
  const circles = places.map(
    ({ isBest, at, height }) =>
      markup`<circle class="${isBest ? "best" : "other"}" cx="${at}" cy="${height}" r="5"/>`,
  );
  return markup`${labels.map(({ leader }) => leader)}${circles}${labels.map(({ name }) => name)}`;
}

const box = (left: number, right: number, middle: number): Box => ({ left, right, middle });

const sides = (width: number, at: number) => [
  { left: at + 9, right: at + 9 + width, anchor: "start" },
  { left: at - 9 - width, right: at - 9, anchor: "end" },
];

const isInside = ({ left, right, middle }: Box): boolean =>
  left >= LEFT && right <= WIDTH && middle >= TOP && middle <= BOTTOM - 4;

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && Math.abs(a.middle - b.middle) < LINE;
