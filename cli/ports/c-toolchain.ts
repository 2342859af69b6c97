import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import { cNames, fieldName } from "./c-names.ts";
import type { PlayedCopy, PlayerCommand } from "./port.ts";
import type { Limits } from "./process.ts";
import { runTool } from "./tools.ts";

/** Compiles vectors/play.c, the copies, and between them a table of what the copies declare. */
export async function build(
  copies: readonly PlayedCopy[],
  folder: string,
  limits?: Limits,
): Promise<PlayerCommand> {
  copyFileSync(path.join(packageRoot, "vectors", "play.c"), path.join(folder, "play.c"));
  writeFileSync(path.join(folder, "glue.h"), glue(copies));
  const sources = writeCopies(copies, folder).filter((file) => file.endsWith(".c"));
  // -w: warnings are for the project's own build, by its own flags.
  await runTool("cc", ["-w", "-I.", "-o", "player", "play.c", ...sources], folder, {}, limits);
  return { program: path.join(folder, "player"), args: [] };
}

function writeCopies(copies: readonly PlayedCopy[], folder: string): string[] {
  mkdirSync(path.join(folder, "retry"));
  return copies.flatMap(({ files }) =>
    Object.entries(files).map(([name, text]) => {
      writeFileSync(path.join(folder, "retry", name), text);
      return `retry/${name}`;
    }),
  );
}

function glue(copies: readonly PlayedCopy[]): string {
  const policies = copies.filter(({ item }) => item.kind === "policy");
  const generators = copies.filter(({ item }) => item.kind === "generator");
  return [
    ...copies.map(({ item }) => `#include "retry/${cNames(item).file}.h"`),
    ...policies.map(policyGlue),
    "static const struct entry entries[] = {",
    ...policies.map(entryOf),
    "  {NULL, NULL, NULL, NULL, NULL}",
    "};",
    ...generators.map(() => GENERATOR),
    "",
  ].join("\n");
}

function policyGlue(copy: PlayedCopy): string {
  const { item } = copy;
  const { file, prefix } = cNames(item);
  const takes = item.params.map(
    ({ name }) => `  take("${name}", &params.${fieldName(name)}, RETRY_UNLIMITED);`,
  );
  const jittered = item.uses.includes("rng");
  return `
static ${prefix} ${file}_policy;
static int ${file}_make(void) {
  ${prefix}_params params = ${prefix}_defaults();
${takes.join("\n")}
${jittered ? "  const retry_rng rng = {source_next_int, NULL};" : ""}
  return (int)${prefix}_init(&${file}_policy, &params${jittered ? ", rng" : ""});
}
static int ${file}_next(int64_t attempt, struct failure given, uint32_t *delay_ms) {
  const retry_failure failure = {
    given.retryable, given.status, given.has_retry_after, given.retry_after_ms};
  return (int)${prefix}_next_delay(&${file}_policy, attempt, failure, delay_ms);
}
static const char *${file}_message(int result) {
  return ${prefix}_message((retry_result)result);
}
${hasCeiling(copy) ? ceilingGlue(file, prefix) : ""}`;
}

function ceilingGlue(file: string, prefix: string): string {
  return `static int64_t ${file}_ceiling(int64_t attempt, int64_t base_ms, int64_t cap_ms) {
  return (int64_t)${prefix}_ceiling(attempt, (uint32_t)base_ms, (uint32_t)cap_ms);
}`;
}

function entryOf(copy: PlayedCopy): string {
  const { name } = copy.item;
  const { file } = cNames(copy.item);
  const ceiling = hasCeiling(copy) ? `${file}_ceiling` : "NULL";
  return `  {"${name}", ${file}_make, ${file}_next, ${file}_message, ${ceiling}},`;
}

/** Does the copy's header declare a ceiling? */
const hasCeiling = ({ item, files }: PlayedCopy): boolean =>
  files[`${cNames(item).file}.h`]?.includes(`${cNames(item).prefix}_ceiling(`) ?? false;

const GENERATOR = `
#define GENERATOR
static retry_seeded_rng generator;
static void generator_make(uint32_t seed) { retry_seeded_rng_init(&generator, seed); }
static uint32_t generator_next_u32(void) { return retry_seeded_rng_next_u32(&generator); }
static double generator_next_float(void) { return retry_seeded_rng_next_float(&generator); }
static bool generator_next_int(uint64_t bound, uint32_t *value) {
  return retry_seeded_rng_next_int(&generator, bound, value);
}
static uint32_t generator_mix32(uint32_t x) { return retry_mix32(x); }
`;
