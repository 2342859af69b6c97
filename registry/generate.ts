import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { derivedTexts } from "./derived.ts";
import { BrokenSealError } from "./seals.ts";

/**
 * `npm run generate`: writes the texts that follow from others, here those of the registry, or with
 * --check only says which are out of date. Writes nothing at all if a seal is broken.
 */
export async function generate(
  root: string,
  check: boolean,
  say: (line: string) => void,
  derive = derivedTexts,
): Promise<number> {
  try {
    const stale = Object.entries(await derive(root)).filter(
      ([file, text]) => text !== readText(path.join(root, file)),
    );
    for (const [file, text] of stale) {
      if (!check) writeFileSync(path.join(root, file), text);
      say(check ? `${file} is out of date: run npm run generate` : `wrote ${file}`);
    }
    return check && stale.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error;
    say(error.message);
    return 1;
  }
}

const readText = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await generate(process.cwd(), process.argv.includes("--check"), console.log);
