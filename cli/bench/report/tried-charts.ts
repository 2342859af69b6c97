import { asData, multiples } from "./chart.ts";
import { shortName } from "./dots.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { frontOf, type Plot, plotOf, scatter, type Side } from "./scatter.ts";

/** A setting that was tried, and what came of it. */
export interface Candidate {
  readonly policy: string;
  /** Its parameters in words: base, cap and attempts. */
  readonly params: readonly string[];
  readonly gain: number;
  readonly costs: readonly number[];
  /** What makes it worth naming, if anything does. */
  readonly role: "pick" | "runner-up" | "best" | undefined;
}

/** What the settings are seen by: one gain, and costs with what the service can take of each. */
export interface Measures {
  readonly gain: Side;
  readonly costs: readonly (Side & { readonly limit: number })[];
}

const [LARGE, SMALL] = [288, 190];

/** All settings, by what they gain and by each of their costs; then each policy's own. */
export function triedCharts(candidates: readonly Candidate[], measures: Measures): Markup {
  const views = measures.costs.map((_, cost) => viewOf(candidates, measures, cost));
  const all = views.map((view, index) => {
    const title = `${view.client.name} against ${view.service.name}`;
    const named = view.points.filter(({ role }) => role !== undefined);
    return [
      title,
      drawn(view, { id: `tried-${index}`, title }, LARGE, view.points, named),
    ] as const;
  });
  const policies = [...new Set(candidates.map(({ policy }) => policy))];
  const own = policies.map((policy, index) => {
    const view = views[0] as View;
    const points = view.points.filter((point) => point.policy === policy);
    const named = points.flatMap((p) => (p.role === undefined ? [] : { ...p, label: p.role }));
    const title = `${policy}: the settings tried`;
    return [policy, drawn(view, { id: `own-${index}`, title }, SMALL, points, named)] as const;
  });
  return markup`${multiples(all)}${asData(fronts(views, measures))}
<h3>Each policy’s own</h3><p>The same by policy, all of one scale; the dashed line is the front of them all.</p>${multiples(own)}`;
}

interface Place extends Candidate {
  readonly label: string;
  readonly client: number;
  readonly service: number;
}

/** The settings by one of their costs. */
interface View extends Pick<Plot, "client" | "service" | "limit"> {
  readonly points: readonly Place[];
  readonly front: readonly Place[];
}

function viewOf(candidates: readonly Candidate[], { gain, costs }: Measures, at: number): View {
  const { limit, ...service } = costs[at] as Measures["costs"][number];
  const sides = { client: gain, service, limit: limit === Infinity ? undefined : limit };
  const points = candidates.map((candidate) => {
    const { policy, role, costs: paid } = candidate;
    const mark = role === "pick" || role === "runner-up" ? `${role}: ` : "";
    const label = mark + shortName(policy);
    return { ...candidate, label, client: candidate.gain, service: paid[at] ?? 0 };
  });
  return { ...sides, points, front: frontOf(points, sides) };
}

interface Title {
  readonly id: string;
  readonly title: string;
}

/** Some of the settings, with the front of them all and on the scale of them all. */
function drawn(
  view: View,
  title: Title,
  height: number,
  unnamed: readonly Place[],
  named: readonly Place[],
): Markup {
  const { client, service, limit = Infinity, front } = view;
  const plot = plotOf(view.points, { ...view, height });
  const within = unnamed.filter((point) => point.service <= limit).length;
  const figures = named.map(
    (point) =>
      `${point.label}: ${client.name} ${client.shown(point.client)}, ${service.name} ${service.shown(point.service)}.`,
  );
  const count = `${unnamed.length} settings${limit === Infinity ? "" : `, ${within} within the limit of ${service.shown(limit)}`}.`;
  const description = [count, ...figures].join(" ");
  return scatter(plot, { ...title, description }, { front, named, unnamed });
}

/** The settings on any of the fronts, in the order of what they gain. */
function fronts(views: readonly View[], { gain, costs }: Measures): Markup {
  const ids = (view: View) => view.front.map((place) => view.points.indexOf(place));
  const all = views[0]?.points ?? [];
  const rows = [...new Set(views.flatMap(ids))]
    .flatMap((id) => all[id] ?? [])
    .toSorted((a, b) => a.gain - b.gain)
    .map((place) => [
      place.policy,
      ...place.params,
      gain.shown(place.gain),
      ...costs.map(({ shown }, at) => shown(place.costs[at] ?? 0)),
    ]);
  const heads = [...PARAMS, gain.name, ...costs.map(({ name }) => name)];
  return dataTable("The settings on a front", ["policy", ...heads], rows);
}

export const PARAMS = ["base", "cap", "attempts"] as const;
