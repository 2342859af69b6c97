import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { go } from "../../cli/ports/go.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { scratchFolder } from "../ports/support/player.ts";
import { lacking, titleOf, withFolder } from "../ports/support/played.ts";
import { copyOf, items } from "../ports/support/registry.ts";
import { missing } from "./support/missing.ts";

/** The Go ports under the strictest tools of their language. */

const STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2";
const LOCAL = { GOFLAGS: "-mod=mod", GOWORK: "off", GOTOOLCHAIN: "local" };

const names = items.map(({ name }) => name);
const copies = items.map((item) => copyOf(item, go));

/** Every copy in a folder of its own, and all of them together in one. */
const project: Record<string, string> = {
  "go.mod": "module example.com/app\n\ngo 1.22\n",
  ...Object.fromEntries(
    copies.flatMap(({ item, files }) =>
      Object.entries(files).flatMap(([file, text]) => [
        [`alone/${item.name}/${file}`, text],
        [`together/${file}`, text],
      ]),
    ),
  ),
};

describe.skipIf(lacking(go))(`${titleOf(go)}, strictly`, () => {
  const tools = scratchFolder("go-tools");
  let obstacle = "";
  beforeAll(async () => {
    const env = {
      ...LOCAL,
      GOBIN: tools,
      GOMODCACHE: path.join(tools, "mod"),
      GOFLAGS: "-modcacherw",
    };
    await runTool("go", ["install", STATICCHECK], tools, env).catch((error: unknown) => {
      obstacle = `staticcheck could not be installed: ${String(error).slice(0, 300)}`;
    });
  });
  afterAll(() => rmSync(tools, { recursive: true, force: true }));

  test("gofmt changes nothing, not even to simplify", async () => {
    await withFolder(project, async (root) => {
      expect(await runTool("gofmt", ["-l", "-s", "."], root)).toBe("");
    });
  });

  test("go vet finds nothing", async () => {
    await withFolder(project, (root) => runTool("go", ["vet", "./..."], root, LOCAL));
  });

  test("staticcheck finds nothing, with all of its checks", async (context) => {
    if (obstacle) missing(context, obstacle);
    // ST1000 asks for a comment on the package, which is the project's own.
    const checks = "-checks=all,-ST1000";
    await withFolder(project, (root) =>
      runTool(path.join(tools, "staticcheck"), [checks, "./..."], root, LOCAL),
    );
  });

  test("the race detector finds nothing in a policy that is shared", async () => {
    const shared = { ...project, "together/shared_test.go": SHARED };
    await withFolder(shared, (root) => runTool("go", ["test", "-race", "./together"], root, LOCAL));
  });

  test.each(["386", "arm"])("everything compiles where an int has 32 bits: %s", async (arch) => {
    await withFolder(project, (root) =>
      runTool("go", ["vet", "./..."], root, { ...LOCAL, GOARCH: arch }),
    );
  });

  test("all of them are looked at", () => {
    expect(Object.keys(project)).toHaveLength(1 + 2 * names.length);
  });
});

const SHARED = `package retry

import (
	"sync"
	"testing"
)

func TestShared(t *testing.T) {
	policy, err := NewFullJitter(FullJitterSystemRng{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for attempt := 1; attempt < 1000; attempt++ {
				policy.NextDelay(attempt, FullJitterFailure{Retryable: true})
			}
		}()
	}
	all.Wait()
}
`;
