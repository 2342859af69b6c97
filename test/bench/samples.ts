/** What the samples of one thing come to. */
export interface Summary {
  readonly min: number;
  readonly median: number;
}

/**
 * Samples everything once a round, round after round: what else the machine does meanwhile hits all
 * alike, and their ratios hold although the figures themselves move.
 */
export function interleaved<Name extends string>(
  rounds: number,
  samplers: Readonly<Record<Name, () => number>>,
): Readonly<Record<Name, Summary>> {
  const taken = Array.from({ length: rounds }, () => mapValues(samplers, (sample) => sample()));
  return mapValues(samplers, (_, name) => summary(taken.map((round) => round[name])));
}

export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  how: (value: From, name: Name) => To,
): Readonly<Record<Name, To>> {
  const names = Object.keys(record) as Name[];
  return Object.fromEntries(names.map((name) => [name, how(record[name], name)])) as Record<
    Name,
    To
  >;
}

function summary(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  // The middle one, or the two middle ones: slice rounds down.
  const [low = NaN, high = low] = sorted.slice((sorted.length - 1) / 2, sorted.length / 2 + 1);
  return { min: sorted[0] ?? NaN, median: (low + high) / 2 };
}
