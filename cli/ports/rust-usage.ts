import path from "node:path";
import type { Item } from "../registry/item.ts";
import type { UsageTarget } from "./port.ts";
import { typeName } from "./rust-names.ts";

/** A program that retries a call by the copied policy. It runs as printed. */
export function usage(item: Item, target: UsageTarget): string {
  const { declared, module } = moduleOf(target);
  return item.kind === "generator"
    ? generatorUsage(declared, module)
    : policyUsage(item, declared, module);
}

/** How a program in the folder above the copies declares the copy's module, and what it calls it. */
function moduleOf({ copy }: UsageTarget): { readonly declared: string; readonly module: string } {
  const { dir, name } = path.posix.parse(copy);
  const folder = path.posix.basename(dir);
  if (folder === "" || folder === "src") return { declared: `mod ${name};`, module: name };
  if (/^[a-z_][a-z0-9_]*$/.test(folder)) {
    return { declared: `mod ${folder} {\n    pub mod ${name};\n}`, module: `${folder}::${name}` };
  }
  return { declared: `#[path = "${folder}/${name}.rs"]\nmod ${name};`, module: name };
}

function generatorUsage(declared: string, module: string): string {
  return `${declared}

use ${module}::SeededRng;

fn main() {
    let mut rng = SeededRng::new(42); // for tests and simulations: the same seed, the same sequence
    println!("{:?}", [(); 3].map(|()| rng.next_int(100)));
}
`;
}

function policyUsage(item: Item, declared: string, module: string): string {
  const name = typeName(item);
  const jittered = item.uses.includes("rng");
  const names = ["Failure", "Params", ...(jittered ? ["SYSTEM_RNG"] : []), name];
  const created = `${name}::new(params${jittered ? ", SYSTEM_RNG" : ""})?`;
  const once = item.uses.includes("state") ? " // keeps state: one for each operation" : "";
  return `${declared}

use std::{error::Error, thread};

use ${module}::{${names.toSorted(inRustOrder).join(", ")}};

fn retrying<T>(mut call: impl FnMut() -> Result<T, Box<dyn Error>>) -> Result<T, Box<dyn Error>> {
    let params = Params {
        max_attempts: Some(5),
        ..Params::default()
    };
    let ${jittered ? "mut " : ""}policy = ${created};${once}
    let mut attempt = 1;
    loop {
        let error = match call() {
            Ok(result) => return Ok(result),
            Err(error) => error,
        };
${failure(item)}
        match policy.next_delay(attempt, &failure) {
            Some(delay) => thread::sleep(delay),
            None => return Err(error),
        }
        attempt += 1;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut calls = 0;
    retrying(|| {
        calls += 1;
        if calls < 3 {
            return Err("not yet".into());
        }
        Ok(format!("succeeded at attempt {calls}"))
    })
    .map(|result| println!("{result}"))
}
`;
}

/** As rustfmt sorts imports: types before constants. */
const inRustOrder = (a: string, b: string): number =>
  Number(isConstant(a)) - Number(isConstant(b)) || a.localeCompare(b);

const isConstant = (name: string): boolean => name === name.toUpperCase();

function failure(item: Item): string {
  if (!item.uses.includes("hint")) {
    return `        // retryable: false where a retry cannot help
        let failure = Failure {
            retryable: true,
            ..Failure::default()
        };`;
  }
  return `        // What the response's Retry-After said, or None
        let retry_after = Some(std::time::Duration::from_millis(500));
        let failure = Failure {
            retryable: true,
            retry_after,
            ..Failure::default()
        };`;
}
