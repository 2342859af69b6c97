/** The metadata of one registry item, as its policy.json holds it. registry/policy.schema.json checks it. */
export interface Item {
  readonly name: string;
  readonly title: string;
  /** One line of at most 50 characters. */
  readonly summary: string;
  /** Semantic version of the item: its files of this version never change. */
  readonly version: string;
  readonly kind: "policy" | "generator";
  readonly recommended?: boolean;
  readonly aliases: readonly string[];
  /** What a decision reads. */
  readonly uses: readonly ("attempt" | "rng" | "hint" | "state")[];
  readonly params: readonly Param[];
  readonly tags: readonly string[];
  readonly neighbours: readonly { readonly name: string; readonly difference: string }[];
  readonly sources: readonly { readonly title: string }[];
  readonly complexity: { readonly time: string; readonly space: string };
  /** File name of each port to "sha256:<hex>" of its text, or to "draft" while it is being written. */
  readonly files: Readonly<Record<string, string>>;
  /** What each version after the first changed, the newest first. */
  readonly changes?: readonly Change[];
  /** By superseded version, the seals of its files, which are in history/<version>/. */
  readonly history?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface Change {
  readonly version: string;
  /** The day of the release, as 2026-01-31. */
  readonly date: string;
  /** In one line. */
  readonly reason: string;
}

export interface Param {
  readonly name: string;
  readonly description: string;
  readonly unit: "ms" | "attempts" | "uint32";
  readonly default?: number;
  readonly min: number;
  readonly max: number | "unlimited";
}
