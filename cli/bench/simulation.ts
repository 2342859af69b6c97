/**
 * A run that can be watched and left: it yields how far it has come, from 0 to 1, and returns its
 * result. Whoever drives it may pause between two steps, to draw a bar or to hear Ctrl-C.
 */
export type Simulation<Result> = Generator<number, Result, void>;

/** How many events are handled between two steps: some tenths of a millisecond. */
export const EVENTS_PER_STEP = 4096;

/** The result of a simulation that nobody watches. */
export function finished<Result>(simulation: Simulation<Result>): Result {
  for (;;) {
    const { done, value } = simulation.next();
    if (done) return value;
  }
}
