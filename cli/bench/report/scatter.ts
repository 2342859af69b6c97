import { chart, LEFT, RIGHT, rounded, type Words } from "./chart.ts";
import { boxOf, dots, type Dot } from "./dots.ts";
import { markup, type Markup } from "./markup.ts";
import { linear, logarithmic, powerBelow, roundBelow, type Scale } from "./scale.ts";

/** One side of a trade: what it is, how it is written, and which is the better. */
export interface Side {
  readonly name: string;
  readonly shown: (value: number) => string;
  readonly best: "highest" | "lowest";
}

/** What the client gets, and what the service pays for it. */
export interface Point {
  readonly client: number;
  readonly service: number;
}

export interface Labelled extends Point {
  readonly label: string;
}

/** Where points come to stand, and the most that the service can take. */
export interface Plot {
  readonly client: Side;
  readonly service: Side;
  readonly limit: number | undefined;
  readonly height: number;
  readonly x: Scale;
  readonly y: Scale;
}

const [TOP, BELOW] = [24, 38];

/** A plot that has room for all of these. */
export function plotOf(
  points: readonly Point[],
  { client, service, height, limit }: Omit<Plot, "x" | "y">,
): Plot {
  const gets = points.map((point) => point.client);
  const pays = [...points.map((point) => point.service), ...(limit === undefined ? [] : [limit])];
  const x = axis(gets, client, LEFT + 14, RIGHT - 14);
  return { client, service, limit, height, x, y: axis(pays, service, height - BELOW, TOP) };
}

/** Logarithmic where the values are far apart. */
function axis(values: readonly number[], { best }: Side, from: number, to: number): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return linear(0, 1, from, to);
  if (best === "lowest" && low > 0 && high > 10 * low)
    return logarithmic(high > 20 * low ? powerBelow(low) : roundBelow(low), 1.2 * high, from, to);
  return linear(high - low < high / 4 && high !== low ? low : 0, high || 1, from, to);
}

/** Those that nothing beats at both, in the order of what the client gets. */
export function frontOf<P extends Point>(
  points: readonly P[],
  { client, service }: Pick<Plot, "client" | "service">,
): readonly P[] {
  const gain = (value: number, { best }: Side): number => (best === "highest" ? value : -value);
  const beats = (a: Point, b: Point): boolean => {
    const gets = gain(a.client, client) - gain(b.client, client);
    const pays = gain(a.service, service) - gain(b.service, service);
    return gets >= 0 && pays >= 0 && gets + pays > 0;
  };
  return points
    .filter((point) => points.every((other) => !beats(other, point)))
    .toSorted((a, b) => a.client - b.client);
}

export interface Marks {
  /** Joined by a dashed line, and drawn full where they are named. */
  readonly front: readonly Point[];
  readonly named: readonly Labelled[];
  readonly unnamed?: readonly Point[];
}

export function scatter(plot: Plot, words: Words, { front, named, unnamed = [] }: Marks): Markup {
  const { client, service, height, limit, x, y } = plot;
  const frame = { height, x, y, xTick: tickOf(client), yTick: tickOf(service) };
  const circles = named.map((point): Dot => ({
    label: point.label,
    kind: front.includes(point) ? "best" : "other",
    at: rounded(x.at(point.client)),
    height: rounded(y.at(point.service)),
  }));
  const room = { top: TOP, bottom: height - BELOW - 4 };
  const taken = limit === undefined ? [] : [boxOf(LIMIT, RIGHT, y.at(limit) - 8)];
  const marks = markup`<path class="tried" d="${specks(unnamed, plot)}"/>
<path class="front" d="${front.map((point, index) => `${index === 0 ? "M" : "L"}${place(point, plot)}`).join("")}"/>${limitLine(plot)}${dots(circles, room, taken)}
<text x="${RIGHT}" y="${height - 6}" text-anchor="end">${client.name} ${client.best === "highest" ? "→ better" : "→ worse"}</text>
<text x="4" y="9">${service.name}, ${service.best} is best${y.isLogarithmic ? "; logarithmic" : ""}</text>`;
  return chart(frame, words, marks);
}

/** 50%, not 50.0%: a tick is a round number. */
const tickOf =
  ({ shown }: Side) =>
  (value: number): string =>
    shown(value).replace(/\.0+(?!\d)/, "");

const place = ({ client, service }: Point, { x, y }: Plot): string =>
  `${rounded(x.at(client))} ${rounded(y.at(service))}`;

/** Each place once, however many points fall on it. */
const specks = (points: readonly Point[], plot: Plot): string =>
  [...new Set(points.map((point) => `M${place(point, plot)}h0`))].join("");

/** Where the word "limit" begins. */
const LIMIT = RIGHT - 32;

function limitLine({ limit, y }: Plot): Markup | string {
  if (limit === undefined) return "";
  const at = rounded(y.at(limit));
  return markup`<path class="limit" d="M${LEFT} ${at}H${RIGHT}"/><text class="note" x="${RIGHT}" y="${at - 4}" text-anchor="end">limit</text>`;
}
