import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { python } from "../../cli/ports/python.ts";
import { PYTHON_IDIOM } from "../ports/support/python-idiom.ts";
import { items, sourceOf } from "../ports/support/registry.ts";

/**
 * What notices the faults that the vectors let pass, because they are in what a language says in
 * its own way: messages, the production source, a missing source. A mutant is put into a copy of
 * the project, and taken out again.
 */
export class OtherTests {
  readonly #folder = mkdtempSync(path.join(tmpdir(), "policybook-mutation-"));

  constructor() {
    const project = ["cli", "registry", "templates", "test", "vectors", "package.json"];
    for (const name of [...project, "tsconfig.json", "vitest.config.ts"]) {
      cpSync(name, path.join(this.#folder, name), { recursive: true });
    }
    symlinkSync(path.resolve("node_modules"), path.join(this.#folder, "node_modules"));
    for (const { file, text } of items.map((item) => sourceOf(item, python))) {
      writeFileSync(path.join(this.#folder, file), text);
    }
    writeFileSync(path.join(this.#folder, "idiom.py"), PYTHON_IDIOM);
  }

  /** Do they all pass with this text as the file? */
  pass(file: string, text: string): boolean {
    const isPython = file.endsWith(".py");
    const target = path.join(this.#folder, isPython ? path.basename(file) : file);
    writeFileSync(target, text);
    try {
      return isPython ? this.#run("python3", ["-B", "idiom.py"]) : this.#run("npx", VITEST);
    } finally {
      cpSync(file, target);
    }
  }

  #run(program: string, args: readonly string[]): boolean {
    const options = { cwd: this.#folder, stdio: "ignore" as const, timeout: 120_000 };
    return spawnSync(program, args, options).status === 0;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The tests of the registry that run policies; the others read texts, which a mutant changes. */
const RUNNING = [
  "cases",
  "ceiling",
  "facts",
  "guarantees",
  "params",
  "rng-errors",
  "system-rng",
  "uses",
];
const FILES = RUNNING.map((name) => `test/registry/${name}.test.ts`);
const VITEST = ["vitest", "run", "--project", "fast", "--bail", "1", ...FILES];
