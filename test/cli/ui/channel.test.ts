import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** Runs a program that has `stdout` and `stderr`, and whatever the shell does with them. */
function shell(script: string, program: string) {
  const channel = JSON.stringify(path.resolve("cli/ui/channel.ts"));
  const code = `const { stdout, stderr } = await import(${channel});\n${program}`;
  const env = { ...process.env, NODE: process.execPath, CODE: code };
  const node = `"$NODE" --import tsx --input-type=module -e "$CODE"`;
  return spawnSync("bash", ["-c", script.replaceAll("NODE", node)], { env, encoding: "utf8" });
}

const LARGE = `"0123456789abcde\\n".repeat(65_536)`; // 1 MiB: more than any pipe holds

describe("what is written arrives, whole and in order", () => {
  test("in a pipe", () => {
    const { stdout, stderr } = shell("NODE", `stdout.write("a\\n"); stderr.write("b\\n")`);
    expect({ stdout, stderr }).toEqual({ stdout: "a\n", stderr: "b\n" });
  });

  test("in a pipe that is full and does not wait", () => {
    const program = `stdout.write(${LARGE}); stdout.write("end\\n")`;
    const unwaiting = "use Fcntl; fcntl(STDOUT, F_SETFL, O_NONBLOCK | O_WRONLY); exec @ARGV";
    const script = `perl -e '${unwaiting}' bash -c 'NODE' | { sleep 0.3; wc -c; }`;
    expect(shell(script, program).stdout.trim()).toBe(String(2 ** 20 + 4));
  });

  test("in a file", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "policybook-test-"));
    const file = path.join(folder, "out");
    const descriptor = openSync(file, "w");
    shell(`NODE > "${file}"`, `stdout.write("a\\n"); stdout.write("b\\n")`);
    closeSync(descriptor);
    expect(readFileSync(file, "utf8")).toBe("a\nb\n");
    rmSync(folder, { recursive: true });
  });
});

test("a reader that has seen enough is no error", () => {
  const program = `for (let i = 0; i < 4; i += 1) stdout.write(${LARGE}); stderr.write("done\\n")`;
  const { stdout, stderr } = shell(`NODE | head -c 3; echo " \${PIPESTATUS[0]}"`, program);
  expect({ stdout, stderr }).toEqual({ stdout: "012 0\n", stderr: "done\n" });
});

test("what the system refuses is thrown", () => {
  const program = `process.on("uncaughtException", ({ code }) => stderr.write(code)); stdout.write("a")`;
  expect(shell("NODE > /dev/full", program).stderr).toBe("ENOSPC");
});

test("a pipe, a file and /dev/null are no terminals", () => {
  const program = `stderr.write(String([stdout.isTerminal, stdout.columns]))`;
  for (const script of ["NODE", "NODE > /dev/null"])
    expect(shell(script, program).stderr).toBe("false,");
});
