import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { derivedTexts } from "./derived.ts";
import { BrokenSealError } from "./seals.ts";

/** `npm run generate`: writes what follows from the rest. With --check it only says what differs. */
async function main(args: readonly string[]): Promise<number> {
  const root = process.cwd();
  const texts = await derivedTexts(root);
  const stale = Object.entries(texts).filter(([file, text]) => text !== readText(root, file));
  if (args.includes("--check")) {
    for (const [file] of stale) console.error(`${file} is out of date: run npm run generate`);
    return stale.length > 0 ? 1 : 0;
  }
  for (const [file, text] of stale) {
    writeFileSync(path.join(root, file), text);
    console.log(`wrote ${file}`);
  }
  return 0;
}

function readText(root: string, file: string): string | undefined {
  const absolute = path.join(root, file);
  return existsSync(absolute) ? readFileSync(absolute, "utf8") : undefined;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BrokenSealError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
