import path from "node:path";
import type { Item } from "../registry/item.ts";
import { cFamilyTokens, java as family } from "./c-family-tokens.ts";
import {
  packageAt,
  packageFolder,
  packageIn,
  withPackage,
  withRegistryPackage,
} from "./java-packages.ts";
import { java as language } from "./languages.ts";
import type { Port, UsageTarget } from "./port.ts";

export const java: Port = {
  ...language,
  comment: (text) => `// ${text}`,
  folder: packageFolder,
  fileName: (registryFile) => registryFile,
  usage: async (item, target) => usage(item, target),
  adapt: (text, { project, copy }) => withPackage(text, packageAt(project, copy)),
  restore: withRegistryPackage,
  adaptLike: (text, copy) => withPackage(text, packageIn(copy) ?? ""),
  toolchain: {
    programs: ["javac", "java"],
    build: async (...given) => (await import("./java-toolchain.ts")).build(...given),
  },
  tokens: (text) => cFamilyTokens(text, family),
};

/** A program in the package above the copy's; a class of Java needs no import in the same package. */
function usage(item: Item, { project, copy }: UsageTarget): string {
  const name = path.posix.basename(copy, ".java");
  const itsPackage = packageAt(project, copy);
  const above = itsPackage.split(".").slice(0, -1).join(".");
  const own = itsPackage === "" ? [] : [`${itsPackage}.${name}`];
  const imports = [...own, ...platformImports(item)].toSorted();
  const head = [
    ...(above === "" ? [] : [`package ${above};\n\n`]),
    ...imports.map((imported) => `import ${imported};\n`),
    ...(imports.length === 0 ? [] : ["\n"]),
  ];
  const body = item.kind === "generator" ? generatorUsage(name) : policyUsage(item, name);
  return `${head.join("")}${body}`;
}

function platformImports(item: Item): readonly string[] {
  if (item.kind === "generator") return [];
  const hint = item.uses.includes("hint") ? ["java.util.OptionalInt"] : [];
  return [...hint, "java.util.OptionalLong", "java.util.concurrent.Callable"];
}

function generatorUsage(name: string): string {
  return `class Example {
  public static void main(String[] args) {
    ${name} rng = new ${name}(42); // for tests: the same seed, the same numbers
    for (int i = 0; i < 3; i++) {
      System.out.println(rng.nextInt(100));
    }
  }
}
`;
}

function policyUsage(item: Item, name: string): string {
  const random = item.uses.includes("rng") ? `, ${name}.SYSTEM_RNG` : "";
  const once = item.uses.includes("state")
    ? "    // It keeps state: one object per operation.\n"
    : "";
  const failure = item.uses.includes("hint")
    ? `        // What the response's Retry-After said, if it came with one.
        var failure = new ${name}.Failure(true, OptionalInt.of(503), OptionalLong.of(500));`
    : `        var failure = new ${name}.Failure(true); // false where a retry cannot help`;
  return `class Example {
  static <T> T retrying(Callable<T> call) throws Exception {
    var params = ${name}.Params.DEFAULTS.withMaxAttempts(5);
${once}    var policy = new ${name}(params${random});
    for (int attempt = 1; ; attempt++) {
      try {
        return call.call();
      } catch (Exception error) {
${failure}
        OptionalLong delay = policy.nextDelay(attempt, failure);
        if (delay.isEmpty()) {
          throw error;
        }
        Thread.sleep(delay.getAsLong());
      }
    }
  }

  private static int calls = 0;

  public static void main(String[] args) throws Exception {
    System.out.println(
        retrying(
            () -> {
              if (++calls < 3) {
                throw new IllegalStateException("not yet");
              }
              return "succeeded at attempt " + calls;
            }));
  }
}
`;
}
