/** A mutant that nothing can kill, because it answers the same. */
export interface Equivalent {
  readonly files: RegExp;
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

export const equivalents: readonly Equivalent[] = [];
