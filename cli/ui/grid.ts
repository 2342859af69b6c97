import { padStyled, selfContained, visibleLength, wrapStyled } from "./styled.ts";

export interface Grid {
  /** The lines of each row. */
  readonly lines: readonly (readonly string[])[];
  /** The line below the head. */
  readonly rule: string;
}

/** Rows as aligned columns, their cells wrapped so that they fit into the width; none if they cannot. */
export function grid(rows: readonly (readonly string[])[], width: number): Grid | undefined {
  const widths = fitted(rows, width - GAP.length * ((rows[0]?.length ?? 1) - 1));
  if (widths === undefined) return undefined;
  return {
    lines: rows.map((row) => linesOf(row, widths)),
    rule: widths.map((columnWidth) => "─".repeat(columnWidth)).join(GAP),
  };
}

const GAP = "  ";

function linesOf(row: readonly string[], widths: readonly number[]): readonly string[] {
  const cells = widths.map((width, column) => selfContained(wrapStyled(row[column] ?? "", width)));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => padStyled(lines[line] ?? "", widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

/** The columns' widths: the widest gives way, and none below its longest word. */
function fitted(rows: readonly (readonly string[])[], room: number): readonly number[] | undefined {
  const columns = [...(rows[0] ?? []).keys()];
  const widest = (measure: (cell: string) => number): number[] =>
    columns.map((column) => Math.max(...rows.map((row) => measure(row[column] ?? ""))));
  const widths = widest(visibleLength);
  const least = widest((cell) => Math.max(...cell.split(" ").map(visibleLength)));
  if (sum(least) > room) return undefined;
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const spare = widths.map((width, column) => (width > (least[column] ?? 0) ? width : 0));
    const most = Math.max(...spare);
    widths[spare.indexOf(most)] = most - 1;
  }
  return widths;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
