import { symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { contents, json, policybook, read, scratch, write } from "./support/policybook.ts";
import { itemNames } from "./support/registry.ts";
import { Key, terminal } from "./support/terminal.ts";

const policies = itemNames().filter((name) => name !== "rng");
const run = (...args: readonly string[]) => policybook(scratch(), ["bench", ...args]);
/** One repetition among few clients: for what does not depend on the figures. */
const QUICK = ["--clients", "20", "--repetitions", "1"];
const TWICE = ["--clients", "20", "--repetitions", "2"];

describe("bench", () => {
  test("measures every policy, best first, within 80 columns, plain in a pipe", () => {
    const { status, stdout, stderr } = run();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const name of policies) expect(stdout).toContain(`\n${name} `);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).not.toMatch(/[\u001b█]/);
    const rates = [...stdout.matchAll(/^[a-z-]+ +([\d.]+)% .* (\d+\.\d)%$/gm)].map((match) =>
      Number(match[1]),
    );
    expect(rates).toHaveLength(policies.length);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
    expect(stdout).toMatch(/exponential +40\.0% .* 15\.1%/);
    expect(stdout).toMatch(/client gets +service pays/);
  });

  test("--json has the known figures in full, with version and scenario", () => {
    const document = json(run("--json"));
    expect(document).toMatchObject({ workload: "outage-30s", params: { clients: 1000, seed: 60 } });
    const figures = Object.fromEntries(
      document.results.map((result: { policy: string }) => [result.policy, result]),
    );
    expect(figures["exponential"].successRate).toBe(0.4);
    expect(figures["full-jitter"]).toMatchObject({ successRate: 0.199, version: "1.0.0" });
    expect(figures["full-jitter"].peakRetryShare.toFixed(4)).toBe("0.0255");
    for (const name of ["meanTimeToSuccessMs", "meanAttempts", "p99Attempts", "repetitions"])
      expect(figures["equal-jitter"][name]).toEqual(expect.any(Number));
  });

  test("--csv has a row for each policy", () => {
    const { stdout } = run("constant", "exponential", "--csv", ...QUICK);
    const [head = "", ...rows] = stdout.trimEnd().split("\n");
    expect(head.split(",").slice(0, 2)).toEqual(["policy", "version"]);
    expect(new Set(rows.map((row) => row.split(",")[0]))).toEqual(
      new Set(["constant", "exponential"]),
    );
    for (const row of rows) expect(row.split(",")).toHaveLength(head.split(",").length);
  });

  test.each(["outage-30s", "occ-contention", "shared-outage"])(
    "%s fits 80 columns and tells both sides",
    (workload) => {
      const { status, stdout } = run("--workload", workload, ...QUICK);
      expect(status).toBe(0);
      for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
      expect(stdout).toMatch(/client gets +service pays/);
    },
  );

  test("the scenario is the user's, with units", () => {
    const flags = ["--workload", "shared-outage", "--outage", "20s", "--capacity", "50"];
    const { params } = json(run("constant", ...flags, "--queue", "2s", "--json", ...QUICK));
    expect(params).toMatchObject({ clients: 20, outageMs: 20_000, capacity: 50, queueMs: 2000 });
    const [one, other] = ["30s", "0.5min"].map((time) =>
      run("constant", "--outage", time, "--json"),
    );
    expect(one).toEqual(other);
  });

  test("a budget cures what jitter does not", () => {
    const flags = ["full-jitter", "--workload", "shared-outage", "--scenario", "B", "--json"];
    const rate = (...more: readonly string[]) =>
      json(run(...flags, "--repetitions", "1", ...more)).results[0].lateSuccessRate;
    expect(rate()).toBeLessThan(0.2);
    expect(rate("--budget", "10")).toBe(1);
  });
});

describe("bench, on files", () => {
  test.each(["typescript", "javascript"])("a copy in %s is measured as it is", (lang) => {
    const folder = scratch({ "package.json": '{ "type": "module" }' });
    policybook(folder, ["add", "full-jitter", "--lang", lang, "--dir", "lib"]);
    const file = `lib/full-jitter.${lang === "typescript" ? "ts" : "js"}`;
    const measure = () =>
      json(policybook(folder, ["bench", file, "full-jitter", "--json"])).results;
    const [pristine, registrys] = measure();
    expect(pristine).toMatchObject({ file, version: "1.0.0", edited: false });
    expect({ ...pristine, file: undefined, edited: undefined }).toEqual({
      ...registrys,
      file: undefined,
      edited: undefined,
    });

    write(folder, file, read(folder, file).replace("maxAttempts = 8", "maxAttempts = 16"));
    const before = contents(folder);
    const [edited] = measure();
    expect(edited).toMatchObject({ policy: "full-jitter", file, version: "1.0.0", edited: true });
    expect(edited.successRate).toBeGreaterThan(0.9);
    expect(contents(folder)).toEqual(before);
  });

  test("a policy of the user's own", () => {
    const folder = scratch({
      "linear.ts": `export class Linear {
        constructor(private readonly params: { baseMs?: number } = {}) {}
        nextDelay(attempt: number): number | null {
          return attempt < 8 ? (this.params.baseMs ?? 1000) * attempt : null;
        }
      }`,
    });
    const [result] = json(policybook(folder, ["bench", "linear.ts", "--json"])).results;
    expect(result).toMatchObject({ policy: "linear", version: null, file: "linear.ts" });
    expect(result.successRate).toBeGreaterThan(0.5);
  });

  test.each([
    ["no class", "export const x = 1;", /no class with a method nextDelay/],
    ["a syntax error", "export class {{", /bad\.ts/],
    ["no whole answer", "export class P { nextDelay() { return NaN } }", /nextDelay\(1\) gave NaN/],
    ["a late throw", "export class P { nextDelay(n) { if (n > 20) throw Error('late'); return 0 } }", /late/], // prettier-ignore
    [
      "a throw at once",
      "export class P { constructor() { throw Error('no') } nextDelay() {} }",
      /no/,
    ],
    ["an import", 'import "./other.ts"; export class P { nextDelay() {} }', /other/],
  ])("%s is an error that names the file", (_, text, message) => {
    const { status, stdout, stderr } = policybook(scratch({ "bad.ts": text }), ["bench", "bad.ts"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^error: bad\.ts cannot/);
    expect(stderr).toMatch(message);
  });

  test("another language is refused, and so is what is no policy", () => {
    const folder = scratch({ "x.py": "" });
    expect(policybook(folder, ["bench", "x.py"])).toMatchObject({ status: 2, stdout: "" });
    expect(policybook(folder, ["bench", "."])).toMatchObject({ status: 2, stdout: "" });
    expect(policybook(folder, ["bench", "rng"])).toMatchObject({ status: 2, stdout: "" });
    const { status, stderr } = policybook(folder, ["bench", "ful-jitter"]);
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean "full-jitter"?');
  });
});

describe("bench --html", () => {
  const page = (folder: string, file: string, ...more: readonly string[]) =>
    policybook(folder, ["bench", "constant", "--html", file, ...QUICK, ...more]);

  test("writes a page, and again over its own", () => {
    const folder = scratch();
    const { status, stdout, stderr } = page(folder, "report.html");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "wrote: report.html\n" });
    expect(stdout).toContain("constant");
    expect(Object.keys(contents(folder))).toEqual(["report.html"]);
    expect(read(folder, "report.html")).toContain(
      "$ policybook bench constant --html report.html --clients 20 --repetitions 1",
    );
    const { html, results } = json(page(folder, "report.html", "--json"));
    expect(html).toBe("report.html");
    expect(read(folder, "report.html")).toContain(`<data value="${results[0].peakRetryShare}">`);
  });

  test("never over anything else", () => {
    const folder = scratch({ "notes.html": "mine", "sub/x": "" });
    const before = contents(folder);
    for (const file of ["notes.html", "sub", "sub/", "missing/report.html", ""]) {
      const { status, stdout, stderr } = page(folder, file);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(/^error: .*\n.*another file/);
    }
    expect(contents(folder)).toEqual(before);
    expect(page(folder, "notes.html", "--overwrite").status).toBe(0);
    expect(read(folder, "notes.html")).toContain("<!doctype html>");
  });

  test("not through a symbolic link", () => {
    const folder = scratch({ "real.html": "" });
    symlinkSync("real.html", path.join(folder, "link.html"));
    const { status, stderr } = page(folder, "link.html", "--overwrite");
    expect({ status, text: read(folder, "real.html") }).toEqual({ status: 2, text: "" });
    expect(stderr).toContain("link.html is a symbolic link");
  });
});

describe("bench --recommend", () => {
  const ask = (...args: readonly string[]) => run("--recommend", ...args, ...QUICK);

  test("says what to pick, why, and what the runner-up trades, in 80 columns", () => {
    const { status, stdout, stderr } = ask();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/PICK +RUNNER-UP/);
    expect(stdout).toMatch(/^Why: /m);
    expect(stdout).toMatch(/^The runner-up: /m);
    expect(stdout).toMatch(
      /^Next: `policybook add [\w-]+`, and construct it with \{ baseMs: \d+,/m,
    );
    expect(stdout).toMatch(/^Why: [^]*in\s+peak:\s+retries\s+in\s+10\s+ms[^]*^The runner-up: /m);
    expect(stdout).toMatch(/\d+ simulations of \d+ settings/);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("where each setting has one seed, no spread between seeds is spoken of", () => {
    const words = ask().stdout.replace(/\s+/g, " ");
    expect(words).toContain("settings, each under one seed. Nothing was considered");
    expect(words).not.toContain("±");
    const repeated = run("--recommend", ...TWICE).stdout.replace(/\s+/g, " ");
    expect(repeated).toMatch(/the best \d+ under 2 seeds each\. ± is the spread/);
  });

  test("--json has the whole grid, and --csv its rows", () => {
    const document = json(ask("--json", "--max-attempts", "4"));
    expect(policies).toContain(document.recommended.policy);
    expect(document.grid.length).toBeGreaterThan(100);
    for (const { maxAttempts } of document.grid) expect(maxAttempts).toBeLessThanOrEqual(4);
    const [, ...rows] = ask("--csv", "--max-attempts", "4").stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(document.grid.length);
  });

  test("exits with 1 if nothing keeps to the limits, and says what is possible", () => {
    const { status, stdout } = ask("--max-load", "0.5");
    expect(status).toBe(1);
    expect(stdout).toMatch(/--max-load 0\.5 is \d/);
  });
});

test("bench --recommend --html writes what it says, with all that it tried", () => {
  const folder = scratch();
  const args = ["bench", "--recommend", "--html", "advice.html", "--json", ...QUICK];
  const { recommended, html, grid } = json(policybook(folder, args));
  expect(html).toBe("advice.html");
  const page = read(folder, "advice.html");
  expect(page).toContain(`<p>Pick ${recommended.policy} (base ${recommended.baseMs} ms`);
  expect(page).toContain(`${grid.length} settings`);
});

describe("bench, wrongly called", () => {
  test.each([
    [["--workload", "outage"], /outage-30s, occ-contention, shared-outage/],
    [["nosuch.ts"], /There is no file nosuch\.ts/],
    [["--base-ms", "fast"], /--base-ms must be 0 ms to .*got "fast"/],
    [["--queue", "1s"], /--queue means nothing in outage-30s/],
    [["--max-load", "3"], /--max-load .*Add --recommend/s],
    [["--recommend", "--max-peak", "0"], /--max-peak must be a number above 0/],
    [["--recommend", "--workload", "occ-contention"], /--max-load 8/],
    [["--json", "--csv"], /cannot be combined/],
    [["decorrelated-jitter", "--cap-ms", "2147483647"], /decorrelated-jitter cannot.*1431655765/s],
    [["constant", "--base-ms", "0", "--max-attempts", "unlimited"], /without waiting/],
  ])("%j is an error that says what to do", (args, message) => {
    const { status, stdout, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stdout + stderr).toMatch(message);
  });
});

describe("bench, on a terminal", () => {
  test("draws the retries of each policy, in which the herd can be seen", async () => {
    const { screen, ends } = terminal(scratch(), ["bench"], { NO_COLOR: "1" });
    expect(await ends()).toBe(0);
    const plot = (name: string) =>
      screen()
        .split("Retries over time")[1]
        ?.match(new RegExp(`^${name} .*$`, "m"))?.[0] ?? "";
    expect(plot("exponential")).toMatch(/( +█){5}/);
    expect(plot("full-jitter")).toContain("▁▁▁▁▁");
    expect(plot("full-jitter")).not.toContain("█");
    for (const line of screen().split("\r\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  test("Ctrl-C ends a search with what is known so far", async () => {
    const long = ["bench", "--recommend", "--clients", "20000"];
    const { sees, press, screen, ends } = terminal(scratch(), long);
    await sees("% ");
    press(Key.ctrlC);
    expect(await ends()).toBe(130);
    expect(screen()).toMatch(/interrupted after \d+ simulations/);
    expect(screen()).toMatch(/PICK|None of/);
  });

  const LONG = ["bench", "--workload", "shared-outage", "--repetitions", "10000"];

  test("shows progress, and Ctrl-C prints what is known and exits with 130", async () => {
    const { sees, press, screen, ends } = terminal(scratch(), [...LONG, "constant"]);
    await sees("%  constant");
    press(Key.ctrlC);
    expect(await ends()).toBe(130);
    expect(screen()).toMatch(/constant +\d+\.\d%/);
    expect(screen()).toMatch(/interrupted: 1 of 1 policies were run, the last with \d+ of 10000/);
  });

  test("Ctrl-C with --json prints a document all the same", async () => {
    const { sees, press, screen, ends } = terminal(scratch(), [...LONG, "constant", "--json"]);
    await sees("%  constant");
    press(Key.ctrlC);
    expect(await ends()).toBe(130);
    expect(screen()).toContain('"interrupted": true');
  });
});
