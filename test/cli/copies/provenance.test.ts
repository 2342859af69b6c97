import { hashOf } from "../../../cli/copies/hash.ts";
import { expect, test } from "vitest";
import {
  mentionsCopy,
  parseCopy,
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
