/**
 * Rows as aligned columns, two spaces apart. The last column takes what is left of the width and is
 * wrapped within it.
 */
export function table(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const count = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: count - 1 }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const indent = widths.reduce((sum, columnWidth) => sum + columnWidth + GAP.length, 0);
  return rows.flatMap((row) => {
    const head = widths.map((columnWidth, column) => (row[column] ?? "").padEnd(columnWidth) + GAP);
    const [first = "", ...rest] = wrap(row[count - 1] ?? "", Math.max(width - indent, 20));
    return [head.join("") + first, ...rest.map((line) => " ".repeat(indent) + line)];
  });
}

const GAP = "  ";

/** The text broken at spaces into lines of at most `width` characters, longer words excepted. */
export function wrap(text: string, width: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
