import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { python } from "../../cli/ports/python.ts";
import { tokens } from "../../cli/ports/python-tokens.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { items, lacking, sourceOf, titleOf } from "../ports/support/played.ts";

/** All of ruff's rules but those that its own formatter, a file alone and our licence line rule out. */
const RULES = [
  "--select=ALL",
  "--ignore=COM812,INP001,CPY001",
  '--config=lint.pydocstyle.convention="google"',
  "--target-version=py310",
];

const STYLES = [
  ["line-length=40"],
  ["line-length=200", "format.skip-magic-trailing-comma=true"],
  ["format.quote-style='single'"],
  ["format.indent-style='tab'"],
  ["indent-width=2"],
];

describe.skipIf(lacking(python))(`${titleOf(python)}, by its strictest tools`, () => {
  const sources = items.map((item) => sourceOf(item, python));
  const files = sources.map(({ file }) => file);
  let root = "";
  let venv = "";
  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), "policybook-python-"));
    venv = mkdtempSync(path.join(tmpdir(), "policybook-python-tools-"));
    for (const { file, text } of sources) writeFileSync(path.join(root, file), text);
    writeFileSync(path.join(root, "play.py"), readFileSync("vectors/play.py"));
    await runTool("python3", ["-m", "venv", venv], root);
    await tool("pip", "install", "--quiet", "ruff", "mypy", "black");
  });
  afterAll(() => {
    for (const folder of [root, venv]) rmSync(folder, { recursive: true, force: true });
  });
  const tool = (name: string, ...args: string[]) =>
    runTool(path.join(venv, "bin", name), args, root);

  test("ruff's formatter would change nothing", async () => {
    await tool("ruff", "format", "--isolated", "--check", ...files, "play.py");
  });

  test("ruff finds nothing by any of its rules", async () => {
    await tool("ruff", "check", "--isolated", ...RULES, ...files, "play.py");
  });

  test("mypy finds nothing, in any supported version of Python", async () => {
    for (const version of ["3.10", "3.13"]) {
      await tool("mypy", "--strict", `--python-version=${version}`, ...files, "play.py");
    }
  });

  test("one typed loop takes every policy, every failure and every usual source", async () => {
    writeFileSync(path.join(root, "together.py"), TOGETHER);
    await tool("mypy", "--strict", "--warn-unreachable", "together.py");
    await tool("python", "together.py");
  });

  test("mypy refuses what the types rule out", async () => {
    writeFileSync(path.join(root, "wrong.py"), WRONG);
    const refused = await tool("mypy", "--strict", "wrong.py").catch(String);
    expect(refused.match(/wrong\.py:\d+: error/g)).toHaveLength(
      WRONG.trim().split("\n").length - 4,
    );
  });

  test.each(items.map((item) => [item.name, item] as const))(
    "the usage of %s",
    async (name, item) => {
      const { file } = sourceOf(item, python);
      const usage = await python.usage(item, { project: new Project(root), copy: file });
      writeFileSync(path.join(root, `use_${name.replaceAll("-", "_")}.py`), usage);
      const program = `use_${name.replaceAll("-", "_")}.py`;
      await tool("mypy", "--strict", program);
      await tool("ruff", "format", "--isolated", "--check", program);
      await tool("ruff", "check", "--isolated", program);
    },
  );

  test("no style of ruff's or black's formatter changes a token", async () => {
    const styled = path.join(root, "styled.py");
    for (const { file, text } of sources) {
      const format = (name: string, ...args: string[]) => {
        writeFileSync(styled, text);
        return tool(name, ...args, styled).then(() => readFileSync(styled, "utf8"));
      };
      const results = [await format("black", "--quiet", "--line-length=60")];
      for (const style of STYLES) {
        const config = style.flatMap((setting) => ["--config", setting]);
        results.push(await format("ruff", "format", "--isolated", ...config));
      }
      expect(new Set(results).size).toBeGreaterThan(3);
      for (const result of results) {
        expect(tokens(result), file).toEqual(tokens(text));
      }
    }
  });
});

const TOGETHER = `
import math
import random
from typing import Protocol

from constant import Constant
from constant import Failure as ConstantFailure
from decorrelated_jitter import DecorrelatedJitter
from equal_jitter import EqualJitter
from exponential import Exponential
from full_jitter import FullJitter, Rng, system_rng
from retry_after_aware import Failure, RetryAfterAware
from retry_after_jitter import RetryAfterJitter
from rng import SeededRng


class RetryPolicy(Protocol):
    def next_delay(self, attempt: int, failure: Failure, /) -> int | None: ...


sources: list[Rng] = [system_rng, random.SystemRandom(), random.Random(1), SeededRng(1)]
for source in sources:
    policies: list[RetryPolicy] = [
        Constant(base_ms=5, max_attempts=math.inf),
        Exponential(cap_ms=None),
        FullJitter(source),
        EqualJitter(source, max_attempts=4),
        DecorrelatedJitter(source),
        RetryAfterAware(source),
        RetryAfterJitter(source),
    ]
    for policy in policies:
        delay = policy.next_delay(1, Failure(retryable=True, status=503, retry_after_ms=7))
        assert delay is not None
        assert 0 <= delay <= 300
        assert policy.next_delay(1, Failure(retryable=False)) is None
FullJitter(system_rng).next_delay(1, ConstantFailure(retryable=True))
`;

const WRONG = `
from constant import Constant, Failure
from full_jitter import FullJitter, system_rng
from retry_after_aware import RetryAfterAware

FullJitter()
FullJitter(None)
FullJitter(system_rng, 100)
FullJitter(system_rng, base_ms=100.0)
FullJitter(system_rng, cap_ms="100")
Constant(max_attempts="8")
Constant().next_delay(1.5, Failure(retryable=True))
Constant().next_delay(1, None)
RetryAfterAware(system_rng).next_delay(1, Failure(retryable=True, retry_after_ms="5"))
delay: int = Constant().next_delay(1, Failure(retryable=True))
`;
