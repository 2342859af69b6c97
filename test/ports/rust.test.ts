import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PlayedCopy, PlayerCommand } from "../../cli/ports/port.ts";
import { Project } from "../../cli/ports/project.ts";
import { rust } from "../../cli/ports/rust.ts";
import { runTool } from "../../cli/ports/tools.ts";
import type { Report } from "../../vectors/run.js";
import { lacking, titleOf, verdicts, withFolder } from "./support/played.ts";
import { expectCeilings, expectFailing } from "./support/expectations.ts";
import { isMissing, named, playerOf, vectorsOf, verify } from "./support/player.ts";
import { copyOf, edited, itemNamed, items } from "./support/registry.ts";
import { RUST_IDIOM } from "./support/rust-idiom.ts";

const STRICT = ["--edition=2021", "-Dwarnings", "-Funsafe-code"];
const MANIFEST = '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n';

const CARGO = { RUSTFLAGS: "-Dwarnings", CARGO_INCREMENTAL: "0", CARGO_PROFILE_DEV_DEBUG: "0" };

const tokens = (text: string) => rust.tokens(text);
const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, rust));
const textOf = ({ files }: PlayedCopy): string => Object.values(files)[0] ?? "";
const moduleOf = (name: string): string => name.replaceAll("-", "_");

/** The copy with a change that must be one. */
const broken = (name: string, what: string, by: string): PlayedCopy =>
  edited(copyOf(itemNamed(name), rust), (text) => text.replace(what, by));

describe.skipIf(lacking(rust))(titleOf(rust), () => {
  let player: PlayerCommand;
  let verified: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    player = await playerOf(rust, copies);
    verified = new Map(names.map((name) => [name, verify(player, name)]));
  });
  afterAll(() => rmSync(path.dirname(player.program), { recursive: true, force: true }));

  test.each(names)("%s passes every vector that Rust can express", (name) => {
    const { passed = 0, failed, notExpressible = [] } = verified.get(name) ?? {};
    expect(failed).toEqual([]);
    expect(passed).toBe(vectorsOf(name).cases.length - notExpressible.length);
    expect(passed).toBeGreaterThan(0.55 * vectorsOf(name).cases.length);
  });

  test("what Rust cannot express is what its types rule out, and nothing else", () => {
    const reasons = [...verified.values()].flatMap(({ notExpressible }) =>
      notExpressible.map(({ reason }) => reason),
    );
    expect([...new Set(reasons)].toSorted()).toEqual([
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
    ]);
  });

  test("every ceiling is the reference's, and constant and decorrelated jitter restate none", () => {
    expectCeilings(player);
  });

  test("a broken port fails, whichever it is and wherever it breaks", async () => {
    const check = "        assert!(\n            attempt >= 1,";
    const early = `        (self.rng)(1);\n${check}`;
    await expectFailing(
      rust,
      [
        broken("constant", "attempt >= max", "attempt > max"),
        broken("exponential", "saturating_sub(1)", "saturating_sub(0)"),
        broken("full-jitter", "ceiling_ms + 1", "ceiling_ms + 2"),
        broken("equal-jitter", "half_ms + 1", "half_ms.max(1)"),
        broken("decorrelated-jitter", "3 * self.prev", "2 * self.prev"),
        broken("retry-after-aware", "hint.subsec", "!hint.is_zero() && hint.subsec"),
        broken("rng", "value >= surplus", "value >= surplus.min(0)"),
      ],
      [
        broken("constant", " && value == Duration::from_millis(ms)", ""),
        broken("exponential", ".min(31)", ".min(30)"),
        broken("full-jitter", check, early),
        broken("equal-jitter", check, early),
        broken("decorrelated-jitter", check, early),
        broken("retry-after-aware", check, early),
        broken("rng", "1..=TWO_32", "1..=TWO_32 + 1"),
      ],
    );
  });

  test("what cannot be compiled cannot be built, in the compiler's own words", async () => {
    const bad = broken("constant", "Some(Duration::from_millis(self.base_ms))", "None::<u8>");
    await expect(verdicts(rust, [bad])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("mismatched types") as string,
    });
  });

  test.each(copies.map((copy) => [copy.item.name, copy] as const))(
    "%s compiles alone, without a warning or unsafe code",
    async (_, { files }) => {
      await withFolder(files, async (alone) => {
        const [file = ""] = Object.keys(files);
        const flags = [...STRICT, "-Wmissing-docs", "--crate-type=lib", "--emit=metadata"];
        await runTool("rustc", [...flags, file], alone);
      });
    },
  );

  test("all seven live together in one crate, which does as documented", async () => {
    const modules = names.map(
      (name) => `#[path = "${moduleOf(name)}.rs"] pub mod ${moduleOf(name)};`,
    );
    const main = `mod retry {\n${modules.join("\n")}\n}\n${RUST_IDIOM}${examples()}`;
    const files: Record<string, string> = Object.fromEntries(
      copies.flatMap((copy) =>
        Object.entries(copy.files).map(([file, text]) => [`retry/${file}`, text]),
      ),
    );
    await withFolder({ ...files, "main.rs": main }, async (root) => {
      await runTool("rustc", ["--edition=2021", "-Dwarnings", "-o", "main", "main.rs"], root);
      expect(await runTool(path.join(root, "main"), [], root)).toBe("all as documented\n");
    });
  });

  test.each([
    ["constant", undefined],
    ["exponential", "src/net/backoff"],
    ["full-jitter", undefined],
    ["equal-jitter", "src/my-retry"],
    ["decorrelated-jitter", "src/retry2"],
    ["retry-after-aware", undefined],
    ["rng", "src/retry"],
  ] as const)("%s runs in a project as its usage is printed", async (name, dir) => {
    await withFolder({ "Cargo.toml": MANIFEST }, async (root) => {
      const output = name === "rng" ? "[21, 32, 26]\n" : "succeeded at attempt 3\n";
      expect(await runUsage(root, name, dir)).toBe(output);
    });
  });
});

/** The examples of the documentation, as functions. */
function examples(): string {
  const functions = copies.map((copy) => {
    const [, example = ""] =
      /```ignore\n([^]*?)```/.exec(textOf(copy).replaceAll("/// ", "")) ?? [];
    expect(example).toContain("assert");
    const others =
      copy.item.name === "rng" ? "use crate::retry::full_jitter::{FullJitter, Params};" : "";
    return `#[allow(unused)]
fn ${moduleOf(copy.item.name)}() -> Result<(), Box<dyn Error>> {
    use crate::retry::${moduleOf(copy.item.name)}::*;
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

/** Puts the copy where the port wants it, and its usage into the folder above. */
async function runUsage(root: string, name: string, dir?: string): Promise<string> {
  const project = new Project(root);
  expect(rust.evidence(project)).toBe("Cargo.toml");
  const { item, files } = copyOf(itemNamed(name), rust);
  const [[file, text] = ["", ""]] = Object.entries(files);
  const copy = path.posix.join(dir ?? rust.folder(project), await rust.fileName(file, project));
  mkdirSync(path.join(root, path.dirname(copy)), { recursive: true });
  writeFileSync(path.join(root, copy), `${rust.comment("policybook: …")}\n${text}`);
  const main = path.join(path.posix.dirname(path.posix.dirname(copy)), "main.rs");
  writeFileSync(path.join(root, main), await rust.usage(item, { project, copy }));
  await runTool("rustfmt", ["--edition=2021", "--check", main], root);
  if (dir === undefined) return runTool("cargo", ["run", "--offline", "--quiet"], root, CARGO);
  await runTool("rustc", [...STRICT, "-o", "app", main], root);
  return runTool(path.join(root, "app"), [], root);
}

describe("a project in Rust", () => {
  test.each([
    [{ "Cargo.toml": "" }, "Cargo.toml"],
    [{ "Cargo.toml": "", "src/lib.rs": "" }, "Cargo.toml"],
    [{ "main.rs": "" }, undefined],
  ] as const)("%j", async (files, evidence) => {
    await withFolder(files, (root) => {
      expect(rust.evidence(new Project(root))).toBe(evidence);
      expect(rust.folder(new Project(root))).toBe("src/retry");
    });
  });
});

describe.skipIf(isMissing("rustfmt"))(named("rustfmt", "rustfmt"), () => {
  const styles: readonly (readonly [name: string, config: string])[] = [
    ["by default", "max_width=100"],
    ["narrow", "max_width=80"],
    ["in tabs", "hard_tabs=true"],
    ["with everything on one line that fits", "use_small_heuristics=Max"],
    ["with everything broken", "use_small_heuristics=Off"],
  ];

  test.each(styles)("%s is formatting only", async (_, config) => {
    const texts = copies.flatMap(({ files }) => Object.entries(files));
    await withFolder(Object.fromEntries(texts), async (root) => {
      const files = texts.map(([file]) => file);
      await runTool("rustfmt", ["--edition=2021", `--config=${config}`, ...files], root);
      const formatted = files.map((file) => readFileSync(path.join(root, file), "utf8"));
      if (config !== "max_width=100") expect(formatted).not.toEqual(copies.map(textOf));
      expect(formatted.map(tokens)).toEqual(copies.map((copy) => tokens(textOf(copy))));
    });
  });
});

test("a change of one character of the code is more than formatting", () => {
  const text = textOf(copyOf(itemNamed("full-jitter"), rust));
  for (const [what, by] of [
    ["attempt >= max", "attempt > max"],
    ["ceiling_ms + 1", "ceiling_ms + 2"],
    [".min(31)", ".min(32)"],
    ["!failure", "failure"],
    ["            return None;", "            return None"],
  ] as const) {
    expect(tokens(text.replace(what, by))).not.toEqual(tokens(text));
  }
});
