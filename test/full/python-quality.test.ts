import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { python } from "../../cli/ports/python.ts";
import { Project } from "../../cli/ports/project.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { testFormatter } from "../ports/suite/formatting.ts";
import { filesIn, items, sourceOf } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { scratch } from "../support/scratch.ts";
import { downloaded } from "./support/downloaded.ts";
import { testLayout } from "./support/layout.ts";

/** All of ruff's rules but those that its own formatter, a file alone and our licence line rule out. */
const RULES = [
  "--select=ALL",
  "--ignore=COM812,INP001,CPY001",
  '--config=lint.pydocstyle.convention="google"',
  "--target-version=py310",
];

const RUFF_STYLES = [
  ["line-length=40"],
  ["line-length=200", "format.skip-magic-trailing-comma=true"],
  ["format.quote-style='single'"],
  ["format.indent-style='tab'"],
  ["indent-width=2"],
];

describeWith(["python3"], "Python, by its strictest tools", () => {
  const tools = downloaded("ruff, mypy and black", async (folder) => {
    await runTool("python3", ["-m", "venv", "."], folder);
    const pip = path.join(folder, "bin", "pip");
    await runTool(pip, ["install", "--quiet", "ruff", "mypy", "black"], folder);
  });
  const cache = () => ({ MYPY_CACHE_DIR: path.join(tools(), "mypy-cache") });
  const tool = (folder: string, name: string, ...args: string[]) =>
    runTool(path.join(tools(), "bin", name), args, folder, cache());

  const own = { "play.py": readFileSync("vectors/play.py", "utf8") };
  const all = { ...filesIn(python), ...own };

  testLayout(python, {
    own,
    async check(folder, files) {
      await tool(folder, "ruff", "format", "--isolated", "--check", ...files);
      return "";
    },
  });

  test("ruff finds nothing by any of its rules", async () => {
    await tool(scratch(all), "ruff", "check", "--isolated", ...RULES, ...Object.keys(all));
  });

  test("mypy finds nothing, in any supported version of Python", async () => {
    const root = scratch(all);
    for (const version of ["3.10", "3.13"]) {
      await tool(root, "mypy", "--strict", `--python-version=${version}`, ...Object.keys(all));
    }
  });

  test("one typed loop takes every policy, every failure and every usual source", async () => {
    const root = scratch({ ...all, "together.py": TOGETHER });
    await tool(root, "mypy", "--strict", "--warn-unreachable", "together.py");
    await tool(root, "python", "together.py");
  });

  test("mypy refuses what the types rule out", async () => {
    const root = scratch({ ...all, "wrong.py": WRONG });
    const refused = await tool(root, "mypy", "--strict", "wrong.py").catch(String);
    expect(refused.match(/wrong\.py:\d+: error/g)).toHaveLength(
      WRONG.trim().split("\n").length - 4,
    );
  });

  test("neither mypy nor ruff finds anything in the usages", async () => {
    const project = new Project(scratch());
    const usages = items.map(async (item) => {
      const { file } = sourceOf(item, python);
      return [`use_${file}`, await python.usage(item, { project, copy: file })] as const;
    });
    const programs = Object.fromEntries(await Promise.all(usages));
    const root = scratch({ ...all, ...programs });
    await tool(root, "mypy", "--strict", ...Object.keys(programs));
    await tool(root, "ruff", "check", "--isolated", ...Object.keys(programs));
  });

  testFormatter(python, {
    programs: ["python3"],
    styles: [
      { name: "black, narrow", flags: ["black", "--quiet", "--line-length=60"] },
      ...RUFF_STYLES.map((style) => ({
        name: `ruff with ${style.join(", ")}`,
        changes: style.includes("line-length=200") ? ("some" as const) : ("every" as const),
        flags: [
          "ruff",
          "format",
          "--isolated",
          ...style.flatMap((setting) => ["--config", setting]),
        ],
      })),
    ],
    format: (folder, files, [name = "", ...flags]) => tool(folder, name, ...flags, ...files),
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
