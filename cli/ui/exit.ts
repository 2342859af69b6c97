/** What a command ends with. 130, interrupted, is for the entry point alone. */
export const Exit = {
  /** Done, or: nothing differs. */
  ok: 0,
  /** Differences or failures were found. */
  differs: 1,
  /** A usage or environment error: the question could not be answered. */
  error: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof Exit)[keyof typeof Exit];
