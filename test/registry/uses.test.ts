import { describe, expect, it } from "vitest";
import { type Copy, create, type Failure, policies, retryable } from "./support/copies.ts";
import { highest, lowest } from "./support/sources.ts";

/** `uses` in policy.json, found again by watching what makes a delay change. */
describe.each(policies)("$file", (copy) => {
  it("depends on just what policy.json says", () => {
    expect(observedUses(copy)).toEqual(new Set(copy.item.uses));
  });

  it("has its tags say whether it is jittered and whether it keeps a state", () => {
    const { tags, uses } = copy.item;
    expect(tags.includes("jitter")).toBe(uses.includes("rng"));
    expect(tags.includes("deterministic")).toBe(!uses.includes("rng"));
    expect(tags.includes("stateful")).toBe(uses.includes("state"));
    expect(tags.includes("stateless")).toBe(!uses.includes("state"));
  });
});

function observedUses(copy: Copy): Set<string> {
  const fresh = (rng = highest) => create(copy, {}, rng);
  const first = fresh().nextDelay(1, retryable);
  const hint: Failure = { ...retryable, retryAfterMs: 7 };
  const used = fresh();
  used.nextDelay(1, retryable);
  const changes = {
    attempt: fresh().nextDelay(4, retryable),
    rng: fresh(lowest).nextDelay(1, retryable),
    hint: fresh().nextDelay(1, hint),
    state: used.nextDelay(1, retryable),
  };
  return new Set(
    Object.entries(changes)
      .filter(([, delay]) => delay !== first)
      .map(([input]) => input),
  );
}
