/** Text with colours and other styles in it, measured and broken by what is seen of it. */
const STYLE = /\u001b\[(\d*)m/g;

export const visibleLength = (text: string): number => text.replace(STYLE, "").length;

export const padStyled = (text: string, width: number): string =>
  text + " ".repeat(Math.max(0, width - visibleLength(text)));

/** Broken at spaces into lines of at most `width` visible characters, longer words excepted. */
export function wrapStyled(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(/ +/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && visibleLength(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines;
}

/** The lines so that each can stand beside others: a style that goes on ends and begins anew. */
export function selfContained(lines: readonly string[]): readonly string[] {
  let open: readonly string[] = [];
  return lines.map((line) => {
    const begin = open.join("");
    open = openAfter(line, open);
    return begin + line + (open.length > 0 ? RESET : "");
  });
}

const RESET = "\u001b[0m";

function openAfter(line: string, before: readonly string[]): readonly string[] {
  let open = before;
  for (const [style, code] of line.matchAll(STYLE)) {
    const ended = ENDS.find(([end]) => end === code)?.[1];
    open = ended === undefined ? [...open, style] : open.filter((other) => !ended.test(other));
  }
  return open;
}

/** What each code ends. */
const ENDS: readonly (readonly [end: string, of: RegExp])[] = [
  ["0", /./],
  ["22", /\[[12]m/],
  ["23", /\[3m/],
  ["24", /\[4m/],
  ["39", /\[(?:3[0-7]|9[0-7])m/],
];
