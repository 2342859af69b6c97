import { WINDOW_MS } from "../bench/retry-windows.ts";
import type { Result } from "../commands/bench-run.ts";
import { labelOf } from "./bench-table.ts";
import { colour, columns, print } from "./output.ts";

/**
 * The retries of each policy over time, a line each. Time is logarithmic, as backoffs are; the height
 * is the fullest 10 ms that a column covers, and the same for all: so a herd stands out as a spike.
 */
export function printPlot(results: readonly Result[]): void {
  const labels = results.map((result) => labelOf(result, LONGEST_LABEL));
  const margin = Math.max(...labels.map((label) => label.length)) + 2;
  const width = Math.min(columns(), 100) - margin;
  const series = results.map(({ first }) => [...first.tally.retries.entries()]);
  const all = series.flat();
  if (all.length === 0 || width < 20) return;
  const highest = all.reduce((most, [, count]) => Math.max(most, count), 0);
  const lastWindow = all.reduce((last, [window]) => Math.max(last, window), 0);
  const scale = new TimeScale(Math.max(100, (lastWindow + 1) * WINDOW_MS), width);

  print(`\n${colour.bold("Retries over time")}, full height: ${highest} in 10 ms`);
  labels.forEach((label, index) =>
    print(label.padEnd(margin) + colour.cyan(line(series[index] ?? [], scale, highest))),
  );
  print(colour.dim(" ".repeat(margin) + axis(scale)));
}

const LONGEST_LABEL = 24;

/** A logarithmic axis from the first window to the last moment, in columns. */
class TimeScale {
  readonly endMs: number;
  readonly width: number;

  constructor(endMs: number, width: number) {
    this.endMs = endMs;
    this.width = width;
  }

  column(ms: number): number {
    if (ms <= WINDOW_MS) return 0;
    const part = Math.log(ms / WINDOW_MS) / Math.log(this.endMs / WINDOW_MS);
    return Math.min(this.width - 1, Math.floor(part * this.width));
  }
}

const LEVELS = "▁▂▃▄▅▆▇█";

function line(
  windows: readonly (readonly [window: number, retries: number])[],
  scale: TimeScale,
  highest: number,
): string {
  const heights = Array.from({ length: scale.width }, () => 0);
  for (const [window, retries] of windows) {
    const start = scale.column(window * WINDOW_MS);
    const end = Math.max(start, scale.column((window + 1) * WINDOW_MS) - 1);
    for (let at = start; at <= end; at += 1) heights[at] = Math.max(heights[at] ?? 0, retries);
  }
  return heights
    .map((height) => (height === 0 ? " " : level(height / highest)))
    .join("")
    .trimEnd();
}

const level = (part: number): string =>
  LEVELS.charAt(Math.max(0, Math.ceil(part * LEVELS.length) - 1));

const TICKS = [
  [10, "10 ms"],
  [100, "100 ms"],
  [1000, "1 s"],
  [10_000, "10 s"],
  [100_000, "100 s"],
  [1_000_000, "1000 s"],
] as const;

function axis(scale: TimeScale): string {
  let text = "";
  for (const [ms, label] of TICKS) {
    const at = scale.column(ms);
    if (ms < scale.endMs && at >= text.length && at + label.length <= scale.width)
      text = text.padEnd(at) + label + " ";
  }
  return text.trimEnd();
}
