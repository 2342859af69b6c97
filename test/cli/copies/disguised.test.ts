import path from "node:path";
import { describe, expect, test } from "vitest";
import { compare } from "../../../cli/copies/compare.ts";
import { hashOf } from "../../../cli/copies/hash.ts";
import { parseCopy, provenanceLine } from "../../../cli/copies/provenance.ts";
import { portNamed } from "../../../cli/ports/choose.ts";
import { portOfFile } from "../../../cli/ports/index.ts";
import { FolderRegistry } from "../../../cli/registry/folder.ts";

const registry = new FolderRegistry(path.join(process.cwd(), "registry"));

/** The state of a copy of full jitter with this replacement, which must find something. */
function stateOf(file: string, what: string, by: string): string {
  const item = registry.find("full-jitter");
  const pristine = item === undefined ? "" : registry.source(item, file);
  if (!pristine.includes(what)) throw new Error(`"${what}" is not in ${file}`);
  const sha256 = hashOf(pristine);
  const line = provenanceLine({ policy: "full-jitter", file, version: "1.0.0", sha256 });
  const text = `${portOfFile(file)?.comment(line)}\n${pristine.replace(what, by)}`;
  const copy = parseCopy(text);
  if (copy === undefined) throw new Error("no copy");
  return compare(copy, registry).state;
}

/** Edits that look like a formatter's work, and change what the code does. */
describe("an edit in the guise of formatting is an edit", () => {
  test.each([
    [
      "a form feed sets Python's column back",
      "full_jitter.py",
      "        attempt -= 1\n",
      "   \f    attempt -= 1\n",
    ],
    [
      "a line of Python carried on in its indentation",
      "full_jitter.py",
      "        attempt -= 1\n",
      "    \\\n  attempt -= 1\n",
    ],
    [
      "a carriage return does not end a comment in Go",
      "full_jitter.go",
      "\n\tif attempt < 1 {",
      "\n\t// a\r\tif attempt < 1 {",
    ],
    [
      "a carriage return does not end a comment in Rust",
      "full_jitter.rs",
      "        if !failure.retryable",
      "        // a\r        if !failure.retryable",
    ],
    [
      "a carriage return does not end a comment in Elixir",
      "full_jitter.ex",
      "    if failure.retryable",
      "    # a\r    if failure.retryable",
    ],
    ["a blank that is part of a name in C", "full_jitter.c", "attempt < 1", "attempt \uFEFF< 1"],
  ])("%s", (_, file, what, by) => {
    expect(stateOf(file, what, by)).toBe("edited");
  });

  test("line breaks of Windows are none", () => {
    expect(stateOf("full_jitter.go", "\n\tif attempt < 1 {", "\r\n\tif attempt < 1 {")).toBe(
      "current",
    );
  });
});

describe("texts that mean different things have different tokens", () => {
  test.each([
    ["typescript", "let a: number[] = [1];", "let a: number\n[] = [1];"],
    ["typescript", "if (a) {\n  b()\n  of()\n}", "if (a) b()\nof()"],
    ["javascript", "if (a) {\n  b()\n  as()\n}", "if (a) b()\nas()"],
    ["elixir", "f + 1", "f +# c\n 1"],
    ["python", "while a:\n    b()\n    c()\n", "while a:\n    b()\n  \f  c()\n"],
  ])("%s: %j and %j", async (language, one, other) => {
    const port = await portNamed(language);
    expect(port.tokens(one)).not.toEqual(port.tokens(other));
  });
});
