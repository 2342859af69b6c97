import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withPlayer } from "../../../cli/copies/player.ts";
import type { Toolchain } from "../../../cli/ports/port.ts";
import { runTool } from "../../../cli/ports/tools.ts";
import { Interrupted } from "../../../cli/ui/errors.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "policybook-test-"));
  vi.stubEnv("TMPDIR", path.join(folder));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A toolchain whose player is this program; "SEEN" in it is a file that outlives the player. */
function playing(program: string): Toolchain {
  const text = program.replaceAll("SEEN", JSON.stringify(path.join(folder, "seen")));
  return {
    programs: [],
    build: async (_, at) => {
      writeFileSync(path.join(at, "play.cjs"), text);
      return { program: process.execPath, args: [path.join(at, "play.cjs")] };
    },
  };
}

const ask = (program: string, patienceMs?: number, requests = ["a", "b"]) =>
  withPlayer(playing(program), [], (asked) => asked(requests), patienceMs);

const seen = (): string => readFileSync(path.join(folder, "seen"), "utf8");

/** Only once it is there: a player takes a moment to start. */
const whenSeen = (): Promise<string> =>
  vi.waitUntil(() => existsSync(path.join(folder, "seen")) && seen(), { timeout: 10_000 });

/** What has ended may wait for its parent to hear of it; that is no life. */
function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z/.test(readFileSync(stat, "utf8"));
}

/** It closes its output, which ends the wait for it, a moment before it is gone. */
const isGone = (pid: string): Promise<boolean> =>
  vi.waitUntil(() => !isAlive(pid), { timeout: 5000 });

const DEAF = 'process.on("SIGTERM", () => {});';
const HANG = "setInterval(() => {}, 1000);";
/** Starts a process that keeps the player's output open, and says which. */
const FORK = `
  const text = ${JSON.stringify(DEAF + HANG)};
  const { pid } = require("node:child_process").spawn(process.execPath, ["-e", text], { stdio: "inherit" });
  require("node:fs").writeFileSync(SEEN, String(pid));
`;

describe("a player", () => {
  test("that answers is heard", async () => {
    expect(await ask('console.log("1\\n2")')).toEqual(["1", "2"]);
  });

  test.each([
    ["does not end", HANG],
    ["does not listen", DEAF + HANG],
  ])("that %s is ended", async (_, program) => {
    const error = await ask(program, 300);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain("it did not end within 0.3 s");
  });

  test("that leaves a process behind is heard all the same, and the process ended", async () => {
    expect(await ask(`${FORK} console.log("1\\n2"); process.exit(0)`)).toEqual(["1", "2"]);
    expect(await isGone(seen())).toBe(true);
  });

  test.each([
    ["a line without end", "a line of more than 1 MB", '"x".repeat(2 ** 16)'],
    ["lines without end", "more than 64 MB", '("x".repeat(99) + "\\n").repeat(650)'],
  ])("that prints %s is ended", async (_, fault, text) => {
    const program = `const text = ${text}; (function print() { process.stdout.write(text, print); })();`;
    expect(String(await ask(program))).toContain(`it printed ${fault}`);
  });

  test("that complains without end is heard to the beginning only", async () => {
    const program = 'process.stderr.write("word ".repeat(2 ** 20), () => process.exit(3));';
    const error = String(await ask(program));
    expect(error).toContain("ended with exit code 3:\nword word");
    expect(error.length).toBeLessThan(3000);
  });

  test("that prints more lines than it was asked for is told of", async () => {
    const error = String(await ask('console.log("1\\ndebug\\n2")'));
    expect(error).toContain(
      "it answered 2 requests with 3 lines: does it print to its standard output",
    );
  });

  test("that cannot be started is told of", async () => {
    const toolchain: Toolchain = {
      programs: [],
      build: async (_, at) => {
        writeFileSync(path.join(at, "player"), "", { mode: 0o644 });
        return { program: path.join(at, "player"), args: [] };
      },
    };
    const error = await withPlayer(toolchain, [], (asked) => asked(["a"]));
    expect(String(error)).toMatch(/it cannot be started: .*EACCES/);
  });

  test("is ended when the user stops the program, with what it has started", async () => {
    const running = ask(`${DEAF} ${FORK} ${HANG}`);
    const pid = await whenSeen();
    process.emit("SIGINT");
    await expect(running).rejects.toBeInstanceOf(Interrupted);
    expect(await isGone(pid)).toBe(true);
    expect(readdirSync(folder)).toEqual(["seen"]);
  });
});

describe("a compiler", () => {
  const compiler = (program: string, limits?: Parameters<typeof runTool>[4]) =>
    runTool(
      process.execPath,
      ["-e", program.replaceAll("SEEN", JSON.stringify(path.join(folder, "seen")))],
      folder,
      {},
      limits,
    );

  test("that does not end is ended, and told of", async () => {
    await expect(compiler(HANG, { patienceMs: 300 })).rejects.toMatchObject({
      code: "cannot-build",
      message: expect.stringContaining("did not end within 0.3 s") as string,
    });
  });

  test("that fails is told of in its own words", async () => {
    const program = 'console.error("line 3: no"); process.exit(1)';
    await expect(compiler(program)).rejects.toMatchObject({
      message: `${process.execPath} ended with exit code 1:\nline 3: no`,
    });
  });

  test("is ended when the user stops the program", async () => {
    const stop = new AbortController();
    const running = compiler(FORK + HANG, { stopped: stop.signal });
    const pid = await whenSeen();
    stop.abort();
    await expect(running).rejects.toBeInstanceOf(Interrupted);
    expect(await isGone(pid)).toBe(true);
  });
});
