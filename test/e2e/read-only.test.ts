import { chmodSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { releasedRegistry } from "../support/releases.ts";
import { contents, policybook, read, scratch, write } from "./support/policybook.ts";

const COPY = "retry/full-jitter.ts";
const added = (text: string): string => `${text}// More.\n`;
const releases = [{ version: "1.1.0", reason: "More.", files: { "full-jitter.ts": added } }];

test.each([
  ["add", COPY, ["add", "full-jitter", "--overwrite"]],
  ["update", COPY, ["update"]],
  ["remove", COPY, ["remove", "full-jitter"]],
  ["remove --force", COPY, ["remove", "full-jitter", "--force"]],
  ["init", "policybook.json", ["init", "--overwrite"]],
  ["bench", "a.html", ["bench", "none", "--clients", "1", "--html", "a.html", "--overwrite"]],
])("%s leaves a file alone that is read-only, and says so", (_, file, args) => {
  const folder = scratch({ "tsconfig.json": "{}", "policybook.json": "{}", "a.html": "mine\n" });
  policybook(folder, ["add", "full-jitter"]);
  chmodSync(path.join(folder, file), 0o444);
  const before = contents(folder);
  const env = { POLICYBOOK_REGISTRY: releasedRegistry(scratch(), releases) };
  for (const flags of file === "a.html" ? [[]] : [["--dry-run"], []]) {
    const { status, stderr } = policybook(folder, [...args, ...flags], env);
    expect({ flags, status }).toEqual({ flags, status: 2 });
    expect(stderr).toContain(`${file} is read-only`);
    expect(contents(folder)).toEqual(before);
  }
  expect(statSync(path.join(folder, file)).mode & 0o777).toBe(0o444);
  chmodSync(path.join(folder, file), 0o644);
  expect(policybook(folder, [...args], env).status).toBe(0);
  expect(contents(folder)).not.toEqual(before);
});

test("the others are updated, and a read-only one in which there is nothing to do is no trouble", () => {
  const folder = scratch({ "tsconfig.json": "{}" });
  policybook(folder, ["add", "full-jitter", "constant"]);
  write(folder, "lib/wait.ts", read(folder, COPY));
  for (const file of [COPY, "retry/constant.ts"]) chmodSync(path.join(folder, file), 0o444);
  const env = { POLICYBOOK_REGISTRY: releasedRegistry(scratch(), releases) };
  const { status, stdout, stderr } = policybook(folder, ["update", "retry", "lib"], env);
  expect(status).toBe(2);
  expect(stdout).toContain("lib/wait.ts");
  expect(stderr).toContain(`chmod u+w ${COPY}`);
  expect(read(folder, "lib/wait.ts")).toContain("// More.");
  const again = policybook(folder, ["add", "constant", "--overwrite"]);
  expect(again).toMatchObject({ status: 0, stderr: "" });
  expect(again.stdout).toContain("retry/constant.ts is already there, unchanged");
});
