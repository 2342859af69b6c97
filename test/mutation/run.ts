import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { builtinRegistry } from "../../cli/registry/builtin.ts";
import type { Document } from "../../vectors/run.js";
import { equivalents, type Equivalent } from "./equivalents.ts";
import { mutantsOf, python, typescript, type Mutant, type Syntax } from "./mutants.ts";
import { OtherTests } from "./tests.ts";
import { compiled, pythonVerdict, short, typescriptVerdict, type Verdict } from "./verdicts.ts";

/**
 * npm run test:mutation [-- PART ...]
 *
 * Puts one small fault after the other into every port in TypeScript and Python whose file name
 * holds a PART, and asks the vectors whether they notice; of what they let pass, the tests that a
 * language's ports have besides. Prints the scores, and every fault that neither noticed, with its
 * place. Fails if one of those is not known to mean the same.
 */

interface Language {
  readonly extension: string;
  readonly syntax: Syntax;
  readonly judge: (item: string, text: string, vectors: readonly Document[]) => Promise<Verdict>;
  /** The text, apart from what cannot matter. */
  readonly essence: (text: string) => string | undefined;
}

const languages: readonly Language[] = [
  { extension: ".ts", syntax: typescript, judge: typescriptVerdict, essence: compiled },
  { extension: ".py", syntax: python, judge: pythonVerdict, essence: (text) => text },
];

interface Tally {
  readonly file: string;
  readonly byVectors: number;
  readonly byTests: number;
  readonly survivors: readonly Mutant[];
  readonly equivalent: readonly (Mutant & { readonly reason: string })[];
}

const parts = process.argv.slice(2);
const registry = builtinRegistry();
const tests = new OtherTests();
process.once("exit", () => tests.remove());
const met = new Set<Equivalent>();
const tallies: Tally[] = [];
for (const language of languages) {
  for (const { name } of registry.items) {
    const file =
      name.replaceAll("-", language.extension === ".py" ? "_" : "-") + language.extension;
    if (parts.length > 0 && !parts.some((part) => file.includes(part))) continue;
    const tally = await examine(path.join("registry", name, file), name, language);
    console.log(`${tally.file}: ${score([tally])}`);
    tallies.push(tally);
  }
}
process.exitCode = summary() ? 0 : 1;

async function examine(file: string, item: string, language: Language): Promise<Tally> {
  const { syntax, judge, essence } = language;
  const text = readFileSync(file, "utf8");
  const vectors = JSON.parse(readFileSync(`vectors/${item}.json`, "utf8")) as Document;
  const documents = [short(vectors), vectors];
  if ((await judge(item, text, documents)) !== "survived") throw new Error(`${file} fails itself`);
  const seen = new Set([essence(text)]);
  const mutants = mutantsOf(text, syntax).filter((mutant) => {
    const what = essence(mutant.text);
    return what !== undefined && !seen.has(what) && seen.add(what);
  });
  const verdicts = await inPairs(mutants, (mutant) => judge(item, mutant.text, documents));
  const escaped = mutants.filter((_, index) => verdicts[index] === "survived");
  const equivalent = escaped.flatMap((mutant) => {
    const known = knownAs(file, mutant);
    return known === undefined ? [] : [{ ...mutant, reason: known.reason }];
  });
  const unknown = escaped.filter((mutant) => knownAs(file, mutant) === undefined);
  if (!tests.pass(file, text)) throw new Error(`the tests of ${file} fail without a mutant`);
  const survivors = unknown.filter((mutant) => tests.pass(file, mutant.text));
  return {
    file,
    byVectors: verdicts.filter((verdict) => verdict === "killed").length,
    byTests: unknown.length - survivors.length,
    survivors,
    equivalent,
  };
}

function knownAs(file: string, { before, after }: Mutant): Equivalent | undefined {
  const known = equivalents.find(
    (each) => each.files.test(file) && each.before === before && each.after === after,
  );
  if (known !== undefined) met.add(known);
  return known;
}

/** Two at a time: there may be no more processors. */
async function inPairs<T, R>(values: readonly T[], use: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < values.length) {
      const index = next++;
      results[index] = await use(values[index] as T);
    }
  };
  await Promise.all([work(), work()]);
  return results;
}

/** Prints what is left alive; true if all of it is known to mean the same. */
function summary(): boolean {
  console.log("");
  for (const { file, survivors, equivalent } of tallies) {
    for (const mutant of equivalent) show("equivalent", file, mutant, mutant.reason);
    for (const mutant of survivors) show("SURVIVED", file, mutant);
  }
  const stale = parts.length > 0 ? [] : equivalents.filter((each) => !met.has(each));
  for (const { before, after } of stale) console.log(`listed, but killed: ${before} → ${after}`);
  for (const { extension } of languages) {
    const own = tallies.filter(({ file }) => file.endsWith(extension));
    if (own.length > 0) console.log(`${extension}: ${score(own)}`);
  }
  return stale.length === 0 && tallies.every(({ survivors }) => survivors.length === 0);
}

function show(state: string, file: string, { line, before, after }: Mutant, reason = ""): void {
  const lines = [`${state} ${file}:${line}`, `    - ${before}`, `    + ${after}`];
  console.log([...lines, ...(reason === "" ? [] : [`    ${reason}`])].join("\n"));
}

/** Of the mutants that mean something else, how many were noticed. */
function score(of: readonly Tally[]): string {
  const sum = (count: (tally: Tally) => number) => of.reduce((all, each) => all + count(each), 0);
  const [byVectors, byTests] = [sum((each) => each.byVectors), sum((each) => each.byTests)];
  const survived = sum(({ survivors }) => survivors.length);
  const equivalent = sum((each) => each.equivalent.length);
  const all = byVectors + byTests + survived;
  const share = (count: number) => `${count} (${((100 * count) / all).toFixed(1)}%)`;
  const killed = `the vectors kill ${share(byVectors)}, with the tests ${share(byVectors + byTests)}`;
  return `of ${all} mutants ${killed}; ${equivalent} more are equivalent`;
}
