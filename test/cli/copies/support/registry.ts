import { hashOf } from "../../../../cli/copies/hash.ts";
import { provenanceLine } from "../../../../cli/copies/provenance.ts";
import { FolderRegistry } from "../../../../cli/registry/folder.ts";
import { scratch, write } from "./scratch.ts";

/** The releases of an imaginary policy, in order; each is the text of its files. */
export type Releases = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A registry of one imaginary policy, "steady", alias "level", with these releases. */
export function fixtureRegistry(releases: Releases, name = "steady"): FolderRegistry {
  const folder = scratch();
  const versions = Object.keys(releases);
  const current = versions.at(-1) ?? "";
  for (const [version, files] of Object.entries(releases)) {
    const place = version === current ? name : `${name}/history/${version}`;
    for (const [file, text] of Object.entries(files)) write(folder, `${place}/${file}`, text);
  }
  const hashes = Object.entries(releases[current] ?? {}).map(([file, text]) => [
    file,
    `sha256:${hashOf(text)}`,
  ]);
  const item = { ...METADATA, name, version: current, files: Object.fromEntries(hashes) };
  write(folder, `${name}/policy.json`, JSON.stringify(item));
  write(folder, `${name}/page.md`, "# Steady\n");
  return new FolderRegistry(folder);
}

const METADATA = {
  title: "A steady delay",
  summary: "The same, and again",
  kind: "policy",
  aliases: ["level"],
  uses: ["attempt"],
  params: [{ name: "baseMs", description: "A delay", unit: "ms", default: 1, min: 0, max: 9 }],
  tags: ["fixed"],
  neighbours: [],
  sources: [],
  complexity: { time: "O(1)", space: "O(1)" },
};

export const V1 = `// What it does.
export function delay(attempt: number): number {
  const base = "a".length;
  return base * attempt;
}

export const name = "steady";
`;
export const V2 = V1.replace("base * attempt", "Math.min(base * attempt, 9)");

export const twoReleases: Releases = { "1.0.0": { "steady.ts": V1 }, "1.1.0": { "steady.ts": V2 } };

/** The text of a copy: its provenance line, and its body as released or as it has become. */
export function copyText(version: string, released: string, body = released): string {
  const provenance = { policy: "steady", file: "steady.ts", version, sha256: hashOf(released) };
  return `// ${provenanceLine(provenance)}\n${body}`;
}

/** What a formatter of other tastes makes of a text. */
export const reformatted = (text: string): string =>
  text.replaceAll('"', "'").replaceAll(";", "").replaceAll("  ", "\t");

/** An edit of meaning. */
export const edited = (text: string): string => text.replace('"a"', '"abc"');
