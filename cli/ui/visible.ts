/**
 * Text that may hold anything, such as a file's name, safe to print on a terminal: characters that
 * would steer it, or turn the direction of writing, are shown as their escapes.
 */
export function visible(text: string): string {
  return text.replace(STEERING, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100
      ? `\\x${code.toString(16).padStart(2, "0")}`
      : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** The same for text of several lines: line breaks and tabs stay. */
export const visibleLines = (text: string): string =>
  text.replace(/[^\n\t]+/g, (part) => visible(part));

// oxlint-disable-next-line no-control-regex -- control characters are the point
const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
