import { expect, test } from "vitest";
import { ports } from "../../cli/ports/index.ts";
import { SeededRng } from "../../registry/rng/rng.ts";
import { items, itemsIn } from "../ports/support/registry.ts";
import { toolchainOf } from "../ports/support/played.ts";
import { testWith } from "../support/programs.ts";
import { compareReplies } from "./compare.ts";
import { differential } from "./differential.ts";
import { randomRequests } from "./requests.ts";

const CALLS = 20_000;
const outcome = await differential(CALLS, 20_261_129);

for (const port of ports.filter(({ language }) => language !== "typescript")) {
  testWith(
    toolchainOf(port).programs,
    `${port.title}: ${CALLS} random calls per item are answered as TypeScript does`,
    () => {
      const tallies = outcome.tallies.filter(({ language }) => language === port.language);
      expect(tallies.map(({ item }) => item)).toEqual(itemsIn(port).map(({ name }) => name));
      for (const { compared, differences } of tallies) {
        expect(differences).toEqual([]);
        expect(compared).toBeGreaterThan(0.8 * CALLS);
      }
    },
  );
}

test("a difference is found, whichever reply it is in", () => {
  const requests = ["policy constant baseMs=5", "next 1 yes", "next 2 yes", "end"];
  const reference = ["ok", "5", "5", "draws=0"];
  for (const [index, wrong] of ["error baseMs out of range", "6", "null", "draws=1"].entries()) {
    const replies = reference.with(index, wrong);
    expect(compareReplies(requests, reference, replies).differences).toHaveLength(1);
  }
  expect(compareReplies(requests, reference, reference)).toMatchObject({ compared: 2, leftOut: 0 });
});

test("from a value that a type cannot hold on, the run is left out and counted", () => {
  const requests = [
    "policy constant",
    "next 1 yes retryAfterMs=-1",
    "next 2 yes",
    "policy constant",
    "next 1 yes",
  ];
  const reference = ["ok", "100", "100", "ok", "100"];
  const replies = ["ok", "inexpressible a negative hint", "7", "ok", "100"];
  expect(compareReplies(requests, reference, replies)).toEqual({
    compared: 1,
    leftOut: 2,
    differences: [],
  });
});

test("the same seed asks the same, and the extremes are among what is asked", () => {
  for (const item of items) {
    const asked = randomRequests(item, CALLS, new SeededRng(1));
    expect(asked).toEqual(randomRequests(item, CALLS, new SeededRng(1)));
    const text = asked.join("\n");
    const extremes =
      item.kind === "policy"
        ? ["4294967294", "=2147483647", " 0 ", "=-1", " no"]
        : ["4294967296", "nextInt 0", "generator -1"];
    for (const extreme of extremes) expect(text).toContain(extreme);
  }
});
