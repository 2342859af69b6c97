import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { PlayedCopy, PlayerCommand, Toolchain } from "./port.ts";

/** Plays copies on the Node that runs policybook; those in TypeScript without their types. */
export const toolchain: Toolchain = { programs: [], build };

async function build(copies: readonly PlayedCopy[], folder: string): Promise<PlayerCommand> {
  for (const file of ["play.js", "run.js"]) {
    copyFileSync(path.join(packageRoot, "vectors", file), path.join(folder, file));
  }
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }\n');
  mkdirSync(path.join(folder, "copies")); // apart: one may be called as a file of the player is
  const subjects = await Promise.all(copies.map((copy) => writeModule(copy, folder)));
  return { program: process.execPath, args: [path.join(folder, "play.js"), ...subjects] };
}

/** Writes the copy as a JavaScript module, and names it as the player wants it: NAME=FILE. */
async function writeModule({ item, files }: PlayedCopy, folder: string): Promise<string> {
  const [[name, text] = ["", ""]] = Object.entries(files);
  const file = path.join(folder, "copies", `${item.name}.js`);
  writeFileSync(file, name.endsWith(".ts") ? await withoutTypes(text, name) : text);
  return `${item.name}=${file}`;
}

/** TypeScript as JavaScript. Nothing but the types goes. */
export async function withoutTypes(text: string, file: string): Promise<string> {
  const [{ transform }, { PolicybookError, messageOf }] = await Promise.all([
    import("sucrase"),
    import("../ui/errors.ts"),
  ]);
  try {
    return transform(text, { transforms: ["typescript"], disableESTransforms: true }).code;
  } catch (error) {
    throw new PolicybookError(
      "cannot-build",
      `${file} cannot be parsed as TypeScript: ${messageOf(error)}`,
      "Mend what is named, or compare with `policybook diff`.",
      { file, cause: error },
    );
  }
}
