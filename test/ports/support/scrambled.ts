import { SeededRng } from "../../../registry/rng/rng.ts";

/**
 * Texts made from this one by small changes at random places, that have the same tokens all the
 * same: what `diff` would call formatting.
 */
export function scrambled(
  text: string,
  tokens: (text: string) => readonly string[],
  tries: number,
  bits: readonly string[],
): readonly string[] {
  const rng = new SeededRng(20_261_129);
  const pick = (): string => bits[rng.nextInt(bits.length)] ?? "";
  const wanted = JSON.stringify(tokens(text));
  const found = new Set<string>();
  for (let attempt = 0; attempt < tries; attempt += 1) {
    let changed = text;
    for (let change = rng.nextInt(2); change >= 0; change -= 1) {
      let from = rng.nextInt(changed.length);
      if (rng.nextInt(2) > 0) from += changed.slice(from).search(/\s|$/); // most layout is there
      const to = from + rng.nextInt(4);
      const inserted = [pick(), "", `(${changed.slice(from, to)})`][rng.nextInt(3)] ?? "";
      changed = changed.slice(0, from) + inserted + changed.slice(to);
    }
    if (changed !== text && JSON.stringify(tokens(changed)) === wanted) found.add(changed);
  }
  return [...found];
}

const MARKS = " \n \t ( ) [ ] { } , . : ; ' \" # \\ - + * = ! ? & | @ % 0 1 a _ ^ ~ < > /";

/** What means most in most languages, and layout. */
export const BITS: readonly string[] = [
  ...MARKS.split(" "),
  " ",
  "  ",
  "\n\n",
  "\n    ",
  "\\\n",
  " # x\n",
];
