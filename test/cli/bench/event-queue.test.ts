import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventQueue } from "../../../cli/bench/event-queue.ts";

interface Event {
  readonly client: number;
  readonly time: number;
}

const inOrder = (events: readonly Event[]): Event[] =>
  events.toSorted((a, b) => a.time - b.time || a.client - b.client);

function filled(events: readonly Event[]): EventQueue {
  const queue = new EventQueue(events.length);
  for (const { client, time } of events) queue.push(client, time);
  return queue;
}

function drained(queue: EventQueue): Event[] {
  const popped: Event[] = [];
  while (queue.size > 0) popped.push({ client: queue.pop(), time: queue.time });
  return popped;
}

const at = (...times: readonly number[]): Event[] =>
  times.map((time, client) => ({ client, time }));

describe("gives events back by time, and simultaneous ones by client", () => {
  test.each([
    ["few", at(9, 5, 1, 5)],
    ["all at the same time", at(...Array.from({ length: 100 }, () => 7))],
    ["one of them far away", at(...Array.from({ length: 99 }, (_, n) => 99 - n), 2 ** 52)],
    ["all but one of them far away", at(...Array.from({ length: 99 }, (_, n) => 1e15 - n), 0)],
    ["each ten times as far", at(...Array.from({ length: 40 }, (_, n) => 10 ** (n / 3)))],
    ["at parts of a microsecond", at(...Array.from({ length: 50 }, (_, n) => ((n * 7) % 10) / 10))],
  ])("%s", (_, events) => {
    expect(drained(filled(events))).toEqual(inOrder(events));
  });
});

const times = fc.oneof(fc.nat(5), fc.nat(1000), fc.nat(1_000_000_000), fc.double({ min: 0, max: 1e12, noNaN: true })); // prettier-ignore

test("agrees with sorting, whatever is pushed between", () => {
  const starts = fc.array(times, { minLength: 1, maxLength: 60 });
  const delays = fc.array(fc.option(times), { maxLength: 200 });
  fc.assert(
    fc.property(starts, delays, (first, later) => {
      let pending = at(...first);
      const queue = filled(pending);
      for (const delay of later) {
        const [next, ...rest] = inOrder(pending);
        if (next === undefined) break;
        expect({ client: queue.pop(), time: queue.time }).toEqual(next);
        pending = rest;
        if (delay === null) continue;
        pending.push({ client: next.client, time: next.time + delay });
        queue.push(next.client, next.time + delay);
      }
      expect(queue.size).toBe(pending.length);
      expect(drained(queue)).toEqual(inOrder(pending));
    }),
  );
});

test("takes events again when it has been empty, earlier ones too", () => {
  const queue = filled(at(30, 20, 10));
  drained(queue);
  for (const { client, time } of at(25, 5, 4000)) queue.push(client, time);
  expect(drained(queue)).toEqual(inOrder(at(25, 5, 4000)));
});

test("has nothing to give when it is empty", () => {
  expect(() => new EventQueue(3).pop()).toThrow("no event is pending");
  expect(new EventQueue(0).size).toBe(0);
});

test("names each client once before its turn, if its event was not pushed for the very day", () => {
  const named: number[] = [];
  const queue = new EventQueue(40, (client) => named.push(client));
  for (let client = 0; client < 40; client += 1) queue.push(client, (client * 17) % 40);
  for (let turn = 0; turn < 40; turn += 1) expect(named).toContain(queue.pop());
  expect(named.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});
