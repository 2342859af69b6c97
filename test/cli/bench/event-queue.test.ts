import fc from "fast-check";
import { expect, test } from "vitest";
import { EventQueue } from "../../../cli/bench/event-queue.ts";

test("gives events back by time, and simultaneous ones by client", () => {
  const events = new EventQueue(4);
  for (const [client, time] of [[3, 5], [1, 5], [0, 9], [2, 1]] as const) events.push(client, time); // prettier-ignore
  expect([0, 1, 2, 3].map(() => events.pop())).toEqual([2, 1, 3, 0]);
  expect(events.size).toBe(0);
});

test("agrees with sorting, whatever is pushed between", () => {
  const delays = fc.array(fc.nat(5), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), delays, (clients, later) => {
      const events = new EventQueue(clients);
      let pending = Array.from({ length: clients }, (_, client) => ({ client, time: client % 3 }));
      for (const { client, time } of pending) events.push(client, time);
      for (const delay of later) {
        const [next, ...rest] = pending.toSorted((a, b) => a.time - b.time || a.client - b.client);
        const client = events.pop();
        expect({ client, time: events.time }).toEqual(next);
        pending = [...rest, { client, time: (next?.time ?? 0) + delay }];
        events.push(client, (next?.time ?? 0) + delay);
      }
    }),
  );
});
