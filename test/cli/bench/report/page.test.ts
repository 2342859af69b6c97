import { describe, expect, test } from "vitest";
import { contenderOf } from "../../../../cli/bench/contender.ts";
import type { Entry } from "../../../../cli/bench/report/entry.ts";
import { reportPage } from "../../../../cli/bench/report/page.ts";
import { MARK } from "../../../../cli/bench/report/shell.ts";
import { Waits } from "../../../../cli/bench/report/waits.ts";
import { type Contender, factoryOf, none } from "../../../../cli/bench/run.ts";
import { finished } from "../../../../cli/bench/simulation.ts";
import { summarised } from "../../../../cli/bench/summary.ts";
import { type WorkloadName, workloads } from "../../../../cli/bench/workloads.ts";
import * as exponential from "../../../../registry/exponential/exponential.ts";
import * as full from "../../../../registry/full-jitter/full-jitter.ts";

const ORIGIN = { command: "policybook bench", tool: "policybook 1.2.3" };
const contenders = { "full-jitter": full, exponential } as const;

function page(workload: WorkloadName, settings = {}, labels: Record<string, string> = {}): string {
  const experiment = workloads[workload].prepare({ clients: 200, ...settings });
  const entries = Object.entries(contenders).map(([name, module]): Entry => {
    const contender: Contender = contenderOf(name, module) ?? none;
    const waits = new Waits();
    const first = finished(
      experiment.simulate(waits.observed(factoryOf(contender, experiment)), 0),
    );
    const label = labels[name] ?? name;
    const { retries } = first.tally;
    return { label, version: "1.0.0", summary: summarised([first]), retries, waits };
  });
  const { params } = experiment;
  return reportPage({ workload, params, entries }, ORIGIN);
}

describe.each(["outage-30s", "occ-contention", "shared-outage"] as const)("of %s", (workload) => {
  const text = page(workload);

  test("nothing is loaded, run or sent", () => {
    expect(text).not.toMatch(/<(script|link|img|iframe|object|form|base)\b|@import|url\(|\bon\w+=/);
    expect(text).not.toMatch(/https?:/);
    expect(text).toContain("default-src 'none'");
  });

  test("every chart has a title and a description of its own", () => {
    const charts = text.split("<svg").slice(1);
    expect(charts).toHaveLength(2 * Object.keys(contenders).length + 1);
    for (const chart of charts) {
      const [, label = "", description = ""] =
        /aria-labelledby="([^"]+)" aria-describedby="([^"]+)"/.exec(chart) ?? [];
      expect(chart).toMatch(new RegExp(`<title id="${label}">[^<]+</title>`));
      expect(chart).toMatch(new RegExp(`<desc id="${description}">[^<]+</desc>`));
    }
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("says how it was made, and no number is missing", () => {
    expect(text).toContain("$ policybook bench</pre>");
    expect(text).toContain(MARK);
    expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });
});

test("the same run gives the same page", () => {
  expect(page("outage-30s")).toBe(page("outage-30s"));
});

test("names are shown, whatever they hold", () => {
  const label = `</svg><script>alert("1")</script>&'\u202e\u0007.ts`;
  const text = page("outage-30s", {}, { exponential: label });
  expect(text).not.toContain("<script");
  expect(text).not.toMatch(/[\u202e\u0007]/);
  expect(text).toContain("&#60;/svg&#62;&#60;script&#62;alert(&#34;1&#34;)");
  expect(text).toContain("\\u202e\\u0007.ts");
});

test("a herd is a spike in the chart, and a spread fleet is none", () => {
  const descriptions = [...page("outage-30s").matchAll(/<desc id="retries-\d-d">([^<]+)/g)];
  const [spread, herd] = descriptions.map(([, text = ""]) =>
    Number(/at most (\d+)/.exec(text)?.[1]),
  );
  expect(herd).toBe(200); // all at once, after 100 ms
  expect(spread).toBeLessThan(60);
});

test("an empty run makes a page all the same", () => {
  const { params } = workloads["outage-30s"].prepare({});
  expect(reportPage({ workload: "outage-30s", params, entries: [] }, ORIGIN)).not.toMatch(
    /NaN|Infinity/,
  );
});

test("a fleet that is never served is named rather than drawn", () => {
  const text = page("shared-outage", { capacity: 1, maxAttempts: 2, queueMs: 1000 });
  expect(text).toMatch(/<figcaption>The dashed line/);
  expect(text).not.toContain("NaN");
});
