import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test, vi } from "vitest";
import { sharedFolder } from "../support/scratch.ts";
import { contents, json, policybook, read, scratch, write } from "./support/policybook.ts";
import { Key, terminal } from "./support/terminal.ts";

const own = (folder: string) => ({ POLICYBOOK_REGISTRY: path.join(folder, "registry") });

describe("new", () => {
  test("scaffolds a policy in a registry of one's own that verifies, lists and can be added", () => {
    const folder = scratch({ "registry/.keep": "" });
    const { status, stdout } = policybook(folder, ["new", "linear-jitter"]);
    expect(status).toBe(0);
    const files = [
      "registry/linear-jitter/linear-jitter.ts",
      "registry/linear-jitter/page.md",
      "registry/linear-jitter/policy.json",
      "vectors/linear-jitter.json",
    ];
    for (const file of files) expect(stdout).toContain(`wrote ${file}`);
    expect(Object.keys(contents(folder))).toEqual(["registry/.keep", ...files]);
    expect(read(folder, "registry/linear-jitter/linear-jitter.ts")).toContain(
      "class LinearJitter ",
    );
    const page = read(folder, "registry/linear-jitter/page.md");
    expect(page).toMatch(/^\| `capMs` \| /m);
    expect(page).not.toContain("Numbers"); // only this repository measures them

    const verified = policybook(folder, ["verify", "--registry", "--json"], own(folder));
    expect(verified.status).toBe(0);
    expect(json(verified).copies).toMatchObject([
      { policy: "linear-jitter", passed: 3, failed: [] },
    ]);
    expect(policybook(folder, ["list"], own(folder)).stdout).toContain("linear-jitter");

    const project = scratch();
    expect(policybook(project, ["add", "linear-jitter"], own(folder)).status).toBe(0);
    expect(policybook(project, ["diff"], own(folder)).stdout).toContain("current");
  });

  test("what has no vectors is not verified, and that is no success", () => {
    const folder = scratch({ "registry/.keep": "" });
    for (const name of ["linear-jitter", "bare-jitter"]) policybook(folder, ["new", name]);
    rmSync(path.join(folder, "vectors/bare-jitter.json"));
    const { status, stdout, stderr } = policybook(folder, ["verify", "--registry"], own(folder));
    expect(status).toBe(2);
    expect(stdout).toContain("passed linear-jitter/linear-jitter.ts");
    expect(stderr).toContain(
      "bare-jitter cannot be verified: there is no vectors/bare-jitter.json",
    );
  });

  test("a registry without an item verifies nothing, and that is no success", () => {
    const folder = scratch({ "registry/.keep": "" });
    const { status, stderr } = policybook(folder, ["verify", "--registry"], own(folder));
    expect(status).toBe(2);
    expect(stderr).toContain("has no item that could be verified");
  });

  const begun = sharedFolder((folder) => {
    write(folder, "registry/.keep", "");
    policybook(folder, ["new", "linear-jitter"]);
  });
  test.each(["javascript", "python", "go", "rust", "java", "c", "elixir"])(
    "scaffolds a port in %s, begun from the likeliest policy",
    (lang) => {
      const folder = begun();
      const { files } = json(
        policybook(folder, ["new", "linear-jitter", "--lang", lang, "--json"]),
      );
      const [port] = files;
      expect(read(folder, port)).toMatch(/TODO: this is full-jitter under another name/);
      expect(read(folder, port)).not.toMatch(/full_?jitter/i);
      const { files: listed } = JSON.parse(read(folder, "registry/linear-jitter/policy.json"));
      expect(listed[path.basename(port)]).toBe("draft");
      const again = policybook(folder, ["new", "linear-jitter", "--lang", lang]);
      expect(again.status).toBe(2);
      expect(again.stderr).toContain("already there");
    },
  );

  test.each([
    ["exponential-capped", "exponential"],
    ["constant2", "constant"],
    ["my-full-jitter", "full-jitter"],
  ])("%s, begun from %s, whose name it holds, is renamed once", (name, like) => {
    const folder = scratch({ "registry/.keep": "" });
    expect(policybook(folder, ["new", name, "--like", like]).status).toBe(0);
    expect(Object.keys(contents(folder))).toContain(`registry/${name}/${name}.ts`);
    const verified = policybook(folder, ["verify", "--registry", "--json"], own(folder));
    expect(json(verified).copies).toMatchObject([{ policy: name, failed: [] }]);
    expect(verified.status).toBe(0);
  });

  test("--like begins from another policy, and --dry-run writes nothing", () => {
    const folder = scratch({ "registry/.keep": "" });
    const before = contents(folder);
    const dry = json(
      policybook(folder, ["new", "fixed", "--like", "constant", "--dry-run", "--json"]),
    );
    expect(contents(folder)).toEqual(before);
    expect(
      json(policybook(folder, ["new", "fixed", "--like", "constant", "--json"])).files,
    ).toEqual(dry.files);
    expect(read(folder, "registry/fixed/fixed.ts")).toContain("class Fixed ");
    expect(read(folder, "vectors/fixed.json")).not.toContain("random");
  });

  test.each(["../x", "Full", "a--b", "a/b", "", "-x"])("refuses the name %j", (name) => {
    const folder = scratch({ "registry/.keep": "" });
    expect(policybook(folder, ["new", "--", name]).status).toBe(2);
    expect(Object.keys(contents(folder))).toEqual(["registry/.keep"]);
  });

  test("an empty registry is told", () => {
    const folder = scratch({ "registry/.keep": "" });
    expect(policybook(folder, ["list"], own(folder)).stderr).toContain("no item in this registry");
  });

  test("refuses an existing policy, and a folder without a registry", () => {
    const folder = scratch({ "registry/.keep": "" });
    policybook(folder, ["new", "mine"]);
    const before = contents(folder);
    expect(policybook(folder, ["new", "mine"]).stderr).toContain("already there");
    expect(contents(folder)).toEqual(before);
    expect(policybook(scratch(), ["new", "mine"]).stderr).toContain("no folder registry/");
  });
});

describe("verify", () => {
  test("passes a project's copies, edited in form only, and names the call that fails", () => {
    const folder = scratch({ "tsconfig.json": "{}" });
    policybook(folder, ["add", "full-jitter", "rng"]);
    expect(policybook(folder, ["verify"])).toMatchObject({ status: 0 });
    rmSync(path.join(folder, "retry/rng.ts")); // of all items it has the most vectors
    const edited = read(folder, "retry/full-jitter.ts").replace("delay *= 2", "delay *= 3");
    write(folder, "lib/moved.ts", edited);
    const { status, stdout } = policybook(folder, ["verify"]);
    expect(status).toBe(1);
    expect(stdout).toContain("passed retry/full-jitter.ts");
    expect(stdout).toContain("FAILED lib/moved.ts");
    expect(stdout).toMatch(/"random"|random \{"seed":1\}/);
    expect(policybook(folder, ["verify", "retry"]).status).toBe(0);
  });

  test("Ctrl-C ends a copy that never ends, and nothing is left behind", async () => {
    const folder = scratch({ "package.json": '{ "type": "module" }', "temporary/.keep": "" });
    const temporary = path.join(folder, "temporary");
    policybook(folder, ["add", "constant"]);
    const copy = Object.keys(contents(folder)).find((file) => file.endsWith("constant.js")) ?? "";
    const started = `import fs from "node:fs"; fs.writeFileSync("../started", ""); for (;;);`;
    write(folder, copy, `${read(folder, copy)}\n${started}\n`);
    const { press, ends } = terminal(folder, ["verify"], { TMPDIR: temporary });
    await vi.waitUntil(() => readdirSync(temporary).includes("started"), { timeout: 20_000 });
    press(Key.ctrlC);
    expect(await ends()).toBe(130);
    expect(readdirSync(temporary)).toEqual([".keep", "started"]);
  });

  test("--vectors runs the user's own, and a file that is none is refused", () => {
    const vectors = (delay: number) =>
      JSON.stringify({
        format: 1,
        policy: "constant",
        cases: [{ name: "mine", why: "I say so", calls: [{ attempt: 1, reasoned: { delay } }] }],
      });
    const folder = scratch({
      "right.json": vectors(100),
      "wrong.json": vectors(5),
      "none.json": "{}",
    });
    policybook(folder, ["add", "constant", "exponential"]);
    const right = policybook(folder, ["verify", "--vectors", "right.json", "--json"]);
    expect(right.status).toBe(0);
    expect(json(right).copies).toMatchObject([{ policy: "constant", passed: 1 }]);
    expect(policybook(folder, ["verify", "--vectors", "wrong.json"]).status).toBe(1);
    write(folder, "other.json", vectors(100).replace("constant", "constnat"));
    expect(policybook(folder, ["verify", "--vectors", "other.json"])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Did you mean "constant"?') as string,
    });
    for (const [file, says] of [
      ["none.json", "none.json cannot be read as a vectors file"],
      ["missing.json", "There is no file missing.json here."],
    ] as const) {
      const refused = policybook(folder, ["verify", "--vectors", file]);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toContain(`error: ${says}`);
    }
    const none = policybook(folder, ["verify", "nothing"]);
    expect(none.status).toBe(2);
    expect(none.stderr).toMatch(/^error: "nothing" is neither .*\nWithout names, /);
  });

  test("without copies it says how to make one", () => {
    const { status, stderr } = policybook(scratch(), ["verify"]);
    expect(status).toBe(0);
    expect(stderr).toContain("policybook add");
  });
});
