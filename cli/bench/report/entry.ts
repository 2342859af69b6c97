import type { RetryWindows } from "../retry-windows.ts";
import type { Summary } from "../summary.ts";
import type { Waits } from "./waits.ts";

/** What the report tells of one policy. */
export interface Entry {
  /** The policy's name, or the path of a file that holds it. */
  readonly label: string;
  readonly version: string;
  readonly summary: Summary;
  /** The retries and the waits of the first repetition. */
  readonly retries: RetryWindows;
  readonly waits: Waits;
}
