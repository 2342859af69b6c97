import path from "node:path";
import type { Item } from "../registry/item.ts";
import { c as family, cFamilyTokens } from "./c-family-tokens.ts";
import { cNames } from "./c-names.ts";
import { c as language } from "./languages.ts";
import { folderAbove, sourceFolder, type Port, type UsageTarget } from "./port.ts";

export const c: Port = {
  ...language,
  comment: (text) => `// ${text}`,
  folder: (project) => sourceFolder(project, "retry"),
  fileName: (registryFile) => registryFile,
  usage: async (item, target) =>
    item.kind === "generator" ? generatorUsage(target) : policyUsage(item, target),
  usagePlace: ({ copy }) => `a file in ${folderAbove(copy)} that is built together with ${copy}`,
  toolchain: {
    programs: ["cc"],
    build: async (...given) => (await import("./c-toolchain.ts")).build(...given),
  },
  tokens: (text) => cFamilyTokens(text, family),
};

/** The copy's header as a file in the folder above the copies includes it. */
function include({ copy }: UsageTarget): string {
  const { dir, name } = path.posix.parse(copy);
  return path.posix.join(path.posix.basename(dir), `${name}.h`);
}

function generatorUsage(target: UsageTarget): string {
  return `#include "${include(target)}"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
  retry_seeded_rng rng;
  retry_seeded_rng_init(&rng, 42); // for tests: the same seed, the same numbers
  for (int i = 0; i < 3; i += 1) {
    uint32_t value = 0;
    retry_seeded_rng_next_int(&rng, 100, &value);
    printf("%" PRIu32 "\\n", value);
  }
  return 0;
}
`;
}

function policyUsage(item: Item, target: UsageTarget): string {
  const { prefix } = cNames(item);
  const jittered = item.uses.includes("rng");
  const source = jittered ? `  const retry_rng rng = ${prefix}_system_rng();\n` : "";
  const random = jittered ? ", rng" : "";
  const once = item.uses.includes("state") ? " // keeps state: one for each operation" : "";
  const failure = item.uses.includes("hint")
    ? `    // What the response's Retry-After said, if it came with one.
    const retry_failure failure = {
        .retryable = true, .has_retry_after = true, .retry_after_ms = 500};`
    : `    const retry_failure failure = {.retryable = true}; // or give up`;
  return `#define _POSIX_C_SOURCE 200809L // makes time.h declare nanosleep

#include "${include(target)}"

#include <stdio.h>
#include <time.h>

static int calls = 0;

static bool call(void) { return ++calls == 3; }

static void wait_ms(uint32_t ms) {
  const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
  nanosleep(&time, NULL);
}

static bool retrying(void) {
  ${prefix} policy;${once}
${fitted(`  ${prefix}_params params = ${prefix}_defaults();`)}
  params.max_attempts = 5;
${source}  retry_result result = ${prefix}_init(&policy, &params${random});
  for (int64_t attempt = 1; result == RETRY_OK; attempt += 1) {
    if (call())
      return true;
    uint32_t ms = 0;
${failure}
${fitted(`    result = ${prefix}_next_delay(&policy, attempt, failure, &ms);`)}
    if (result == RETRY_OK)
      wait_ms(ms);
  }
  fprintf(stderr, "%s\\n", ${prefix}_message(result));
  return false;
}

int main(void) {
  if (!retrying())
    return 1;
  printf("succeeded at attempt %d\\n", calls);
  return 0;
}
`;
}

/** An assignment, on two lines if one of 80 characters cannot hold it. */
function fitted(statement: string): string {
  const indent = /^ */.exec(statement)?.[0] ?? "";
  return statement.length <= 80 ? statement : statement.replace("= ", `=\n${indent}    `);
}
