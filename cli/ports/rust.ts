import { cFamilyTokens, rust as family } from "./c-family-tokens.ts";
import { rust as language } from "./languages.ts";
import type { Port } from "./port.ts";

export const rust: Port = {
  ...language,
  comment: (text) => `// ${text}`,
  folder: () => "src/retry", // Cargo looks for modules in src, whether it is there yet or not
  fileName: (registryFile) => registryFile,
  usage: async (item, target) => (await import("./rust-usage.ts")).usage(item, target),
  toolchain: {
    programs: ["rustc"],
    build: async (...given) => (await import("./rust-toolchain.ts")).build(...given),
  },
  tokens: (text) => cFamilyTokens(text, family),
};
