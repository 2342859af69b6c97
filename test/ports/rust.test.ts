import path from "node:path";
import { expect } from "vitest";
import { rust } from "../../cli/ports/rust.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { testFormatter } from "./suite/formatting.ts";
import { testPort } from "./suite/suite.ts";
import { eachBy } from "./suite/usages.ts";
import { items, names, sourceOf } from "./support/registry.ts";
import { RUST_IDIOM } from "./support/rust-idiom.ts";

const STRICT = ["--edition=2021", "-Dwarnings", "-Funsafe-code"];
const MANIFEST = {
  "Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
};
const CARGO = { RUSTFLAGS: "-Dwarnings", CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };

const moduleOf = (name: string): string => name.replaceAll("-", "_");

const check = "        assert!(\n            attempt >= 1,";
const drawsEarly = [check, `        (self.rng)(1);\n${check}`] as const;

testPort(rust, {
  vectors: {
    expressible: 0.55,
    ruledOut: [
      "no Duration is -1 ms",
      "no number is Infinity",
      "no number is NaN",
      "no number is text:1",
      "no number is text:100",
      "no number is text:5000",
      "no number is text:6",
      "no number is text:8",
      "no number is text:soon",
      "no number is undefined",
      "no u32 is 4294967296",
      "no unsigned integer is -1",
      "no unsigned integer is 1.5",
    ],
  },
  faults: {
    rounds: [
      {
        constant: ["attempt >= max", "attempt > max"],
        exponential: ["saturating_sub(1)", "saturating_sub(0)"],
        "full-jitter": ["ceiling_ms + 1", "ceiling_ms + 2"],
        "equal-jitter": ["half_ms + 1", "half_ms.max(1)"],
        "decorrelated-jitter": ["3 * self.prev", "2 * self.prev"],
        "retry-after-aware": ["hint.subsec", "!hint.is_zero() && hint.subsec"],
        "retry-after-jitter": ["hint_ms > self.cap_ms", "hint_ms >= self.cap_ms"],
        rng: ["value >= surplus", "value >= surplus.min(0)"],
      },
      {
        constant: [" && value == Duration::from_millis(ms)", ""],
        exponential: [".min(31)", ".min(30)"],
        "full-jitter": drawsEarly,
        "equal-jitter": drawsEarly,
        "decorrelated-jitter": drawsEarly,
        "retry-after-aware": drawsEarly,
        "retry-after-jitter": drawsEarly,
        rng: ["1..=TWO_32", "1..=TWO_32 + 1"],
      },
    ],
    unbuildable: {
      edit: ["Some(Duration::from_millis(self.base_ms))", "None::<u8>"],
      complaint: "mismatched types",
    },
  },
  compiling: {
    alone: {
      atOnce: false,
      async compile(root, folders) {
        const flags = [...STRICT, "-Wmissing-docs", "--crate-type=lib", "--emit=metadata"];
        const compiled = folders.map((folder) =>
          runTool("rustc", [...flags, `${moduleOf(folder)}.rs`], path.join(root, folder)),
        );
        return (await Promise.all(compiled)).join("");
      },
    },
    together: {
      folder: "retry",
      program: () => ({ "main.rs": `${declarations()}${RUST_IDIOM}${examples()}` }),
      async run(root) {
        await runTool("rustc", ["--edition=2021", "-Dwarnings", "-o", "main", "main.rs"], root);
        return runTool(path.join(root, "main"), [], root);
      },
    },
  },
  usages: {
    layouts: [
      undefined,
      "src/net/backoff",
      undefined,
      "src/my-retry",
      "src/retry2",
      "src/retry",
    ].map((dir) => ({ files: MANIFEST, ...(dir === undefined ? {} : { dir }) })),
    program: (_, above) => path.posix.join(above, "main.rs"),
    run: eachBy(async ({ root, program, layout }) => {
      await runTool("rustfmt", ["--edition=2021", "--check", program], root);
      if (layout.dir === undefined) {
        return runTool("cargo", ["run", "--offline", "--quiet"], root, CARGO);
      }
      await runTool("rustc", [...STRICT, "-o", "app", program], root);
      return runTool(path.join(root, "app"), [], root);
    }),
    prints: { policy: "succeeded at attempt 3\n", generator: "[21, 32, 26]\n" },
  },
  projects: [
    [{ "Cargo.toml": "" }, "Cargo.toml", "src/retry"],
    [{ "Cargo.toml": "", "src/lib.rs": "" }, "Cargo.toml", "src/retry"],
    [{ "main.rs": "" }, undefined, "src/retry"],
  ],
  meaning: {
    item: "full-jitter",
    edits: [
      ["attempt >= max", "attempt > max"],
      ["ceiling_ms + 1", "ceiling_ms + 2"],
      [".min(31)", ".min(32)"],
      ["!failure", "failure"],
      ["            return None;", "            return None"],
    ],
  },
});

testFormatter(rust, {
  programs: ["rustfmt"],
  styles: [
    { name: "the default", flags: ["--config=max_width=100"], changes: "none" },
    { name: "narrow", flags: ["--config=max_width=80"] },
    { name: "in tabs", flags: ["--config=hard_tabs=true"] },
    {
      name: "with everything on one line that fits",
      flags: ["--config=use_small_heuristics=Max"],
    },
    { name: "with everything broken", flags: ["--config=use_small_heuristics=Off"] },
  ],
  format: (folder, files, flags) =>
    runTool("rustfmt", ["--edition=2021", ...flags, ...files], folder),
});

function declarations(): string {
  const modules = names.map(
    (name) => `#[path = "${moduleOf(name)}.rs"] pub mod ${moduleOf(name)};`,
  );
  return `mod retry {\n${modules.join("\n")}\n}\n`;
}

/** The examples of the documentation, as functions. */
function examples(): string {
  const functions = items.map((item) => {
    const { text } = sourceOf(item, rust);
    const [, example = ""] = /```ignore\n([^]*?)```/.exec(text.replaceAll("/// ", "")) ?? [];
    expect(example).toContain("assert");
    const others =
      item.name === "rng" ? "use crate::retry::full_jitter::{FullJitter, Params};" : "";
    return `#[allow(unused)]
fn ${moduleOf(item.name)}() -> Result<(), Box<dyn Error>> {
    use crate::retry::${moduleOf(item.name)}::*;
    ${others}
    ${example}
    Ok(())
}`;
  });
  const calls = names.map((name) => `    example::${moduleOf(name)}()?;`);
  return `mod example { use std::time::Duration; use std::error::Error;
${functions.map((text) => text.replace("\nfn ", "\npub fn ")).join("\n")}
}
fn examples() -> Result<(), Box<dyn Error>> {\n${calls.join("\n")}\n    Ok(())\n}\n`;
}
