import { describe, expect, test } from "vitest";
import { rust } from "../../cli/ports/rust.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { lacking, titleOf, withFolder } from "../ports/support/played.ts";
import { copyOf, items } from "../ports/support/registry.ts";

/** The Rust ports under the strictest tools of their language. */

const copies = items.map((item) => copyOf(item, rust));
const files = copies.flatMap((copy) => Object.entries(copy.files));
const modules = files.map(([file]) => file.replace(".rs", ""));

/** A crate of all copies, of an edition. */
const crate = (edition: string): Record<string, string> => ({
  "Cargo.toml": `[package]\nname = "app"\nversion = "0.1.0"\nedition = "${edition}"\n`,
  "src/lib.rs": `//! All copies.\n${modules.map((name) => `pub mod ${name};\n`).join("")}`,
  ...Object.fromEntries(files.map(([file, text]) => [`src/${file}`, text])),
});

const STRICT = ["-Dwarnings", "-Dmissing_docs", "-Dunsafe_code", "-Dclippy::pedantic"];

describe.skipIf(lacking(rust))(`${titleOf(rust)}, strictly`, () => {
  test("rustfmt changes nothing", async () => {
    await withFolder(crate("2021"), async (root) => {
      expect(await runTool("cargo", ["fmt", "--check"], root)).toBe("");
    });
  });

  test.each(["2021", "2024"])(
    "clippy finds nothing, not even as a pedant, in %s",
    async (edition) => {
      await withFolder(crate(edition), (root) =>
        runTool("cargo", ["clippy", "--offline", "--quiet", "--", ...STRICT], root),
      );
    },
  );

  test("rustdoc finds nothing", async () => {
    await withFolder(crate("2021"), (root) =>
      runTool("cargo", ["doc", "--offline", "--quiet"], root, { RUSTDOCFLAGS: "-Dwarnings" }),
    );
  });

  test("all of them are looked at", () => {
    expect(modules).toHaveLength(items.length);
  });
});
