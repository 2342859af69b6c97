import { describe, expect, test } from "vitest";
import { ClientStreams } from "../../../cli/bench/client-streams.ts";
import { SeededRng } from "../../../registry/rng/rng.ts";

/** In the order of an actual run: now this client draws, now that one. */
describe("the streams of clients", () => {
  const seedOf = (client: number) => (2 ** 32 - 1 - 987_654_321 * client) >>> 0;
  const streams = new ClientStreams(20, seedOf);
  const alone = Array.from({ length: 20 }, (_, client) => new SeededRng(seedOf(client)));
  const turns = Array.from({ length: 4000 }, (_, turn) => (turn * turn) % 20);
  const together = (ask: (rng: SeededRng | ClientStreams) => number) => {
    for (const client of turns) {
      streams.client = client;
      expect(ask(streams)).toBe(ask(alone[client] ?? expect.fail()));
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
