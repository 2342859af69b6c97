import path from "node:path";
import { writeFileSync, mkdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { Project } from "../../cli/ports/project.ts";
import { python } from "../../cli/ports/python.ts";
import { runTool } from "../../cli/ports/tools.ts";
import type { Report } from "../../vectors/run.js";
import { ATTEMPTS, BASES, capsFor, exactCeiling } from "../registry/support/ceilings.ts";
import { PYTHON_IDIOM } from "./support/python-idiom.ts";
import {
  answers,
  copyOf,
  itemNamed,
  items,
  lacking,
  replacing,
  sourceOf,
  titleOf,
  vectorsOf,
  verdicts,
  withFolder,
} from "./support/played.ts";
import { expectFailing } from "./support/expectations.ts";

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
      "retry-after-jitter": replacing("hint > self._cap_ms", "hint >= self._cap_ms"),
      "decorrelated-jitter": replacing("min(drawn, ", "max(drawn, "),
      rng: replacing("value < surplus", "value < 0"),
    }).map(([name, edit]) => copyOf(itemNamed(name), python, edit));
    await expectFailing(python, broken);
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
    await withFolder({ ...files, "main.py": PYTHON_IDIOM }, async (folder) => {
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
      for (const name of names) await writeCopy(root, name);
      const program = items.map((item) => `import retry.${item.name.replaceAll("-", "_")}\n`);
      writeFileSync(path.join(root, "main.py"), program.join(""));
      expect(await runTool("python3", ["main.py"], root)).toBe("");
    });
  });
});

/** Puts a copy where the port wants it, with a provenance line, and gives its path. */
async function writeCopy(root: string, name: string): Promise<string> {
  const project = new Project(root);
  const { file, text } = sourceOf(itemNamed(name), python);
  const copy = path.posix.join(python.folder(project), await python.fileName(file, project));
  mkdirSync(path.dirname(path.join(root, copy)), { recursive: true });
  writeFileSync(path.join(root, copy), `${python.comment("policybook: …")}\n${text}`);
  return copy;
}

/** Runs the usage from the folder above the copies, where `add` says that it belongs. */
async function runUsage(root: string, name: string): Promise<string> {
  const copy = await writeCopy(root, name);
  const usage = await python.usage(itemNamed(name), { project: new Project(root), copy });
  const from = path.join(root, path.dirname(path.dirname(copy)));
  writeFileSync(path.join(from, "main.py"), usage);
  return runTool("python3", ["main.py"], from);
}
