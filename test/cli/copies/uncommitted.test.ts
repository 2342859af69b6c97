import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { requireCommitted } from "../../../cli/copies/uncommitted.ts";
import { scratch, write } from "./support/scratch.ts";

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@localhost", ...args], {
    cwd: folder,
    stdio: "pipe",
  });

function commit(folder: string, ...files: readonly string[]): void {
  git(folder, "init", "-q");
  git(folder, "add", ...files);
  git(folder, "commit", "-qm", "x");
}

/** A repository with one in its folder `lib`, as a submodule has it, and one copy in each. */
function nested(): string {
  const root = scratch({ "a.ts": "1\n", "lib/b.ts": "1\n", "lib/c.ts": "1\n" });
  commit(root, "a.ts");
  git(path.join(root, "lib"), "init", "-q", "--separate-git-dir", path.join(root, ".git/lib"));
  commit(path.join(root, "lib"), "b.ts", "c.ts");
  return root;
}
const ALL = ["a.ts", "lib/b.ts", "lib/c.ts"];
const refusal = (message: string, suggestion = "") =>
  expect.objectContaining({
    code: "uncommitted",
    message: `${message}; nothing was written.`,
    suggestion: expect.stringContaining(suggestion),
  });

describe("a repository within the repository is asked about its own files", () => {
  test("committed, they are not refused", () => {
    expect(() => requireCommitted(nested(), ALL)).not.toThrow();
  });

  test("changed, they are", () => {
    const root = nested();
    write(root, "lib/b.ts", "2\n");
    expect(() => requireCommitted(root, ALL)).toThrow(
      refusal("lib/b.ts has uncommitted changes in git", "Commit or stash it first"),
    );
    write(root, "a.ts", "2\n");
    expect(() => requireCommitted(root, ALL)).toThrow(
      refusal("a.ts, lib/b.ts have uncommitted changes in git"),
    );
  });

  test("also where the project is in no repository itself", () => {
    const root = scratch({ "lib/b.ts": "1\n" });
    commit(path.join(root, "lib"), "b.ts");
    write(root, "lib/b.ts", "2\n");
    expect(() => requireCommitted(root, ["lib/b.ts"])).toThrow(
      refusal("lib/b.ts has uncommitted changes in git"),
    );
  });

  test("and of a project in a folder of one, the paths are the project's", () => {
    const root = nested();
    write(root, "lib/b.ts", "2\n");
    expect(() => requireCommitted(path.join(root, "lib"), ["b.ts"])).toThrow(
      refusal("b.ts has uncommitted changes in git"),
    );
  });
});

test("what git does not know, a stash would not keep either", () => {
  const root = nested();
  write(root, "lib/n.ts", "1\n");
  write(root, "a.ts", "2\n");
  expect(() => requireCommitted(root, ["lib/n.ts"])).toThrow(
    refusal("git does not know lib/n.ts", "Commit it first"),
  );
  expect(() => requireCommitted(root, ["a.ts", "lib/n.ts"])).toThrow(
    refusal("a.ts has uncommitted changes in git, and git does not know lib/n.ts", "Commit them"),
  );
});

test("names that a shell or git would quote are named as they are", () => {
  const root = scratch({ "ä b.ts": "1\n", "*.ts": "1\n" });
  commit(root, ".");
  write(root, "ä b.ts", "2\n");
  expect(() => requireCommitted(root, ["ä b.ts", "*.ts"])).toThrow(
    refusal("ä b.ts has uncommitted changes in git"),
  );
});
