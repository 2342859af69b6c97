import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import type { Item, Param } from "../registry/item.ts";
import { goName, optionName, withPackage } from "./go-names.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Compiles vectors/play.go, the copies, and a file that registers them, as one package. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);
  copyFileSync(path.join(packageRoot, "vectors", "play.go"), path.join(folder, "play.go"));
  write("go.mod", "module play\n\ngo 1.22\n");
  write("glue.go", glue(copies));
  for (const { item, files } of copies) {
    // Under a name that no build constraint is read from, as in backoff_linux.go.
    const text = Object.values(files)[0] ?? "";
    write(`copy_of_${goName(item)}.go`, withPackage(text, "main"));
  }
  await runTool(
    "go",
    ["build", "-buildvcs=false", "-o", "player", "."],
    folder,
    environment(folder),
    limits,
  );
  return { program: path.join(folder, "player"), args: [] };
}

/** Nothing is fetched, and no setting for the user's own builds gets in the way. */
function environment(folder: string): Record<string, string> {
  const cache = process.env["GOCACHE"] ?? process.env["XDG_CACHE_HOME"] ?? process.env["HOME"];
  return {
    GO111MODULE: "on",
    GOENV: "off",
    GOFLAGS: "-mod=mod",
    GOPROXY: "off",
    GOTOOLCHAIN: "local",
    GOWORK: "off",
    GOOS: "",
    GOARCH: "",
    CGO_ENABLED: "0",
    ...(cache === undefined && process.platform !== "win32"
      ? { GOCACHE: path.join(folder, "cache"), GOPATH: path.join(folder, "path") }
      : {}),
  };
}

function glue(copies: readonly PlayedCopy[]): string {
  const registrations = copies.map((copy) =>
    copy.item.kind === "generator" ? generatorGlue(copy.item) : policyGlue(copy),
  );
  return `package main\n\nfunc init() {\n${registrations.join("")}}\n`;
}

function generatorGlue({ name }: Item): string {
  return `	items["${name}"] = item{
		names:     map[string]string{},
		generator: func(seed uint32) generator { return NewSeededRng(seed) },
		mix32:     Mix32,
	}
`;
}

function policyGlue(copy: PlayedCopy): string {
  const { item } = copy;
  const name = goName(item);
  const names = item.params.map((param) => `"${optionName(item, param)}": "${param.name}"`);
  const rng = item.uses.includes("rng") ? "rng, " : "";
  return `	items["${item.name}"] = item{
		names: map[string]string{${names.join(", ")}},
		policy: func(given values, rng *source) (policy, error) {
			var options []${name}Option
${item.params.map((param) => optionGlue(item, param)).join("")}			return New${name}(${rng}options...)
		},
${ceilingGlue(copy)}	}
`;
}

function optionGlue(item: Item, param: Param): string {
  const read = param.unit === "ms" ? "duration" : "number";
  return `			if value, ok := given.${read}("${param.name}"); ok {
				options = append(options, ${optionName(item, param)}(value))
			}
`;
}

function ceilingGlue({ item, files }: PlayedCopy): string {
  const ceiling = `${goName(item).replace(/^[A-Z]/, (letter) => letter.toLowerCase())}Ceiling`;
  const restated = Object.values(files).some((text) => text.includes(`func ${ceiling}(`));
  return restated ? `		ceiling: ${ceiling},\n` : "";
}
