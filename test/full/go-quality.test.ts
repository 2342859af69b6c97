import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { go } from "../../cli/ports/go.ts";
import { runTool } from "../../cli/ports/tools.ts";
import { copiesIn, names } from "../ports/support/registry.ts";
import { describeWith } from "../support/programs.ts";
import { type Files, scratch } from "../support/scratch.ts";
import { downloaded } from "./support/downloaded.ts";
import { testLayout } from "./support/layout.ts";

/** The Go ports under the strictest tools of their language. */

const STATICCHECK = "honnef.co/go/tools/cmd/staticcheck@v0.8.2";
const LOCAL = { GOFLAGS: "-mod=mod", GOWORK: "off", GOTOOLCHAIN: "local" };

/** Every copy in a folder of its own, and all of them together in one. */
const project: Files = {
  "go.mod": "module example.com/app\n\ngo 1.22\n",
  ...Object.fromEntries(
    copiesIn(go).flatMap(({ item, files }) =>
      Object.entries(files).flatMap(([file, text]) => [
        [`alone/${item.name}/${file}`, text],
        [`together/${file}`, text],
      ]),
    ),
  ),
};

describeWith(["gofmt"], "gofmt, also to simplify", () => {
  testLayout(go, {
    own: { "play.go": readFileSync("vectors/play.go", "utf8") },
    folders: ["retry", "."],
    check: (folder, files) => runTool("gofmt", ["-l", "-s", ...files], folder),
  });
});

describeWith(["go"], "Go, strictly", () => {
  test("go vet finds nothing", async () => {
    await runTool("go", ["vet", "./..."], scratch(project), LOCAL);
  });

  test("the race detector finds nothing in a policy that is shared", async () => {
    const root = scratch({ ...project, "together/shared_test.go": SHARED });
    await runTool("go", ["test", "-race", "./together"], root, LOCAL);
  });

  test.each(["386", "arm"])("everything compiles where an int has 32 bits: %s", async (arch) => {
    await runTool("go", ["vet", "./..."], scratch(project), { ...LOCAL, GOARCH: arch });
  });

  test("all of them are looked at", () => {
    expect(Object.keys(project)).toHaveLength(1 + 2 * names.length);
  });
});

describeWith(["go"], "staticcheck", () => {
  const tools = downloaded("staticcheck", (folder) => {
    const modules = { GOMODCACHE: path.join(folder, "mod"), GOFLAGS: "-modcacherw" };
    return runTool("go", ["install", STATICCHECK], folder, { ...LOCAL, ...modules, GOBIN: folder });
  });

  test("finds nothing, with all of its checks", async () => {
    // ST1000 asks for a comment on the package, which is the project's own.
    const checks = "-checks=all,-ST1000";
    const program = path.join(tools(), "staticcheck");
    await runTool(program, [checks, "./..."], scratch(project), LOCAL);
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
