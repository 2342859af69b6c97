import path from "node:path";
import type { Item } from "../registry/item.ts";
import type { UsageTarget } from "./port.ts";
import type { Project } from "./project.ts";

/** What the TypeScript and JavaScript ports share: comments, class names, and the usage snippet. */
export const comment = (text: string): string => `// ${text}`;

/** How a program gets at a copy. */
export interface Loading {
  /** The copy as the program's file imports it. */
  readonly from: string;
  /** "import" as ES modules do; "await" as a file in CommonJS gets at an ES module. */
  readonly by: "import" | "await";
}

/** A program that retries a call by the copied policy. It runs as printed. */
export function usage(item: Item, loading: Loading, typed: boolean): string {
  return item.kind === "generator" ? generatorUsage(loading) : policyUsage(item, loading, typed);
}

/** Are the project's .js and .ts files ES modules? Node takes them for CommonJS where nothing is said. */
export const isModular = (project: Project): boolean =>
  project.json("package.json")["type"] === "module";

/** The copy as a file in the folder above the copies imports it, its extension as given. */
export function importPath({ copy }: UsageTarget, extension: string): string {
  const { dir, name } = path.posix.parse(copy);
  const folder = path.posix.basename(dir);
  return `./${folder === "" ? "" : `${folder}/`}${name}${extension}`;
}

function generatorUsage({ from, by }: Loading): string {
  const lines = (indent: string): string =>
    [
      "const rng = new SeededRng(42); // for tests and simulations: the same seed, the same sequence",
      "console.log([1, 2, 3].map(() => rng.nextInt(100)));",
    ]
      .map((line) => `${indent}${line}\n`)
      .join("");
  return by === "import"
    ? `import { SeededRng } from "${from}";\n\n${lines("")}`
    : `void import("${from}").then(({ SeededRng }) => {\n${lines("  ")}});\n`;
}

function policyUsage(item: Item, { from, by }: Loading, typed: boolean): string {
  const name = className(item.name);
  const jittered = item.uses.includes("rng");
  const names = jittered ? `${name}, systemRng` : name;
  const [head, first] =
    by === "import"
      ? [`import { ${names} } from "${from}";\n\n`, ""]
      : ["", `  const { ${names} } = await import("${from}");\n`];
  const created = `new ${name}({ maxAttempts: 5 }${jittered ? ", systemRng" : ""})`;
  const once = item.uses.includes("state") ? " // keeps state: one object per operation" : "";
  const signature = typed ? "<T>(call: () => Promise<T>): Promise<T>" : "(call)";
  return `${head}async function retrying${signature} {
${first}  const policy = ${created};${once}
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
${nextDelay(item)}
      if (delay === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}

let calls = 0;
void retrying(async () => {
  calls += 1;
  if (calls < 3) throw new Error("not yet");
  return \`succeeded at attempt \${calls}\`;
}).then(console.log);
`;
}

function nextDelay(item: Item): string {
  if (!item.uses.includes("hint")) {
    return `      const delay = policy.nextDelay(attempt, { retryable: true }); // false where a retry cannot help`;
  }
  return `      const retryAfterMs = 500; // what the response's Retry-After said, if it came with one
      const delay = policy.nextDelay(attempt, { retryable: true, retryAfterMs });`;
}

const className = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
