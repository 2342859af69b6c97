import type { WorkloadName } from "../workloads.ts";
import { asData } from "./chart.ts";
import { cellOf, type Column, tradeOf } from "./columns.ts";
import { shortName } from "./dots.ts";
import type { Entry } from "./entry.ts";
import { dataTable, markup, type Markup } from "./markup.ts";
import { frontOf, plotOf, scatter, type Side } from "./scatter.ts";

const HEIGHT = 288;

/** What the client gets against what the service pays, and the front of those that nothing beats at both. */
export function tradeChart(workload: WorkloadName, entries: readonly Entry[]): Markup {
  const [client, service] = tradeOf(
    workload,
    entries.map(({ summary }) => summary),
  );
  const points = pointsOf(entries, client, service);
  const missing = entries.filter((entry) => points.every((point) => point.entry !== entry));
  const sides = { client: sideOf(client), service: sideOf(service) };
  const plot = plotOf(points, { ...sides, height: HEIGHT, limit: undefined });
  const front = frontOf(points, sides);
  const best = front.map(({ entry }) => entry.label);
  const words = {
    id: "trade",
    title: `${sides.client.name} against ${sides.service.name}`,
    description: `On the front: ${best.join(", ")}.`,
  };
  const rows = entries.map(({ label, summary }) => [
    label,
    cellOf(summary, client),
    cellOf(summary, service),
    best.includes(label) ? "yes" : "no",
  ]);
  const told =
    front.length === 1
      ? `${best.join("")} is as good as any other at both, or better.`
      : "The dashed line joins the front: the policies that no other beats at both.";
  const absent =
    missing.length > 0
      ? ` Not drawn, since ${sides.client.name} is “never”: ${missing.map(({ label }) => label).join(", ")}.`
      : "";
  return markup`<figure class="trade">${scatter(plot, words, { front, named: points })}
<figcaption>${told}${absent}</figcaption></figure>${asData(dataTable(words.title, ["policy", sides.client.name, sides.service.name, "on the front"], rows))}`;
}

const sideOf = ({ head, shown, best }: Column): Side => ({ name: head.toLowerCase(), shown, best });

function pointsOf(entries: readonly Entry[], client: Column, service: Column) {
  const points = entries.flatMap((entry) => {
    const [gets, pays] = [client.of(entry.summary), service.of(entry.summary)];
    if (gets === null || pays === null) return [];
    return [{ entry, label: shortName(entry.label), client: gets, service: pays }];
  });
  return points.toSorted((a, b) => a.client - b.client);
}
