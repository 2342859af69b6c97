import { expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { verdicts } from "../support/played.ts";
import { copyOf, itemNamed, names, quickVectorsOf, replacing } from "../support/registry.ts";

export type Edit = readonly [what: string, by: string];

export interface Faults {
  /**
   * Edits that the vectors notice, by the item: in each round at most one of an item, as a build
   * takes no more, and every item in the first.
   */
  readonly rounds: readonly Readonly<Record<string, Edit>>[];
  /** An edit of the constant policy that the language's tools refuse, and part of what they say. */
  readonly unbuildable: { readonly edit: Edit; readonly complaint: string };
}

/** What is wrong with a copy is noticed. */
export function testFaults(port: Port, { rounds, unbuildable }: Faults): void {
  const edited = (name: string, [what, by]: Edit) =>
    copyOf(itemNamed(name), port, replacing(what, by));

  test("a broken port fails, whichever it is and wherever it breaks", async () => {
    expect(Object.keys(rounds[0] ?? {}).toSorted()).toEqual(names.toSorted());
    const passing = rounds.map(async (round) => {
      const copies = Object.entries(round).map(([name, edit]) => edited(name, edit));
      const reports = [...(await verdicts(port, copies, quickVectorsOf))];
      return reports.filter(([, { failed }]) => failed.length === 0).map(([name]) => name);
    });
    expect(await Promise.all(passing)).toEqual(rounds.map(() => []));
  });

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const refused = edited("constant", unbuildable.edit);
    await expect(verdicts(port, [refused])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining(unbuildable.complaint) as string,
    });
  });
}
