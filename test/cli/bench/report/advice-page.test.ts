import { describe, expect, test } from "vitest";
import { advicePage, type AdviceReport } from "../../../../cli/bench/report/advice-page.ts";
import { MARK } from "../../../../cli/bench/report/shell.ts";
import type { Candidate } from "../../../../cli/bench/report/tried-charts.ts";

const candidate = (
  policy: string,
  gain: number,
  peak: number,
  role?: Candidate["role"],
): Candidate => ({ policy, params: ["100 ms", "1000 ms", "8"], gain, costs: [peak, 3], role });

const percent = (value: number): string => `${(100 * value).toFixed(1)}%`;
const plain = (value: number): string => value.toFixed(1);

const REPORT: AdviceReport = {
  workload: "outage-30s",
  params: { clients: 1000, seed: 60 },
  said: ["Pick full-jitter.", "Why: it is as good as the best in success, 99.0%."],
  heads: ["policy", "", "base", "cap", "attempts", "success"],
  best: [
    ["full-jitter", "pick", "100 ms", "1000 ms", "8", "99.0%"],
    ["equal-jitter", "runner-up", "100 ms", "1000 ms", "8", "98.0%"],
  ],
  candidates: [
    candidate("full-jitter", 0.99, 20, "pick"),
    candidate("full-jitter", 0.5, 10),
    candidate("full-jitter", 0.4, 30),
    candidate("equal-jitter", 0.98, 40, "runner-up"),
    candidate("constant", 0.7, 900),
  ],
  measures: {
    gain: { name: "success", shown: percent, best: "highest" },
    costs: [
      { name: "peak", shown: plain, best: "lowest", limit: 100 },
      { name: "load", shown: plain, best: "lowest", limit: Infinity },
    ],
  },
  method: "5 simulations of 5 settings.",
};
const page = (change: Partial<AdviceReport> = {}): string =>
  advicePage({ ...REPORT, ...change }, { command: "policybook bench", tool: "policybook 1.2.3" });

/** A chart by its title, as text. */
const chartOf = (text: string, title: string): string =>
  text.split("<svg").find((chart) => chart.includes(`>${title}</title>`)) ?? expect.fail(title);

test("nothing is loaded, run or sent, and no number is missing", () => {
  expect(page()).not.toMatch(/<(script|link|img|iframe|object|form|base)\b|@import|url\(|\bon\w+=/);
  expect(page()).not.toMatch(/https?:|NaN|undefined|Infinity|\[object/);
  expect(page()).toContain(MARK);
});

test("says what to pick and why, and which policy is beyond the limits", () => {
  for (const text of REPORT.said) expect(page()).toContain(`<p>${text}</p>`);
  expect(page()).toMatch(/<th scope="row">equal-jitter<.th><td>runner-up<.td>/);
  expect(page()).toContain("Beyond the limits with every setting: constant.");
});

describe("the chart of all settings", () => {
  const chart = chartOf(page(), "success against peak");

  test("has a dot for each, and names the best of each policy", () => {
    expect(chart.match(/M[\d.]+ [\d.]+h0/g)).toHaveLength(5);
    const names = [...chart.matchAll(/<text class="name"[^>]*>([^<]+)/g)].map(([, name]) => name);
    expect(names).toEqual(["pick: full-jitter", "runner-up: equal-jitter"]);
  });

  test("joins those that nothing beats at both", () => {
    expect(/class="front" d="([^"]+)"/.exec(chart)?.[1]?.match(/[ML]/g)).toEqual(["M", "L"]);
  });

  test("draws a limit only where there is one", () => {
    expect(chart).toContain('class="limit"');
    expect(chartOf(page(), "success against load")).not.toContain('class="limit"');
  });

  test("is told in words", () => {
    expect(chart).toContain("5 settings, 4 within the limit of 100.0.");
    expect(chart).toContain("pick: full-jitter: success 99.0%, peak 20.0.");
  });
});

test("each policy has a chart of its own settings, on the scale of all", () => {
  const [own, constant] = ["full-jitter", "constant"].map((policy) =>
    chartOf(page(), `${policy}: the settings tried`),
  );
  expect(own?.match(/h0/g)).toHaveLength(3);
  expect(constant?.match(/h0/g)).toHaveLength(1);
  const ticks = (chart = "") => chart.match(/<text class="tick"[^>]*>[^<]+/g);
  expect(ticks(own)).toEqual(ticks(constant));
});

test("without anything to pick, or to draw, it is a page all the same", () => {
  for (const change of [{}, { candidates: [] }])
    expect(page({ said: ["None."], best: [], ...change })).not.toMatch(/NaN|Infinity|undefined/);
});

test("names are shown, whatever they hold", () => {
  const policy = "</svg><script>x";
  const text = page({ candidates: [candidate(policy, 0.5, 2, "pick")] });
  expect(text).not.toContain("<script");
});
