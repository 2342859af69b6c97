import { visibleLines } from "../ui/visible.ts";

/** Deeper than any document is; what walks one by recursion is safe then. */
const MAX_DEPTH = 32;

/**
 * JSON from somewhere else: parsed, and free of what harms before its meaning is even looked at.
 * No string or key of it steers a terminal, turns the direction of writing or changes when it is
 * written to a file, and no key reaches for an object's prototype.
 *
 * @throws {Error} that says what is wrong with it
 */
export function parseUntrusted(text: string): unknown {
  if (/^\s*</.test(text)) throw new Error("it is HTML or XML, not JSON");
  if (depth(text) > MAX_DEPTH) throw new Error(`it is nested more than ${MAX_DEPTH} deep`);
  try {
    return JSON.parse(text, (key, value: unknown) => {
      requireHarmless(key);
      if (PROTOTYPE.test(key)) throw new Harmful(`it has a key ${key}`);
      if (typeof value === "string") requireHarmless(value);
      if (typeof value === "number" && !Number.isFinite(value))
        throw new Harmful("it holds a number that is too large");
      return value;
    });
  } catch (error) {
    throw error instanceof Harmful ? error : new Error("it is not JSON", { cause: error });
  }
}

const PROTOTYPE = /^(__proto__|prototype|constructor)$/;

class Harmful extends Error {}

function requireHarmless(text: string): void {
  if (visibleLines(text) !== text)
    throw new Harmful("it holds a control character, or one that turns the direction of writing");
  if (/\p{Surrogate}/u.test(text)) throw new Harmful("it holds half a character");
}

/** How deep brackets are nested outside of strings. */
function depth(text: string): number {
  let [deepest, now, inString] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') inString = !inString;
    else if (inString) at += Number(character === "\\");
    else if (character === "[" || character === "{") deepest = Math.max(deepest, (now += 1));
    else if (character === "]" || character === "}") now -= 1;
  }
  return deepest;
}
