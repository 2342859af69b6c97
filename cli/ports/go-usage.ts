import { readFileSync } from "node:fs";
import path from "node:path";
import type { Item } from "../registry/item.ts";
import { goName, PLACEHOLDER_MODULE } from "./go-names.ts";
import type { Project } from "./project.ts";
import type { UsageTarget } from "./port.ts";

/** A program that retries a call by the copied policy. It runs as printed. */
export function usage(item: Item, target: UsageTarget, packageName: string): string {
  const from = importOf(target, packageName);
  return item.kind === "generator" ? generatorUsage(from) : policyUsage(item, from);
}

interface Import {
  /** The line, or nothing where the program is in the copy's own package. */
  readonly line: string;
  /** What stands before a name: "retry.". */
  readonly qualifier: string;
}

function importOf({ project, copy }: UsageTarget, packageName: string): Import {
  const folder = path.posix.dirname(copy);
  if (packageName === "main") return { line: "", qualifier: "" };
  const importPath = path.posix.join(modulePath(project), folder);
  const alias = path.posix.basename(importPath) === packageName ? "" : `${packageName} `;
  return { line: `\n\n\t${alias}"${importPath}"`, qualifier: `${packageName}.` };
}

function modulePath(project: Project): string {
  if (!project.has("go.mod")) return PLACEHOLDER_MODULE;
  const text = readFileSync(path.join(project.root, "go.mod"), "utf8");
  return (
    /^[ \t]*module[ \t]+(?:"([^"]+)"|([^\s(/"][^\s"]*))/m.exec(text)?.slice(1).find(Boolean) ??
    PLACEHOLDER_MODULE
  );
}

function generatorUsage({ line, qualifier }: Import): string {
  return `package main

import (
	"fmt"${line}
)

func main() {
	rng := ${qualifier}NewSeededRng(42) // for tests and simulations: the same seed, the same sequence
	fmt.Println(rng.Int64N(100), rng.Int64N(100), rng.Int64N(100))
}
`;
}

function policyUsage(item: Item, { line, qualifier }: Import): string {
  const name = `${qualifier}${goName(item)}`;
  const created = `${qualifier}New${goName(item)}`;
  const rng = item.uses.includes("rng") ? `${name}SystemRng{}, ` : "";
  const once = item.uses.includes("state") ? " // keeps state: one for each operation" : "";
  return `package main

import (
	"errors"
	"fmt"
	"os"
	"time"${line}
)

func retrying(call func() error) error {
	policy, err := ${created}(${rng}${name}MaxAttempts(5))${once}
	if err != nil {
		return err
	}
	for attempt := 1; ; attempt++ {
		err := call()
		if err == nil {
			return nil
		}
${nextDelay(item, name)}
		if !ok {
			return err
		}
		time.Sleep(delay)
	}
}

func main() {
	calls := 0
	err := retrying(func() error {
		if calls++; calls < 3 {
			return errors.New("not yet")
		}
		return nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("succeeded at attempt", calls)
}
`;
}

function nextDelay(item: Item, name: string): string {
  if (!item.uses.includes("hint")) {
    return `		failure := ${name}Failure{Retryable: true} // false where a retry cannot help
		delay, ok := policy.NextDelay(attempt, failure)`;
  }
  return `		hint := 500 * time.Millisecond // what the response's Retry-After said; nil without one
		failure := ${name}Failure{Retryable: true, RetryAfter: &hint}
		delay, ok := policy.NextDelay(attempt, failure)`;
}
