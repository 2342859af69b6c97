import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The licences of the packages that the bundle holds. */
export function licences(root: string, inputs: readonly string[]): string {
  const packages = new Set(
    inputs.flatMap((file) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []),
  );
  return [...packages]
    .toSorted()
    .map((folder) => licence(root, folder))
    .join("\n\n");
}

function licence(root: string, folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(root, folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license: string };
  const file = readdirSync(path.join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) {
    throw new Error(`${name} ${version} (${license}) has no licence file to ship with the bundle`);
  }
  const text = readFileSync(path.join(root, folder, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}
