import type { Change } from "./item.ts";

/** CHANGELOG.md with the change of an item as a line of what is unreleased in the registry. */
export function withChange(changelog: string, name: string, { version, reason }: Change): string {
  const line = `- \`${name}\` ${version}: ${reason}`;
  const [head = "", unreleased = "", ...older] = changelog.split(/^(?=## )/m);
  if (!unreleased.startsWith("## Unreleased")) {
    return `${head}\n## Unreleased\n\n### The registry\n\n${line}\n\n${unreleased}${older.join("")}`;
  }
  const [before, registry] = unreleased.split(/^(?<=### The registry\n)/m);
  const section =
    registry === undefined
      ? `${unreleased.trimEnd()}\n\n### The registry\n\n${line}\n\n`
      : `${before}\n${line}\n${registry.trimStart()}`;
  return [head, section, ...older].join("");
}
