import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runTool } from "../../../cli/ports/tools.ts";
import { downloadGoogleJavaFormat, googleJavaFormat } from "./google-java-format.ts";

/** A formatter as users have it, and how they set it. */
export interface Formatter {
  readonly name: string;
  readonly languages: readonly string[];
  /** What has to be on the machine. */
  readonly programs: readonly string[];
  /** The settings of each style, as the formatter takes them. */
  readonly styles: readonly (readonly string[])[];
  /** Downloads it into the folder, where it does not come with the language. */
  readonly obtain?: (tools: string) => Promise<unknown>;
  /** Formats files of the folder in place. */
  readonly format: (job: Job) => Promise<unknown>;
}

export interface Job {
  readonly style: readonly string[];
  readonly folder: string;
  readonly files: readonly string[];
  /** Where it was downloaded to. */
  readonly tools: string;
}

export const formatters: readonly Formatter[] = [
  {
    name: "Prettier",
    languages: ["typescript", "javascript"],
    programs: [],
    styles: [
      ["--use-tabs", "--print-width=120"],
      ["--single-quote", "--no-semi"],
      ["--print-width=60", "--tab-width=4", "--trailing-comma=none", "--arrow-parens=avoid"],
    ],
    format: ({ style, folder, files }) =>
      runTool(path.resolve("node_modules/.bin/prettier"), ["--write", ...style, ...files], folder),
  },
  {
    name: "Biome",
    languages: ["typescript", "javascript"],
    programs: [],
    styles: [
      [],
      [
        "--indent-style=space",
        "--line-width=60",
        "--javascript-formatter-quote-style=single",
        "--semicolons=as-needed",
      ],
    ],
    obtain: (tools) =>
      npm(tools, "install", "--ignore-scripts", "--no-audit", "--no-fund", "@biomejs/biome"),
    format: ({ style, folder, files, tools }) =>
      runTool(
        path.join(tools, "node_modules/.bin/biome"),
        ["format", "--write", ...style, ...files],
        folder,
      ),
  },
  {
    name: "gofmt",
    languages: ["go"],
    programs: ["gofmt"],
    styles: [[], ["-s"]],
    format: ({ style, folder, files }) => runTool("gofmt", ["-w", ...style, ...files], folder),
  },
  {
    name: "rustfmt",
    languages: ["rust"],
    programs: ["rustfmt"],
    styles: [
      [],
      ["--config", "max_width=60,hard_tabs=true"],
      ["--config", "max_width=140,use_small_heuristics=Max"],
    ],
    format: ({ style, folder, files }) =>
      runTool("rustfmt", ["--edition", "2021", ...style, ...files], folder),
  },
  {
    name: "Black and Ruff",
    languages: ["python"],
    programs: ["python3"],
    styles: [
      ["black", "--quiet"],
      ["black", "--quiet", "--line-length=60"],
      ["ruff", "format", "--isolated"],
      ["ruff", "format", "--isolated", "--config", "line-length=60"].concat(
        ["format.quote-style='single'", "format.indent-style='tab'"].flatMap((setting) => [
          "--config",
          setting,
        ]),
      ),
    ],
    obtain: async (tools) => {
      await runTool("python3", ["-m", "venv", "."], tools);
      await runTool(path.join(tools, "bin/pip"), ["install", "--quiet", "black", "ruff"], tools);
    },
    format: ({ style: [program = "", ...args], folder, files, tools }) =>
      runTool(path.join(tools, "bin", program), [...args, ...files], folder),
  },
  {
    name: "clang-format",
    languages: ["c"],
    programs: ["clang-format"],
    styles: ["LLVM", "Google", "Mozilla", "GNU"].map((name) => [`--style=${name}`]),
    format: ({ style, folder, files }) =>
      runTool("clang-format", ["-i", ...style, ...files], folder),
  },
  {
    name: "mix format",
    languages: ["elixir"],
    programs: ["mix"],
    styles: [[], ["line_length: 60"]],
    format: ({ style, folder, files, tools }) => {
      writeFileSync(path.join(folder, ".formatter.exs"), `[${style.join(", ")}]\n`);
      return runTool("mix", ["format", ...files], folder, { MIX_HOME: tools, HEX_OFFLINE: "1" });
    },
  },
  {
    name: "google-java-format",
    languages: ["java"],
    programs: ["java", "mvn"],
    styles: [[], ["--aosp"]],
    obtain: downloadGoogleJavaFormat,
    format: ({ style, folder, files, tools }) =>
      googleJavaFormat(tools, ["-i", ...style, ...files], folder),
  },
];

async function npm(folder: string, ...args: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  await runTool("npm", args, folder);
}
