/** Where the values of an axis come to stand. */
export interface Scale {
  readonly isLogarithmic?: boolean;
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** From 0 or `low` to a round number above `high`, with a few round ticks. */
export function linear(low: number, high: number, from: number, to: number): Scale {
  const step = roundStep((high - low) / 3);
  const start = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil((high - start) / step - 1e-9));
  const end = start + count * step;
  return {
    at: (value) => from + ((value - start) / (end - start)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, index) => start + index * step),
  };
}

/** The power of ten at or below. */
export const powerBelow = (value: number): number => 10 ** Math.floor(Math.log10(value) + 1e-9);

/** The round number at or below: 1, 2 or 5 times a power of ten. */
export function roundBelow(value: number): number {
  const power = powerBelow(value);
  return power * ([5, 2, 1].find((digit) => digit * power <= value) ?? 1);
}

/** The round number 1, 2 or 5 times a power of ten at or above this. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least || 1));
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
}

/** Logarithmic. Ticks are powers of ten, with 2 and 5 times as much between where they are few. */
export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const end = Math.max(high, 10 * low);
  const digits = end > 100 * low ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = powerBelow(low); power <= end; power *= 10)
    ticks.push(...digits.map((digit) => digit * power));
  return {
    isLogarithmic: true,
    at: (value) =>
      from + (Math.log(Math.max(value, low) / low) / Math.log(end / low)) * (to - from),
    ticks: ticks.filter((tick) => tick >= low * 0.999 && tick <= end),
  };
}

/** A duration in words: "10 ms", "1 s", "1,000 s". */
export const timeInWords = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${grouped(Number((ms / 1000).toPrecision(3)))} s`;

export const grouped = (value: number): string => value.toLocaleString("en-US");
