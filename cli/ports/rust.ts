import { cFamilyTokens, rust as language } from "./c-family-tokens.ts";
import type { Port } from "./port.ts";

export const rust: Port = {
  language: "rust",
  title: "Rust",
  aliases: ["rs"],
  files: [".rs"],
  extensions: [".rs"],
  comment: (text) => `// ${text}`,
  evidence: (project) => (project.has("Cargo.toml") ? "Cargo.toml" : undefined),
  folder: () => "src/retry", // Cargo looks for modules in src, whether it is there yet or not
  fileName: (registryFile) => registryFile,
  usage: async (item, target) => (await import("./rust-usage.ts")).usage(item, target),
  toolchain: {
    programs: ["rustc"],
    build: async (...given) => (await import("./rust-toolchain.ts")).build(...given),
  },
  tokens: (text) => cFamilyTokens(text, language),
};
