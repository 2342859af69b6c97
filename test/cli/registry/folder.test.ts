import { beforeEach, describe, expect, test } from "vitest";
import { FolderRegistry } from "../../../cli/registry/folder.ts";
import { PolicybookError } from "../../../cli/ui/errors.ts";
import { fixtureRegistry, twoReleases } from "../copies/support/registry.ts";
import { write } from "../../support/scratch.ts";

let folder: string;
const registry = () => new FolderRegistry(folder);

beforeEach(() => void ({ folder } = fixtureRegistry(twoReleases)));

describe.each([
  ["{ oops", "it is not JSON"],
  ["", "it is not JSON"],
  ["null", 'it has no list of "aliases"'],
  ["[]", 'it has no list of "aliases"'],
  ['{ "name": "bent" }', 'it has no list of "aliases"'],
  ['{ "aliases": [], "uses": [], "params": [], "tags": [] }', 'it has no "name"'],
  [item("bent", { files: null }), 'it has no "files"'],
  [item("straight", {}), '"name" is straight, and the folder is named otherwise'],
])("beside a policy.json that is %s", (text, fault) => {
  beforeEach(() => write(folder, "bent/policy.json", text));

  test("a sound item is found by its name", async () => {
    expect((await registry().get("steady")).version).toBe("1.1.0");
  });

  test("nothing else is told without that file", async () => {
    expect(() => registry().items).toThrow(PolicybookError);
    for (const name of ["bent", "level", "straight"])
      await expect(registry().get(name)).rejects.toThrow(
        `${folder}/bent/policy.json cannot be read: ${fault}`,
      );
  });
});

test("a folder without a policy.json is no item", async () => {
  write(folder, "notes/readme.md", "");
  expect(registry().items.map(({ name }) => name)).toEqual(["steady"]);
  await expect(registry().get("notes")).rejects.toThrow('There is no policy named "notes"');
});

function item(name: string, fields: object): string {
  const lists = { aliases: [], uses: [], params: [], tags: [] };
  const texts = { name, title: "Bent", summary: "Bent", version: "1.0.0" };
  return JSON.stringify({ ...lists, ...texts, files: {}, ...fields });
}
