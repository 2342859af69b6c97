import { generate } from "../registry/generate.ts";
import { derivedTexts } from "./derived.ts";

/** `npm run generate`: the part of it that follows from the command line. */
const check = process.argv.includes("--check");
process.exitCode = await generate(process.cwd(), check, console.log, derivedTexts);
