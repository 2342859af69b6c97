import { describe, expect, test } from "vitest";
import { contents, policybook, read, scratch, write } from "./support/policybook.ts";
import { Key, terminal } from "./support/terminal.ts";

describe("add, on a terminal", () => {
  test("without a name offers all policies, the recommended one ticked", async () => {
    const folder = scratch();
    const { sees, press, ends } = terminal(folder, ["add"]);
    await sees("Which policies?");
    await sees("full-jitter (recommended)");
    press(Key.down, Key.space);
    await sees("constant");
    press(Key.enter);
    expect(await ends()).toBe(0);
    expect(Object.keys(contents(folder))).toEqual(["retry/constant.ts", "retry/full-jitter.ts"]);
  });

  test.each([["--yes"], ["--json"]])(
    "without a name and with %s, says that it does not ask",
    async (flag) => {
      for (const command of ["add", "remove"]) {
        const folder = scratch();
        if (command === "remove") policybook(folder, ["add", "rng"]);
        const { screen, ends } = terminal(folder, [command, flag]);
        expect(await ends()).toBe(2);
        expect(screen()).toContain(
          "nothing is asked without a terminal, in CI, or with --yes or --json",
        );
      }
    },
  );

  test("asks about an existing different file: keep", async () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const { sees, press, ends } = terminal(folder, ["add", "full-jitter", "constant"]);
    await sees("retry/full-jitter.ts exists and differs");
    press(Key.enter);
    expect(await ends()).toBe(0);
    expect(read(folder, "retry/full-jitter.ts")).toBe("mine\n");
    expect(Object.keys(contents(folder))).toContain("retry/constant.ts");
  });

  test("asks about an existing different file: overwrite", async () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const { sees, press, ends } = terminal(folder, ["add", "full-jitter"]);
    await sees("exists and differs");
    press(Key.down, Key.enter);
    expect(await ends()).toBe(0);
    expect(read(folder, "retry/full-jitter.ts")).toContain("class FullJitter");
  });

  test("says of a copy that is in the way what it is", async () => {
    const folder = scratch();
    policybook(folder, ["add", "full-jitter"]);
    const copy = read(folder, "retry/full-jitter.ts");
    write(folder, "retry/full-jitter.ts", copy.replace("capMs = 10_000", "capMs = 20_000"));
    const { sees, press, ends } = terminal(folder, ["add", "full-jitter"]);
    await sees("exists and differs: a copy of full-jitter that you changed.");
    press(Key.enter);
    expect(await ends()).toBe(0);
    expect(read(folder, "retry/full-jitter.ts")).toContain("20_000");
  });

  test("C4: does not ask where CI is set, terminal or not", async () => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const { screen, ends } = terminal(folder, ["add", "full-jitter"], { CI: "true" });
    expect(await ends()).toBe(2);
    expect(screen()).toContain("--overwrite");
  });

  test.each([
    ["Ctrl-C", Key.ctrlC],
    ["Escape", Key.escape],
  ])("C17: %s at a prompt writes nothing and exits 130", async (_, key) => {
    const folder = scratch({ "retry/full-jitter.ts": "mine\n" });
    const before = contents(folder);
    const { sees, press, screen, ends } = terminal(folder, ["add", "constant", "full-jitter"]);
    await sees("exists and differs");
    press(key);
    expect(await ends()).toBe(130);
    expect(screen()).toContain("nothing was written");
    expect(contents(folder)).toEqual(before);
  });
});

describe("init, on a terminal", () => {
  test("asks for language and folder, with the guesses as defaults", async () => {
    const folder = scratch({ "package.json": "{}" });
    const { sees, press, ends } = terminal(folder, ["init"]);
    await sees("Which language?");
    press(Key.enter);
    await sees("Which folder");
    press(Key.enter);
    expect(await ends()).toBe(0);
    expect(read(folder, "policybook.json")).toContain('"lang": "javascript"');
    expect(read(folder, "policybook.json")).toContain('"dir": "retry"');
  });
});

describe("show, on a terminal", () => {
  test("renders the page: no Markdown marks, styled, within the width", async () => {
    const { screen, ends } = terminal(scratch(), ["show", "full-jitter"]);
    expect(await ends()).toBe(0);
    expect(screen()).toContain("\u001b[1m");
    expect(screen()).not.toMatch(/^#+ /m);
    expect(screen()).not.toContain("```");
    expect(screen()).not.toContain("<!--");
  });

  test("NO_COLOR leaves the layout and drops the colours", async () => {
    const { screen, ends } = terminal(scratch(), ["show", "full-jitter"], { NO_COLOR: "1" });
    expect(await ends()).toBe(0);
    expect(screen()).not.toContain("\u001b[1m");
    expect(screen()).not.toMatch(/^#+ /m);
    const lines = screen().split(/\r?\n/);
    const text = lines.filter((line) => !line.startsWith("    ")); // and no code, which is not wrapped
    expect(text.filter((line) => line.length > 80)).toEqual([]);
    expect(text.filter((line) => line.startsWith("baseMs "))).toHaveLength(1);
  });
});

describe("diff, on a terminal", () => {
  test("colours what was taken away and what was added", async () => {
    const folder = scratch();
    policybook(folder, ["add", "constant"]);
    const edited = read(folder, "retry/constant.ts").replace("baseMs = 100", "baseMs = 250");
    write(folder, "retry/constant.ts", edited);
    const { screen, ends } = terminal(folder, ["diff"]);
    expect(await ends()).toBe(1);
    expect(screen()).toMatch(/\u001b\[31m-.*baseMs = 100/);
    expect(screen()).toMatch(/\u001b\[32m\+.*baseMs = 250/);
  });
});
