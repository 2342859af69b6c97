import path from "node:path";
import { expect, test } from "vitest";
import { python } from "../../cli/ports/python.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { describeWith } from "../support/programs.ts";
import { scratch, write } from "../support/scratch.ts";
import { testPort } from "./suite/suite.ts";
import { eachBy, place } from "./suite/usages.ts";
import { PYTHON_IDIOM } from "./support/python-idiom.ts";
import { names } from "./support/registry.ts";

const runPython = (folder: string, ...args: readonly string[]) =>
  runTool("python3", args, folder, { PYTHONDONTWRITEBYTECODE: "1" });
const moduleOf = (name: string): string => name.replaceAll("-", "_");

testPort(python, {
  vectors: { expressible: 0.99, ruledOut: () => [] },
  faults: {
    rounds: [
      {
        "full-jitter": ["cap_ms) + 1)", "cap_ms) or 1)"], // asks for one value too few
        "equal-jitter": ["        if not f", "        self._rng.randrange(1)\n        if not f"],
        exponential: ["return min(delay, cap_ms)", "return delay"],
        constant: ["type(value) is not int", "not isinstance(value, (int, str))"],
        "retry-after-aware": ["hint >= 0", "hint >= -1"],
        "retry-after-jitter": ["hint > self._cap_ms", "hint >= self._cap_ms"],
        "decorrelated-jitter": ["min(drawn, ", "max(drawn, "],
        rng: ["value < surplus", "value < 0"],
      },
    ],
    unbuildable: { edit: ["import math", "import (math"], complaint: "SyntaxError" },
  },
  compiling: {
    alone: {
      atOnce: false,
      async compile(root, folders) {
        const compiled = folders.map((folder) =>
          runPython(path.join(root, folder), "-W", "error", `${moduleOf(folder)}.py`),
        );
        return (await Promise.all(compiled)).join("");
      },
    },
    together: {
      folder: ".",
      program: () => ({ "main.py": PYTHON_IDIOM }),
      run: (root) => runPython(root, "main.py"),
    },
  },
  usages: {
    layouts: [
      { files: { "requirements.txt": "" } },
      { files: { "pyproject.toml": "", "src/my_app/__init__.py": "" } },
      { files: { "setup.py": "" }, dir: 'lib/it "is"-mine' },
      { files: { "setup.py": "" }, dir: "lib/class" },
    ],
    program: (_, above) => path.posix.join(above, "main.py"),
    run: eachBy(({ root, program }) => runPython(root, program)),
    prints: { policy: "succeeded at attempt 3\n", generator: "[21, 32, 26]\n" },
  },
  projects: [
    [{ "pyproject.toml": "" }, "pyproject.toml", "retry"],
    [{ "requirements.txt": "", "src/app.py": "" }, "requirements.txt", "src/retry"],
    [{ "setup.py": "", "src/my_app/__init__.py": "" }, "setup.py", "src/my_app"],
    [{ "main.py": "" }, undefined, "retry"],
  ],
  meaning: {
    item: "full-jitter",
    edits: [
      ["cap_ms) + 1)", "cap_ms) + 2)"],
      ["delay *= 2", "delay *= 3"],
    ],
  },
});

describeWith(["python3"], "a package", () => {
  test("holds all of the copies", async () => {
    const [root, layout] = [scratch(), { files: { "pyproject.toml": "" } }];
    for (const name of names)
      await place(python, { name, layout, root }, `use_${moduleOf(name)}.py`);
    write(root, "main.py", names.map((name) => `import retry.${moduleOf(name)}\n`).join(""));
    expect(await runPython(root, "main.py")).toBe("");
  });
});
