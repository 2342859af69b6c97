/** What the samples of one thing come to. */
export interface Summary {
  readonly min: number;
  readonly median: number;
}

/**
 * Samples everything once a round, round after round: what else the machine does meanwhile hits all
 * alike, and their ratios hold although the figures themselves move.
 */
export async function interleaved<Name extends string>(
  rounds: number,
  samplers: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Readonly<Record<Name, Summary>>> {
  const samples = mapValues(samplers, (): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const name of namesOf(samplers)) samples[name].push(await samplers[name]());
  }
  return mapValues(samples, summary);
}

export function mapValues<Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  how: (value: From, name: Name) => To,
): Readonly<Record<Name, To>> {
  const entries = namesOf(record).map((name) => [name, how(record[name], name)]);
  return Object.fromEntries(entries) as Record<Name, To>;
}

const namesOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(record) as Name[];

function summary(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  // The middle one, or the two middle ones: slice rounds down.
  const [low = NaN, high = low] = sorted.slice((sorted.length - 1) / 2, sorted.length / 2 + 1);
  return { min: sorted[0] ?? NaN, median: (low + high) / 2 };
}
