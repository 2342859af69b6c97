import { hashOf } from "../../../cli/copies/hash.ts";
import { describe, expect, test } from "vitest";
import {
  mentionsCopy,
  parseCopy,
  PROVENANCE_WITHIN_BYTES,
  provenanceLine,
  type Provenance,
} from "../../../cli/copies/provenance.ts";

const provenance: Provenance = {
  policy: "steady",
  file: "steady.ts",
  version: "1.0.0",
  sha256: hashOf("body\n"),
};
const line = provenanceLine(provenance);
const [before, after] = line.split(" sha256:");

test("a line that was written is read as what it was", () => {
  for (const written of [
    provenance,
    { ...provenance, policy: "@acme/steady", from: "https://acme.dev/r/steady.json" },
    { ...provenance, version: "2.0.0-beta.1+build.5" },
  ]) {
    const copy = parseCopy(`// ${provenanceLine(written)}\nbody\n`);
    expect(copy).toEqual({ provenance: written, body: "body\n" });
  }
});

test.each([
  ["in another comment syntax", `# ${line}\nbody\n`],
  ["in a block comment", `/* ${line} */\nbody\n`],
  ["indented", `  //   ${line}  \nbody\n`],
  ["with CRLF", `// ${line}\r\nbody\r\n`],
  ["behind a byte-order mark", `\uFEFF// ${line}\nbody\n`],
  ["wrapped by a formatter", `// ${before}\n// sha256:${after}\nbody\n`],
  ["wrapped in a block comment", `/* ${before}\n * sha256:${after} */\nbody\n`],
])("a line %s leaves the pristine body", (_, text) => {
  expect(parseCopy(text)).toEqual({ provenance, body: "body\n" });
});

test.each([
  [
    "above the line",
    `#!/usr/bin/env node\n// Mine.\n// ${line}\nbody\n`,
    "#!/usr/bin/env node\n// Mine.\nbody\n",
  ],
  ["on the line, behind the comment", `/* ${line} */ evil();\nbody\n`, "/*  */ evil();\nbody\n"],
  ["on the line, in a wrapped comment", `// ${line} MIT\nbody\n`, "//  MIT\nbody\n"],
  ["on the line, behind a source", `/* ${line} from x*/evil();\nbody\n`, "/* */evil();\nbody\n"],
])("what stands %s is part of the body", (_, text, body) => {
  expect(parseCopy(text)?.body).toBe(body);
});

test.each([
  ["in a string", `const line = "${line}";\n`],
  ["in code", `f(); // ${line}\n`],
  ["far below the head", `${"// filler\n".repeat(500)}// ${line}\n`],
  ["without its hash", `// ${before}\n`],
])("a line %s makes no copy", (_, text) => {
  expect(parseCopy(text)).toBeUndefined();
});

test("a line of which the end is damaged is told from none at all", () => {
  expect(mentionsCopy(`// ${before} sha256:0123\nbody\n`)).toBe(true);
  expect(mentionsCopy(`// policybook: see its documentation\n`)).toBe(false);
  expect(mentionsCopy(`const line = "${before}";\n`)).toBe(false);
});

describe("below a long header", () => {
  const from = "@acme/thing";
  const foreign = provenanceLine({ ...provenance, from });
  /** A header after which the line begins at this byte, written with letters of two bytes. */
  const header = (bytes: number): string =>
    `// ${"é".repeat((bytes - 7) >> 1)}${"e".repeat((bytes - 7) % 2)}\n// `;

  test("the line is found as long as it begins within the first 4,096 bytes", () => {
    const last = PROVENANCE_WITHIN_BYTES - "policybook:".length;
    expect(parseCopy(`${header(last)}${line}\nbody\n`)?.provenance).toEqual(provenance);
    expect(parseCopy(`${header(last + 1)}${line}\nbody\n`)).toBeUndefined();
    expect(mentionsCopy(`${header(last + 1)}${line}\nbody\n`)).toBe(false);
  });

  test("it is never read as a shorter one", () => {
    for (let bytes = 3900; bytes < 4080; bytes += 1) {
      const copy = parseCopy(`${header(bytes)}${foreign}\n${"body\n".repeat(2000)}`);
      expect(copy?.provenance).toEqual({ ...provenance, from });
    }
  });

  test("and is none if it does not end", () => {
    const endless = `// ${line}${" ".repeat(9000)} from ${from}\nbody\n`;
    expect(parseCopy(endless)).toBeUndefined();
    expect(mentionsCopy(endless)).toBe(false);
  });
});
