/*
 * The player of ports in C: reads one request a line from stdin, answers each
 * with one line. docs/porting.md has the protocol. It knows no policy: glue.h,
 * which cli/ports/c-toolchain.ts writes, has an entry for each.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What glue.h needs and gives. */

struct failure {
  bool retryable;
  int status;
  bool has_retry_after;
  int64_t retry_after_ms;
};

/** A policy. Results are as in the ports: 0 a delay, 1 giving up, others
 * errors. */
struct entry {
  const char *name;
  int (*make)(void);
  int (*next)(int64_t attempt, struct failure failure, uint32_t *delay_ms);
  const char *(*message)(int result);
  int64_t (*ceiling)(int64_t attempt, int64_t base_ms, int64_t cap_ms);
};

static void take(const char *name, int64_t *param, int64_t unlimited);
static uint32_t source_next_int(void *state, uint64_t bound);

#include "glue.h"

/* A request: its words, and the values that stand behind names. */

enum { MAX_WORDS = 16, MAX_LINE = 65536 };

static char line[MAX_LINE];
static const char *words[MAX_WORDS];
static int word_count;

static void split(void) {
  word_count = 0;
  for (char *word = strtok(line, " \n"); word != NULL;
       word = strtok(NULL, " \n"))
    if (word_count < MAX_WORDS)
      words[word_count++] = word;
}

static const char *word(int index) {
  return index < word_count ? words[index] : "";
}

/** The value in a word NAME=VALUE, or NULL if there is none of this name. */
static const char *named(const char *name) {
  const size_t length = strlen(name);
  for (int i = 1; i < word_count; i += 1)
    if (strncmp(words[i], name, length) == 0 && words[i][length] == '=')
      return words[i] + length + 1;
  return NULL;
}

static bool is_undefined(const char *value) {
  return value == NULL || strcmp(value, "undefined") == 0;
}

/** A whole number that an int64_t holds. */
static bool whole(const char *text, int64_t *value) {
  char *end = NULL;
  errno = 0;
  *value = strtoll(text, &end, 10);
  return end != text && *end == '\0' && errno == 0;
}

static void inexpressible(const char *text, const char *type) {
  printf("inexpressible %s is not of type %s\n", text, type);
}

/** Says so if a word from `first` on is neither a number nor a value that C can
 * leave out. */
static bool all_expressible(int first) {
  for (int i = first; i < word_count; i += 1) {
    const char *equals = strchr(words[i], '=');
    const char *value = equals == NULL ? words[i] : equals + 1;
    const bool omitted = equals != NULL && is_undefined(value);
    int64_t number;
    if (omitted || strcmp(value, "unlimited") == 0 || whole(value, &number))
      continue;
    if (strncmp(words[i], "always=", strlen("always=")) == 0)
      continue;
    inexpressible(value, "int64_t");
    return false;
  }
  return true;
}

/** Puts the request's parameter, if it has one of this name, in place of the
 * default. */
static void take(const char *name, int64_t *param, int64_t unlimited) {
  const char *value = named(name);
  if (is_undefined(value))
    return;
  if (strcmp(value, "unlimited") == 0)
    *param = unlimited;
  else
    whole(value, param);
}

/* The random source: xoshiro128** seeded by splitmix32, or always the same
 * answer. */

static uint32_t s0, s1, s2, s3;
static enum { NO_SOURCE, SEEDED, LOWEST, LARGEST } source;
static uint64_t draws;
static bool impossible_bound;

static uint32_t splitmix32(uint32_t *state) {
  uint32_t z = *state += UINT32_C(0x9e3779b9);
  z = (z ^ (z >> 16)) * UINT32_C(0x21f0aaad);
  z = (z ^ (z >> 15)) * UINT32_C(0x735a2d97);
  return z ^ (z >> 15);
}

static uint32_t rotl(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }

static uint32_t next_u32(void) {
  const uint32_t result = rotl(s1 * 5, 7) * 9;
  const uint32_t t = s1 << 9;
  s2 ^= s0;
  s3 ^= s1;
  s1 ^= s2;
  s0 ^= s3;
  s2 ^= t;
  s3 = rotl(s3, 11);
  return result;
}

static void reset_source(void) {
  const char *always = named("always");
  int64_t seed = 0;
  draws = 0;
  source = NO_SOURCE;
  if (always != NULL)
    source = strcmp(always, "lowest") == 0 ? LOWEST : LARGEST;
  if (named("seed") == NULL)
    return;
  source = SEEDED;
  whole(named("seed"), &seed);
  uint32_t state = (uint32_t)seed;
  s0 = splitmix32(&state);
  s1 = splitmix32(&state);
  s2 = splitmix32(&state);
  s3 = splitmix32(&state);
}

static uint32_t source_next_int(void *state, uint64_t bound) {
  const uint64_t two_32 = UINT64_C(1) << 32;
  (void)state;
  draws += 1;
  if (bound < 1 || bound > two_32) {
    impossible_bound = true;
    return 0;
  }
  if (source != SEEDED)
    return source == LARGEST ? (uint32_t)(bound - 1) : 0;
  uint32_t value = next_u32();
  while (value < (two_32 - bound) % bound)
    value = next_u32();
  return (uint32_t)(value % bound);
}

/* Replies. */

/** Of a message such as "base_ms must be ...", the parameter as the vectors
 * name it: baseMs. */
static void print_error(const char *message) {
  printf("error ");
  for (const char *c = message; *c != '\0' && (unsigned char)*c > ' '; c += 1)
    if (*c == '_' && c[1] >= 'a' && c[1] <= 'z')
      putchar(*++c - 'a' + 'A');
    else
      putchar(*c);
  putchar(' ');
  for (const char *c = message; *c != '\0'; c += 1)
    putchar((unsigned char)*c < ' ' ? ' ' : *c);
  putchar('\n');
}

static const struct entry *entry_named(const char *name) {
  for (const struct entry *entry = entries; entry->name != NULL; entry += 1)
    if (strcmp(entry->name, name) == 0)
      return entry;
  return NULL;
}

static const struct entry *policy;

static void answer_policy(void) {
  const struct entry *entry = entry_named(word(1));
  policy = NULL;
  if (entry == NULL) {
    printf("error ? there is no %s\n", word(1));
    return;
  }
  if (!all_expressible(2))
    return;
  reset_source();
  const int result = entry->make();
  if (result != 0) {
    print_error(entry->message(result));
    return;
  }
  policy = entry;
  puts("ok");
}

/** False, having said so, if a value does not fit. */
static bool read_failure(struct failure *failure) {
  int64_t status = 0;
  failure->retryable = strcmp(word(2), "yes") == 0;
  if (!is_undefined(named("status")))
    whole(named("status"), &status);
  failure->status = (int)status;
  failure->has_retry_after = !is_undefined(named("retryAfterMs"));
  failure->retry_after_ms = 0;
  if (failure->has_retry_after)
    whole(named("retryAfterMs"), &failure->retry_after_ms);
  if (failure->status != status)
    inexpressible(named("status"), "int");
  return failure->status == status;
}

static void answer_next(void) {
  int64_t attempt;
  struct failure failure;
  uint32_t delay_ms = 0;
  if (!whole(word(1), &attempt)) {
    inexpressible(word(1), "int64_t");
    return;
  }
  if (!all_expressible(3) || !read_failure(&failure))
    return;
  if (policy == NULL) {
    puts("error ? there is no policy");
    return;
  }
  impossible_bound = false;
  const int result = policy->next(attempt, failure, &delay_ms);
  if (impossible_bound)
    puts("error ? it asked for a draw below a bound outside 1..2^32");
  else if (result == 0)
    printf("%" PRIu32 "\n", delay_ms);
  else if (result == 1)
    puts("null");
  else
    print_error(policy->message(result));
}

static void answer_end(void) {
  printf("draws=%" PRIu64, draws);
  if (source == SEEDED)
    printf(" nextU32=%" PRIu32, next_u32());
  putchar('\n');
}

static void answer_ceiling(void) {
  const struct entry *entry = entry_named(word(1));
  int64_t attempt, base_ms, cap_ms;
  if (entry == NULL || entry->ceiling == NULL)
    puts("none");
  else if (!whole(word(2), &attempt) || !whole(word(3), &base_ms) ||
           !whole(word(4), &cap_ms))
    inexpressible("one of them", "int64_t");
  else
    printf("%" PRId64 "\n", entry->ceiling(attempt, base_ms, cap_ms));
}

/* The generator, if its port is here: glue.h defines what GENERATOR says it
 * does. */

#ifdef GENERATOR
static void answer_generator(void) {
  int64_t seed;
  if (!whole(word(1), &seed) || seed < 0 || seed > UINT32_MAX) {
    inexpressible(word(1), "uint32_t");
    return;
  }
  generator_make((uint32_t)seed);
  puts("ok");
}

static void answer_call(void) {
  int64_t argument = 0;
  uint32_t value = 0;
  if (strcmp(word(1), "nextU32") == 0)
    printf("%" PRIu32 "\n", generator_next_u32());
  else if (strcmp(word(1), "nextFloat") == 0)
    printf("%.17g\n", generator_next_float());
  else if (!whole(word(2), &argument) || argument < 0)
    inexpressible(word(2), "uint64_t");
  else if (strcmp(word(1), "mix32") == 0)
    printf("%" PRIu32 "\n", generator_mix32((uint32_t)argument));
  else if (generator_next_int((uint64_t)argument, &value))
    printf("%" PRIu32 "\n", value);
  else
    print_error("bound must be a whole number in 1..4294967296");
}
#else
static void answer_generator(void) { puts("error ? there is no generator"); }
static void answer_call(void) { puts("error ? there is no generator"); }
#endif

int main(void) {
  while (fgets(line, sizeof line, stdin) != NULL) {
    split();
    if (strcmp(word(0), "policy") == 0)
      answer_policy();
    else if (strcmp(word(0), "next") == 0)
      answer_next();
    else if (strcmp(word(0), "end") == 0)
      answer_end();
    else if (strcmp(word(0), "ceiling") == 0)
      answer_ceiling();
    else if (strcmp(word(0), "generator") == 0)
      answer_generator();
    else if (strcmp(word(0), "call") == 0)
      answer_call();
    else if (word_count > 0)
      puts("error ? unknown request");
  }
  return 0;
}
