/**
 * The chi-squared statistic of whole numbers in [0, cells), against all being equally likely, in
 * standard deviations from its expectation: about normal, so beyond 4 is one chance in 30,000.
 */
export function unevenness(values: readonly number[], cells: number): number {
  const counts = Array.from({ length: cells }, () => 0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const expected = values.length / cells;
  const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  const freedom = cells - 1;
  return (chiSquared - freedom) / Math.sqrt(2 * freedom);
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
