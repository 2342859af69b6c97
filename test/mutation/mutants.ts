/** A text with one small fault in it. */
export interface Mutant {
  /** Counting from 1. */
  readonly line: number;
  /** The line as it was, and as it is, without indentation. */
  readonly before: string;
  readonly after: string;
  readonly text: string;
}

export interface Syntax {
  /** What is no code: comments, strings, documentation. */
  readonly inert: RegExp;
  readonly faults: readonly Fault[];
}

/** What to look for, and what to put there instead. */
type Fault = readonly [RegExp, (found: RegExpExecArray) => readonly string[]];

/** Every mutant of the text, by place. Some may not compile. */
export function mutantsOf(text: string, { inert, faults }: Syntax): readonly Mutant[] {
  const code = text.replace(inert, (part) => part.replaceAll(/[^\n]/g, " "));
  const found = new Map<string, Mutant>();
  for (const [pattern, replacements] of faults) {
    for (const match of code.matchAll(pattern)) {
      for (const by of replacements(match)) {
        const mutant = mutantAt(text, match.index, match[0].length, by);
        if (mutant.text !== text) found.set(mutant.text, mutant);
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line);
}

function mutantAt(text: string, at: number, length: number, by: string): Mutant {
  const mutated = text.slice(0, at) + by + text.slice(at + length);
  const line = text.slice(0, at).split("\n").length;
  const lineOf = (whole: string) => whole.split("\n")[line - 1]?.trim() ?? "";
  return { line, before: lineOf(text), after: lineOf(mutated), text: mutated };
}

/** Operators by what else could have been meant: a boundary, a direction, another operation. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
  "==": ["!="],
  "!=": ["=="],
  "+": ["-"],
  "-": ["+"],
  "*": ["+"],
  "/": ["*"],
  "//": ["*"],
  "%": ["*"],
  "**": ["*"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "^": ["|"],
  "|": ["&"],
  "&": ["|"],
  "&&": ["||"],
  "||": ["&&"],
  "??": ["&&"],
  and: ["or"],
  or: ["and"],
  "+=": ["-="],
  "-=": ["+="],
  "*=": ["+="],
  "^=": ["|="],
  "//=": ["*="],
};

const operator = (found: RegExpExecArray): readonly string[] => OPERATORS[found[0]] ?? [];

/** One more, one less. */
function neighbours([literal]: RegExpExecArray): readonly string[] {
  const value = Number(literal.replaceAll("_", ""));
  return [String(value + 1), String(value - 1)];
}

const swap = (one: string, other: string): readonly Fault[] => [
  [new RegExp(String.raw`\b${one.replace(".", "\\.")}\b`, "g"), () => [other]],
  [new RegExp(String.raw`\b${other.replace(".", "\\.")}\b`, "g"), () => [one]],
];

const NUMBER = /(?<![\w.])(?:0x[\da-fA-F_]+|\d[\d_]*)(?![\w.])/g;

export const typescript: Syntax = {
  inert:
    /\/\*[^]*?\*\/|\/\/[^\n]*|"[^"\n]*"|`[^`]*`|^(?:import|export) (?:type|interface) [^]*?^\}/gm,
  faults: [
    [/>>>|<<|===|!==|\+=|\*=|\^=|&&|\|\||\?\?|<=|(?<!=)>=|(?<= )[<>+\-*/%^|&](?= )/g, operator],
    [NUMBER, neighbours],
    [/!(?=[\w(])/g, () => [""]],
    [/\bif \((.*?)\) (?=throw|return|\{)/g, () => ["if (true) ", "if (false) "]],
    [/\bwhile \((.*?)\) /g, () => ["while (false) "]],
    [/\breturn (?!null\b)[^;]+;/g, () => ["return null;", "return 0;"]],
    [/\breturn null;/g, () => ["return 0;"]],
    [/^ +this\.\w+ (?:=|\^=) [^;]+;$/gm, () => [""]],
    [/ \+ 0\b/g, () => [""]],
    ...swap("Math.min", "Math.max"),
    ...swap("Math.floor", "Math.ceil"),
    ...swap("true", "false"),
  ],
};

export const python: Syntax = {
  inert: /"""[^]*?"""|f?"[^"\n]*"|#[^\n]*/g,
  faults: [
    [
      /(?<![*/<>=!])(?:\*\*|\/\/=?|<<|>>|==|!=|<=|>=|\+=|-=|\*=|\^=|(?<= )[<>+\-*/%^|&](?= ))(?!=)/g,
      operator,
    ],
    [/(?<= )(?:and|or)(?= )/g, operator],
    [NUMBER, neighbours],
    [/\bis not\b/g, () => ["is"]],
    [/(?<!is )\bnot /g, () => [""]],
    [/\bis (?!not)/g, () => ["is not "]],
    [/\bif (.*?):$/gm, () => ["if True:", "if False:"]],
    [/\bwhile (.*?):$/gm, () => ["while False:"]],
    [/(?<!\w)return (?!None$).+$/gm, () => ["return None", "return 0"]],
    [/\breturn None$/gm, () => ["return 0"]],
    [/\bself\.\w+(?:: Final)? (?:\^?=) .+$/gm, () => ["pass"]],
    [/^ +_check\(.+\)$/gm, ([call]) => [call.replace(/_check.*/, "pass")]],
    ...swap("min", "max"),
    ...swap("True", "False"),
  ],
};
