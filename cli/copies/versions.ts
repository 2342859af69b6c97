/** Semantic versions in order: negative if a is older than b. Build metadata counts for nothing. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [parse(a), parse(b)];
  for (const [index, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return compareLabels(first.labels, second.labels);
}

/** Each version once, the newest first. */
export const newestFirst = (versions: readonly string[]): readonly string[] =>
  [...new Set(versions)].toSorted((a, b) => compareVersions(b, a));

export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(text);

function parse(version: string) {
  const [release = "", ...rest] = (version.split("+")[0] ?? "").split("-");
  return {
    numbers: release.split(".").map(Number),
    labels: rest.length > 0 ? rest.join("-").split(".") : [],
  };
}

/** A version with labels, such as 2.0.0-beta.1, comes before the one without. */
function compareLabels(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, label] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (label !== other) return compareLabel(label, other);
  }
  return a.length - b.length;
}

/** Numbers in order and before words, words in order of their characters. */
function compareLabel(a: string, b: string): number {
  const [numeric, otherNumeric] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (numeric && otherNumeric) return Number(a) - Number(b);
  if (numeric !== otherNumeric) return numeric ? -1 : 1;
  return a < b ? -1 : 1;
}
