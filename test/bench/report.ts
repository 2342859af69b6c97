import os from "node:os";

export interface Table {
  readonly title: string;
  /** The first column is text, the others are figures. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is compared with what. */
  readonly note: string;
}

/** The table with aligned columns, for a terminal or as Markdown. */
export function rendered({ title, header, rows, note }: Table, markdown: boolean): string {
  const cells = aligned([header, ...rows]);
  const [head = [], ...body] = cells;
  if (!markdown) {
    const lines = cells.map((row) => row.join("  ").trimEnd());
    return [title, "", ...lines, "", note, ""].join("\n");
  }
  const rule = head.map((cell, column) => "-".repeat(cell.length - 1) + (column === 0 ? "-" : ":"));
  const lines = [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`);
  return [`### ${title}`, "", note, "", ...lines, ""].join("\n");
}

function aligned(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => width(column)) ?? [];
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
}

/** A missed aim is said, and fails nothing: a figure depends on the machine. */
export const verdict = (aim: string, met: boolean): string => `${aim}: ${met ? "met" : "MISSED"}`;

export const fixed = (value: number, digits = 1): string => value.toFixed(digits);
export const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

/** When and where the figures were taken. */
export function circumstances(): string {
  const date = new Date().toISOString().slice(0, 10);
  const load = fixed(os.loadavg()[0] ?? NaN);
  const machine = `${os.platform()} ${os.arch()}, ${os.availableParallelism()} cores`;
  return `${date}, Node ${process.version}, ${machine}, load ${load} at the start`;
}
