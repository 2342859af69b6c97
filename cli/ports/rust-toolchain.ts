import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { Item, Param } from "../registry/item.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import { fieldName, moduleName, typeName } from "./rust-names.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Compiles vectors/play.rs, the copies as modules, and between them one that tells what they hold. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  copyFileSync(path.join(packageRoot, "vectors", "play.rs"), path.join(folder, "play.rs"));
  writeFileSync(path.join(folder, "glue.rs"), glue(copies));
  for (const { item, files } of copies) {
    writeFileSync(path.join(folder, fileOf(item)), Object.values(files)[0] ?? "");
  }
  // Warnings are for the project's own build, by its own flags.
  const flags = ["--edition=2021", "--cap-lints=allow", "-Cdebuginfo=0"];
  await runTool("rustc", [...flags, "-o", "player", "play.rs"], folder, {}, limits);
  return { program: path.join(folder, "player"), args: [] };
}

/** A copy may be called as a file of the player is. */
const fileOf = (item: Item): string => `copy_of_${moduleName(item)}.rs`;

function glue(copies: readonly PlayedCopy[]): string {
  const policies = copies.filter(({ item }) => item.kind === "policy");
  const generator = copies.find(({ item }) => item.kind === "generator");
  return `use crate::{Failure, Generator, Policy, Source, Values};
use std::time::Duration;

${copies.map(({ item }) => `#[path = "${fileOf(item)}"]\nmod ${moduleName(item)};\n`).join("")}
pub fn policy(name: &str, given: &Values, source: Source) -> Result<Box<dyn Policy>, String> {
    match name {
${policies.map(policyGlue).join("")}        _ => Err("no such policy".into()),
    }
}

pub fn param(name: &str, field: &str) -> Option<&'static str> {
    match (name, field) {
${policies.flatMap(({ item }) => item.params.map((param) => nameGlue(item, param))).join("")}        _ => None,
    }
}

pub fn ceiling(name: &str, attempt: u32, base_ms: u64, cap_ms: u64) -> Option<u64> {
    match name {
${policies.filter(hasCeiling).map(ceilingGlue).join("")}        _ => None,
    }
}

pub fn generator(seed: u32) -> Option<Box<dyn Generator>> {
    ${generator === undefined ? "None" : `Some(Box::new(${moduleName(generator.item)}::SeededRng::new(seed)))`}
}
${policies.map(traitGlue).join("")}${generator === undefined ? "" : generatorGlue(generator.item)}`;
}

function policyGlue({ item }: PlayedCopy): string {
  const module = moduleName(item);
  const rng = item.uses.includes("rng") ? ", move |bound| source.next_int(bound)" : "";
  return `        "${item.name}" => {
            let mut params = ${module}::Params::default();
${item.params.map(paramGlue).join("")}            let made = ${module}::${typeName(item)}::new(params${rng});
            made.map(|policy| Box::new(policy) as _).map_err(|error| error.to_string())
        }
`;
}

function paramGlue(param: Param): string {
  const read = param.unit === "ms" ? "duration" : param.max === "unlimited" ? "limit" : "number";
  return `            if let Some(value) = given.${read}("${param.name}") {
                params.${fieldName(param)} = value;
            }
`;
}

const nameGlue = (item: Item, param: Param): string =>
  `        ("${item.name}", "${fieldName(param)}") => Some("${param.name}"),\n`;

const ceilingGlue = ({ item }: PlayedCopy): string =>
  `        "${item.name}" => Some(${moduleName(item)}::ceiling(attempt, base_ms, cap_ms)),\n`;

const hasCeiling = ({ files }: PlayedCopy): boolean =>
  Object.values(files).some((text) => /\bfn ceiling\(/.test(text));

function traitGlue({ item }: PlayedCopy): string {
  const module = moduleName(item);
  const jittered = item.uses.includes("rng");
  const type = `${module}::${typeName(item)}${jittered ? "<R>" : ""}`;
  return `
impl${jittered ? "<R: FnMut(u64) -> u64>" : ""} Policy for ${type} {
    fn decide(&mut self, attempt: u32, given: Failure) -> Option<Duration> {
        let Failure { retryable, status, retry_after } = given;
        let failure = ${module}::Failure { retryable, status, retry_after };
        self.next_delay(attempt, &failure)
    }
}
`;
}

function generatorGlue(item: Item): string {
  const module = moduleName(item);
  return `
impl Generator for ${module}::SeededRng {
    fn raw(&mut self) -> u32 {
        self.next_u32()
    }
    fn float(&mut self) -> f64 {
        self.next_float()
    }
    fn below(&mut self, bound: u64) -> u64 {
        self.next_int(bound)
    }
    fn mix(&self, x: u32) -> u32 {
        ${module}::mix32(x)
    }
}
`;
}
