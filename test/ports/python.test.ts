import path from "node:path";
import { writeFileSync, mkdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Project } from "../../cli/ports/project.ts";
import { python } from "../../cli/ports/python.ts";
import { runTool } from "../../cli/ports/tools.ts";
import type { Report } from "../../vectors/run.js";
import { ATTEMPTS, BASES, capsFor, exactCeiling } from "../registry/support/ceilings.ts";
import {
  answers,
  copyOf,
  itemNamed,
  items,
  lacking,
  quickVectorsOf,
  replacing,
  sourceOf,
  titleOf,
  vectorsOf,
  verdicts,
  withFolder,
} from "./support/played.ts";

const names = items.map(({ name }) => name);

describe.skipIf(lacking(python))(titleOf(python), () => {
  let reports: ReadonlyMap<string, Report>;
  beforeAll(async () => {
    reports = await verdicts(
      python,
      items.map((item) => copyOf(item, python)),
    );
  });

  test.each(names)("%s passes every vector: all of them can be expressed", (name) => {
    expect(reports.get(name)).toEqual({
      passed: vectorsOf(itemNamed(name)).cases.length,
      failed: [],
      notExpressible: [],
    });
  });

  test("a broken port fails, whichever it is", async () => {
    const broken = Object.entries({
      "full-jitter": replacing("cap_ms) + 1)", "cap_ms) or 1)"), // asks for one value too few
      "equal-jitter": replacing(
        "        if not f",
        "        self._rng.randrange(1)\n        if not f",
      ),
      exponential: replacing("return min(delay, cap_ms)", "return delay"),
      constant: replacing("type(value) is not int", "not isinstance(value, (int, str))"),
      "retry-after-aware": replacing("hint >= 0", "hint >= -1"),
      "decorrelated-jitter": replacing("min(drawn, ", "max(drawn, "),
      rng: replacing("value < surplus", "value < 0"),
    }).map(([name, edit]) => copyOf(itemNamed(name), python, edit));
    const failing = [...(await verdicts(python, broken, quickVectorsOf))].filter(
      ([, { failed }]) => failed.length > 0,
    );
    expect(failing.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  });

  test("what Python cannot compile cannot be built, in the compiler's own words", async () => {
    const broken = copyOf(itemNamed("constant"), python, replacing("import math", "import (math"));
    await expect(verdicts(python, [broken])).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("SyntaxError") as string,
    });
  });

  test("every ceiling is the exact one, and constant and decorrelated jitter restate none", async () => {
    const grid = ATTEMPTS.flatMap((attempt) =>
      BASES.flatMap((base) => capsFor(base).map((cap) => [attempt, base, cap] as const)),
    );
    const policies = items.filter(({ kind }) => kind === "policy");
    const asked = policies.flatMap(({ name }) =>
      grid.map((values) => `ceiling ${name} ${values.join(" ")}`),
    );
    const expected = policies.flatMap(({ uses }) =>
      grid.map((values) => (uses.includes("attempt") ? `${exactCeiling(...values)}` : "none")),
    );
    const copies = policies.map((item) => copyOf(item, python));
    expect(await answers(python, copies, asked)).toEqual(expected);
  });

  test("what only Python can ask is answered as documented", async () => {
    const copies = items.map((item) => copyOf(item, python));
    const files = Object.assign({}, ...copies.map((copy) => copy.files)) as Record<string, string>;
    await withFolder({ ...files, "main.py": IDIOM }, async (folder) => {
      expect(await runTool("python3", ["main.py"], folder)).toBe("all as documented\n");
    });
  });

  test.each(names)("%s runs in a project as its usage is printed", async (name) => {
    const layouts = [
      { "requirements.txt": "" },
      { "pyproject.toml": "", "src/my_app/__init__.py": "" },
    ] as const;
    await withFolder(layouts[names.indexOf(name) % 2] ?? {}, async (root) => {
      const output = name === "rng" ? "[21, 32, 26]\n" : "succeeded at attempt 3\n";
      expect(await runUsage(root, name)).toBe(output);
    });
  });

  test("all seven live together in one project", async () => {
    await withFolder({ "pyproject.toml": "" }, async (root) => {
      for (const name of names) writeCopy(root, name);
      const program = items.map((item) => `import retry.${item.name.replaceAll("-", "_")}\n`);
      writeFileSync(path.join(root, "main.py"), program.join(""));
      expect(await runTool("python3", ["main.py"], root)).toBe("");
    });
  });
});

/** Puts a copy where the port wants it, with a provenance line, and gives its path. */
function writeCopy(root: string, name: string): string {
  const project = new Project(root);
  const { file, text } = sourceOf(itemNamed(name), python);
  const copy = path.posix.join(python.folder(project), python.fileName(file, project));
  mkdirSync(path.dirname(path.join(root, copy)), { recursive: true });
  writeFileSync(path.join(root, copy), `${python.comment("policybook: …")}\n${text}`);
  return copy;
}

/** Runs the usage from the folder above the copies, where `add` says that it belongs. */
async function runUsage(root: string, name: string): Promise<string> {
  const copy = writeCopy(root, name);
  const usage = await python.usage(itemNamed(name), { project: new Project(root), copy });
  const from = path.join(root, path.dirname(path.dirname(copy)));
  writeFileSync(path.join(from, "main.py"), usage);
  return runTool("python3", ["main.py"], from);
}

const IDIOM = `
import math
import os
import random

import constant, decorrelated_jitter, equal_jitter, exponential, full_jitter, retry_after_aware, rng

def refuses(kind, name, call):
    try:
        call()
    except kind as error:
        assert type(error) is kind and name in str(error), error
    else:
        raise AssertionError(f"{name} was taken")

failure = constant.Failure(retryable=True, retry_after_ms=5)
jittered = [full_jitter.FullJitter, equal_jitter.EqualJitter,
            decorrelated_jitter.DecorrelatedJitter, retry_after_aware.RetryAfterAware]
makers = [constant.Constant, exponential.Exponential,
          *[lambda make=make, **given: make(full_jitter.system_rng, **given) for make in jittered]]

for make in makers:
    for name in ["base_ms", "cap_ms", "max_attempts"]:
        if make is constant.Constant and name == "cap_ms":
            continue
        for value in [True, 100.0, "100", b"1", [], -1, 1.5, math.nan, -math.inf]:
            refuses(ValueError, f"{name} must be an int ", lambda: make(**{name: value}))
            refuses(ValueError, f"got {value!r}", lambda: make(**{name: value}))
    refuses(ValueError, "2147483647", lambda: make(base_ms=2**31))
    refuses(ValueError, "math.inf", lambda: make(max_attempts=0))
    policy = make(max_attempts=math.inf)
    for attempt in [True, 1.0, "1", None, 0, math.inf]:
        refuses(ValueError, "attempts count from 1", lambda: policy.next_delay(attempt, failure))
    assert policy.next_delay(10**400, failure) is not None
    assert make(max_attempts=None).next_delay(8, failure) is None
    refuses(AttributeError, "", lambda: setattr(policy, "other", 1))

for make in jittered:
    refuses(TypeError, "rng", lambda: make())
    refuses(TypeError, "rng is required: say, system_rng", lambda: make(None))
    refuses(ValueError, "base_ms", lambda: make(None, base_ms=-1))
    for source in [random.SystemRandom(), random.Random(1), random, rng.SeededRng(1)]:
        assert make(source).next_delay(1, constant.Failure(retryable=True)) in range(301)
    draws = [[make(full_jitter.system_rng, base_ms=10**9, cap_ms=10**9).next_delay(1, exponential.Failure(True))
              for _ in range(4)] for _ in range(2)]
    assert make is decorrelated_jitter.DecorrelatedJitter or draws[0] != draws[1], draws

# The production source: a child process does not repeat what its parent draws.
read, write = os.pipe()
child = os.fork()
drawn = str(full_jitter.system_rng.randrange(2**31)).encode()
if child == 0:
    os.write(write, drawn)
    os._exit(0)
os.waitpid(child, 0)
assert os.read(read, 100) != drawn

aware = retry_after_aware.RetryAfterAware(rng.SeededRng(1))
for hint in [True, 5.0, "5", -1, math.nan, math.inf, None, [], object()]:
    delay = aware.next_delay(7, retry_after_aware.Failure(True, retry_after_ms=hint))
    assert isinstance(delay, int) and 0 <= delay <= 6400, hint
assert aware.next_delay(1, retry_after_aware.Failure(True, retry_after_ms=10**5000)) == 10_000
assert rng.SeededRng(1).randrange(100) == rng.SeededRng(1).next_int(100) == 48
refuses(TypeError, "seed", lambda: rng.SeededRng())
refuses(ValueError, "bound", lambda: rng.SeededRng(1).randrange(True))
assert rng.mix32(-1) == rng.mix32(2**32 - 1) == rng.mix32(2**40 - 1)
print("all as documented")
`;
