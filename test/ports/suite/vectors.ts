import { beforeAll, expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import type { Document, Report } from "../../../vectors/run.js";
import { CEILING_GRID, exactCeiling, isExponential } from "../../registry/support/ceilings.ts";
import { played } from "../support/played.ts";
import { copiesIn, itemNamed, items, names, vectorsOf } from "../support/registry.ts";

export interface Vectors {
  /** More than this share of every item's cases can be expressed in the language. */
  readonly expressible: number;
  /**
   * What its types rule out, so that a player that calls everything inexpressible does not pass:
   * of a document, the names of the cases; or, over all documents, the reasons in order.
   */
  readonly ruledOut: ((document: Document) => readonly string[]) | readonly string[];
}

/** Every answer of every item, by one build and one start of the player. */
export function testVectors(port: Port, { expressible, ruledOut }: Vectors): void {
  let reports: ReadonlyMap<string, Report>;
  let ceilings: readonly string[];
  beforeAll(async () => {
    const playing = await played(port, copiesIn(port), { asked: ceilingRequests() });
    [reports, ceilings] = [playing.reports, playing.replies];
  });
  const reportOf = (name: string): Report => reports.get(name) ?? expect.fail(`no ${name}`);

  test.each(names)(`%s passes every vector that ${port.title} can express`, (name) => {
    const { cases } = vectorsOf(itemNamed(name));
    const { passed, failed, notExpressible } = reportOf(name);
    expect(failed).toEqual([]);
    expect(passed).toBe(cases.length - notExpressible.length);
    expect(passed).toBeGreaterThan(expressible * cases.length);
  });

  test(`what ${port.title} cannot express is what its types rule out, and nothing else`, () => {
    if (typeof ruledOut === "function") {
      for (const item of items) {
        const cases = reportOf(item.name).notExpressible.map((each) => each.case);
        expect(cases, item.name).toEqual(ruledOut(vectorsOf(item)));
      }
    } else {
      const reasons = [...reports.values()].flatMap((report) =>
        report.notExpressible.map(({ reason }) => reason),
      );
      expect([...new Set(reasons)].toSorted()).toEqual(ruledOut);
    }
  });

  test("every ceiling is the exact one, and what needs none restates none", () => {
    const exact = CEILING_GRID.map((values) => String(exactCeiling(...values)));
    const none = CEILING_GRID.map(() => "none");
    expect(ceilings).toEqual(items.flatMap((item) => (isExponential(item) ? exact : none)));
  });
}

const ceilingRequests = (): readonly string[] =>
  names.flatMap((name) => CEILING_GRID.map((values) => `ceiling ${name} ${values.join(" ")}`));
