/** A path as a POSIX shell takes it for one word. */
export const shellWord = (text: string): string =>
  /^[\w./@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
