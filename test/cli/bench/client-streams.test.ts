import { describe, expect, test } from "vitest";
import { ClientStreams } from "../../../cli/bench/client-streams.ts";
import { ENVIRONMENT, POLICY } from "../../../cli/bench/streams.ts";
import { SeededRng } from "../../../registry/rng/rng.ts";

const PURPOSES = [ENVIRONMENT, POLICY] as const;

/** In the order of an actual run: now this client draws, now that one, now for this, now for that. */
describe("the streams of clients", () => {
  const seedOf = (client: number, purpose: number) =>
    (2 ** 32 - 1 - 987_654_321 * (2 * client + purpose)) >>> 0;
  const streams = new ClientStreams(20, seedOf);
  const alone = Array.from({ length: 20 }, (_, client) =>
    PURPOSES.map((purpose) => new SeededRng(seedOf(client, purpose))),
  );
  const turns = Array.from({ length: 4000 }, (_, turn) => (turn * turn) % 20);
  const together = (ask: (rng: SeededRng | ClientStreams) => number) => {
    for (const [turn, client] of turns.entries()) {
      const purpose = turn % 3 === 0 ? POLICY : ENVIRONMENT;
      const expected = ask(alone[client]?.[purpose] ?? expect.fail());
      streams.peek((client + 7) % 20);
      expect(ask(streams.select(client, purpose))).toBe(expected);
    }
  };

  test("are those of the registry's generator", () => {
    together((rng) => rng.nextU32());
  });

  test.each([1, 2, 101, 4001, 3 * 2 ** 29, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1, 2 ** 32])(
    "give the same below %d",
    (bound) => {
      together((rng) => rng.nextInt(bound));
    },
  );

  test.each([0, -1, 1.5, NaN, 2 ** 32 + 1])("refuse a bound of %d", (bound) => {
    expect(() => streams.nextInt(bound)).toThrow(RangeError);
  });
});
