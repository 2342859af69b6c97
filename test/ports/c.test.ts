import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { c } from "../../cli/ports/c.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { scratch } from "../support/scratch.ts";
import { type Style, testFormatter } from "./suite/formatting.ts";
import { testPort } from "./suite/suite.ts";
import { eachBy } from "./suite/usages.ts";
import { C_IDIOM } from "./support/c-idiom.ts";
import { beyondIntegers } from "./support/integers.ts";
import { describeWith } from "../support/programs.ts";
import { copiesIn, filesIn } from "./support/registry.ts";

const STRICT = [
  "-std=c99",
  "-Wall",
  "-Wextra",
  "-Wpedantic",
  "-Wconversion",
  "-Wshadow",
  "-Werror",
];
const files = filesIn(c);
const sources = Object.keys(files).filter((file) => file.endsWith(".c"));

const check = "    return RETRY_BAD_ATTEMPT;\n";
const drawsEarly = [
  check,
  `${check}  (void)policy->rng.next_int(policy->rng.state, 1);\n`,
] as const;

testPort(c, {
  vectors: {
    expressible: 0.6,
    ruledOut: (document) =>
      beyondIntegers(document, (value, use) =>
        use === "seed" ? value < 0 || value > 0xffff_ffff : value < 0,
      ),
  },
  faults: {
    rounds: [
      {
        constant: ["attempt >= policy", "attempt > policy"],
        exponential: ["n < attempt", "n <= attempt"],
        "full-jitter": ["ceiling + 1)", "ceiling + 2)"],
        "equal-jitter": ["half + 1)", "half + 2)"],
        "decorrelated-jitter": ["drawn < policy", "drawn > policy"],
        "retry-after-aware": ["retry_after_ms >= 0", "retry_after_ms > 0"],
        "retry-after-jitter": ["hint > cap", "hint >= cap"],
        rng: ["drawn < surplus", "drawn < 0"],
      },
      {
        constant: ["given.base_ms < 0 ||", ""],
        exponential: ["given.cap_ms > INT32_MAX", "given.cap_ms > INT64_MAX"],
        "full-jitter": drawsEarly,
        "equal-jitter": drawsEarly,
        "decorrelated-jitter": drawsEarly,
        "retry-after-aware": drawsEarly,
        "retry-after-jitter": drawsEarly,
        rng: ["bound > two_32", "bound > two_32 + 1"],
      },
    ],
    unbuildable: {
      edit: ["retry_result retry_constant_init(", "retry_result (("],
      complaint: "error:",
    },
  },
  compiling: {
    alone: {
      atOnce: false,
      async compile(root, folders) {
        const compiled = folders.map((folder) => {
          const own = readdirSync(path.join(root, folder)).filter((file) => file.endsWith(".c"));
          return runTool("cc", [...STRICT, "-c", ...own], path.join(root, folder));
        });
        return (await Promise.all(compiled)).join("");
      },
    },
    together: {
      folder: ".",
      program: () => ({ "main.c": C_IDIOM }),
      async run(root) {
        const checked = [...STRICT, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"];
        await runTool("cc", [...checked, "-o", "main", ...sources, "main.c"], root);
        return runTool(path.join(root, "main"), [], root);
      },
    },
  },
  usages: {
    layouts: [
      { files: { "CMakeLists.txt": "", "src/app.h": "" } },
      { files: { Makefile: "", "app.c": "" } },
    ],
    program: (_, above) => path.posix.join(above, "main.c"),
    run: eachBy(async ({ root, program, copy }) => {
      await runTool("cc", [...STRICT, "-o", "main", program, copy], root);
      return runTool(path.join(root, "main"), [], root);
    }),
    prints: { policy: "succeeded at attempt 3\n", generator: "21\n32\n26\n" },
  },
  projects: [
    [{ "CMakeLists.txt": "" }, "CMakeLists.txt", "retry"],
    [{ "CMakeLists.txt": "", "src/main.c": "" }, "CMakeLists.txt", "src/retry"],
    [{ Makefile: "", "main.c": "" }, "Makefile", "retry"],
    [{ GNUmakefile: "", "src/main.c": "" }, "GNUmakefile", "src/retry"],
    [{ Makefile: "" }, undefined, "retry"],
    [{ Makefile: "", "src/main.go": "" }, undefined, "src/retry"],
    [{ "main.c": "" }, undefined, "retry"],
  ],
  meaning: {
    item: "full-jitter",
    edits: [
      ["< attempt", "<= attempt"],
      ["+ 1", "+ 2"],
      ["delay *= 2", "delay *= 3"],
    ],
  },
});

const CHANGES: Readonly<Record<string, Style["changes"]>> = { LLVM: "none", Google: "some" };

testFormatter(c, {
  programs: ["clang-format"],
  styles: ["LLVM", "Google", "Mozilla", "WebKit", "Microsoft", "GNU"].map((name) => ({
    name: `the style of ${name}`,
    flags: [`--style=${name}`],
    changes: CHANGES[name] ?? "every",
  })),
  format: (folder, all, flags) => runTool("clang-format", ["-i", ...flags, ...all], folder),
});

describeWith(["cc"], "one translation unit", () => {
  test("takes all of the copies", async () => {
    const unity = sources.map((file) => `#include "${file}"\n`);
    const root = scratch({ ...files, "unity.c": unity.join("") });
    await runTool("cc", [...STRICT, "-c", "unity.c"], root);
  });
});

test("the types that headers share are the same, word for word", () => {
  const shared = (guard: string) =>
    copiesIn(c)
      .flatMap((copy) => Object.values(copy.files))
      .flatMap(
        (text) => new RegExp(`#ifndef ${guard}\n[^]*?\n#endif /\\* ${guard}`).exec(text) ?? [],
      );
  expect(shared("RETRY_POLICY_TYPES")).toHaveLength(7);
  expect(new Set(shared("RETRY_POLICY_TYPES")).size).toBe(1);
  expect(shared("RETRY_RNG_TYPE")).toHaveLength(6);
  expect(new Set(shared("RETRY_RNG_TYPE")).size).toBe(1);
});
