import { describe, expect } from "vitest";
import { elixir } from "../../cli/ports/elixir.ts";
import { go } from "../../cli/ports/go.ts";
import { java } from "../../cli/ports/java.ts";
import { javascript } from "../../cli/ports/javascript.ts";
import type { Port } from "../../cli/ports/port.ts";
import { python } from "../../cli/ports/python.ts";
import { rust } from "../../cli/ports/rust.ts";
import type { Case } from "../../vectors/run.js";
import { testWith } from "../support/programs.ts";
import { toolchainOf, verdicts } from "./support/played.ts";
import { copyOf, itemNamed, replacing } from "./support/registry.ts";

/** What an edited copy answers, what the vectors want, and what the report says that it got. */
type Answer = readonly [code: string, wanted: number | null, got: string];

const JAVASCRIPT: readonly Answer[] = [
  ['"null"', null, '"null" (a string)'],
  ['"100"', 100, '"100" (a string)'],
  ["[100]", 100, "[object Array]"],
  ["{ valueOf: () => 100, toString: () => '100' }", 100, "[object Object]"],
  ["true", 1, "true (a boolean)"],
  ["NaN", 100, "NaN"],
  ["-0", 0, "-0"],
  ["100n", 100, "100 (a bigint)"],
  ["undefined", null, "[object Undefined]"],
  ["Promise.resolve(100)", 100, "[object Promise]"],
  [String.raw`"5\n100\nok"`, 100, String.raw`"5\n100\nok" (a string)`],
  [String.raw`Symbol("5\n100")`, 100, "Symbol(5 100) (a symbol)"],
  [String.raw`{ [Symbol.toStringTag]: "\n100\n" }`, 100, "[object 100 ]"],
  [`"${"9".repeat(300)}"`, 100, `"${"9".repeat(200)}" (a string)`],
];

const PYTHON: readonly Answer[] = [
  ["100.0", 100, "100.0 (of type float)"],
  ["True", 1, "True (of type bool)"],
  ['"100"', 100, "'100' (of type str)"],
  ['"null"', null, "'null' (of type str)"],
  ["[100]", 100, "[100] (of type list)"],
  [String.raw`"5\n100"`, 100, String.raw`'5\n100' (of type str)`],
  [String.raw`type("X", (), {"__repr__": lambda _: "5\n100"})()`, 100, "5 100 (of type X)"],
];

const ELIXIR: readonly Answer[] = [
  ["100.0", 100, "100.0 (of the wrong type)"],
  [":null", null, ":null (of the wrong type)"],
  ["nil", null, "nil (of the wrong type)"],
  ['"100"', 100, '"100" (of the wrong type)'],
  ["[100, :x]", 100, "[100, :x] (of the wrong type)"],
  [String.raw`"5\n100"`, 100, String.raw`"5\n100" (of the wrong type)`],
];

const LIST = (answers: readonly Answer[]): string => answers.map(([code]) => code).join(", ");

describe.each<[Port, readonly Answer[], (text: string) => string]>([
  [
    javascript,
    JAVASCRIPT,
    replacing("return this.#baseMs", `return [${LIST(JAVASCRIPT)}][attempt - 1]`),
  ],
  [
    python,
    PYTHON,
    replacing("return self._base_ms", `return (${LIST(PYTHON)})[attempt - 1]  # type: ignore`),
  ],
  [
    elixir,
    ELIXIR,
    replacing(
      "{:retry, policy.base_ms, policy}",
      `{:retry, Enum.at([${LIST(ELIXIR)}], attempt - 1), policy}`,
    ),
  ],
])("$title", (port, answers, edit) => {
  testWith(
    toolchainOf(port).programs,
    `${port.title}: an answer of another type never passes`,
    async () => {
      const cases = answers.map(([, delay], index) => theCase({ attempt: index + 1, delay }));
      const copy = copyOf(itemNamed("constant"), port, edit);
      const reports = await verdicts(port, [copy], () => ({
        format: 1,
        policy: "constant",
        cases,
      }));
      const { passed, failed } = reports.get("constant") ?? { failed: [] };
      expect(failed.map(({ got }) => got)).toEqual(answers.map(([, , got]) => got));
      expect(passed).toBe(0);
    },
  );
});

describe.each<[Port, string, string, string]>([
  [java, "OptionalLong.of(params.baseMs())", "null", "Cannot invoke"],
  [
    go,
    "\treturn p.base, true",
    String.raw`	panic("base\n100\nok must be\n100")`,
    "base 100 ok must be 100",
  ],
  [
    rust,
    "Some(Duration::from_millis(self.base_ms))",
    String.raw`panic!("base\n100\nok must be \n100")`,
    "base 100 ok must be 100",
  ],
  [elixir, "{:retry, policy.base_ms, policy}", "100", "100 (of the wrong type)"],
])("$title", (port, what, by, got) => {
  const title = `${port.title}: ${by} is told of in one line`;
  testWith(toolchainOf(port).programs, title, async () => {
    const cases = [theCase({ attempt: 1, delay: 100 }), theCase({ attempt: 99, delay: null })];
    const copy = copyOf(itemNamed("constant"), port, replacing(what, by));
    const reports = await verdicts(port, [copy], () => ({ format: 1, policy: "constant", cases }));
    const { passed, failed } = reports.get("constant") ?? { failed: [] };
    expect(passed).toBe(1);
    expect(failed.map((failure) => JSON.stringify(failure.got))).toEqual([
      expect.stringContaining(got),
    ]);
  });
});

function theCase({ attempt, delay }: { attempt: number; delay: number | null }): Case {
  const calls = [{ attempt, reasoned: { delay } }];
  return { name: `attempt ${attempt}`, why: "Types count.", params: { maxAttempts: 50 }, calls };
}
