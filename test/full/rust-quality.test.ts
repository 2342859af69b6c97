import { readFileSync } from "node:fs";
import { test } from "vitest";
import { rust } from "../../cli/ports/rust.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { filesIn } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { type Files, scratch } from "../support/scratch.ts";
import { testLayout } from "./support/layout.ts";

/** The Rust ports under the strictest tools of their language. */

const files = Object.entries(filesIn(rust));
const modules = files.map(([file]) => file.replace(".rs", ""));

/** A crate of all copies, of an edition. */
const crate = (edition: string): Files => ({
  "Cargo.toml": `[package]\nname = "app"\nversion = "0.1.0"\nedition = "${edition}"\n`,
  "src/lib.rs": `//! All copies.\n${modules.map((name) => `pub mod ${name};\n`).join("")}`,
  ...Object.fromEntries(files.map(([file, text]) => [`src/${file}`, text])),
});

const STRICT = ["-Dwarnings", "-Dmissing_docs", "-Dunsafe_code", "-Dclippy::pedantic"];

describeWith(["rustfmt"], "rustfmt", () => {
  testLayout(rust, {
    own: {
      "play.rs": readFileSync("vectors/play.rs", "utf8"),
      "glue.rs": "// Made for each build.\n",
    },
    check: (folder, all) => runTool("rustfmt", ["--edition=2021", "--check", ...all], folder),
  });
});

describeWith(["cargo"], "Rust, strictly", () => {
  test.each(["2021", "2024"])(
    "clippy finds nothing, not even as a pedant, in %s",
    async (edition) => {
      const root = scratch(crate(edition));
      await runTool("cargo", ["clippy", "--offline", "--quiet", "--", ...STRICT], root);
    },
  );

  test("rustdoc finds nothing", async () => {
    const root = scratch(crate("2021"));
    await runTool("cargo", ["doc", "--offline", "--quiet"], root, { RUSTDOCFLAGS: "-Dwarnings" });
  });
});
