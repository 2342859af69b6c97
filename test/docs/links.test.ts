import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../../cli/package.ts";

/** Whatever a page of this repository points at is there. */

const read = (file: string) => readFileSync(path.join(packageRoot, file), "utf8");
const within = (folder: string) =>
  readdirSync(path.join(packageRoot, folder)).map((file) => path.join(folder, file));
const policies = within("registry").map((folder) => path.join(folder, "page.md"));
const pages = [...within("."), ...within("docs"), ...policies].filter(
  (file) => file.endsWith(".md") && existsSync(path.join(packageRoot, file)),
);

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

/** Links to files that are not there, or to headings that they do not have. */
function brokenLinks(file: string, page: string): string[] {
  const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (link.startsWith("https://")) return false;
    const [target = "", anchor] = link.split("#");
    const to = target === "" ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(packageRoot, to))) return true;
    return anchor !== undefined && !anchorsOf(to === file ? page : read(to)).includes(anchor);
  });
}

describe("the links", () => {
  it.each(pages)("of %s lead somewhere", (file) => {
    expect(brokenLinks(file, read(file))).toEqual([]);
  });

  it("would not, to a page or a heading that is not there", () => {
    const page =
      "# One\n[a](#one) [b](#two) [c](porting.md#adding-a-policy) [d](gone.md) [e](porting.md#x)";
    expect(brokenLinks("docs/commands.md", page)).toEqual(["#two", "gone.md", "porting.md#x"]);
  });
});

describe("the map of the code", () => {
  const map = read("docs/architecture.md");
  const isThere = (file: string) =>
    ["", "cli"].some((folder) => existsSync(path.join(packageRoot, folder, file)));

  it("names files that are there", () => {
    const named = [...map.matchAll(/(?:`|^ {4})((?:[\w-]+\/)+[\w-]+\.(?:ts|js|md|json))\b/gm)].map(
      ([, file = ""]) => file,
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((file) => !isThere(file))).toEqual([]);
  });
});
