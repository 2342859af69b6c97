import { portOfFile } from "../ports/index.ts";
import { KEYWORDS as OF_PYTHON } from "../ports/python.ts";
import type { Item } from "./item.ts";
import type { Registry } from "./registry.ts";

/**
 * Why a policy cannot be called so in every language, or undefined if it can. The ports of a like
 * policy show which names are taken: those of the types that every port declares or relies on.
 */
export function clashOf(name: string, like: Item, registry: Registry): string | undefined {
  const snake = name.replaceAll("-", "_");
  if (OF_PYTHON.has(name) || OF_RUST.has(name))
    return "it is a keyword where a file of this name is to be a module";
  if (DEVICE.test(name)) return "Windows keeps the name for a device";
  if (GO_SUFFIX.test(name)) return `Go would build ${snake}.go for a test or one platform only`;
  const type = name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  for (const file of name === like.name ? [] : Object.keys(like.files)) {
    const port = portOfFile(file);
    const words = port?.tokens(registry.source(like, file)) ?? [];
    const taken = words.find((word) => word === type || word === `retry_${snake}`);
    if (taken !== undefined) return `in ${port?.title}, ${like.name} has another ${taken}`;
  }
  return undefined;
}

/** Keywords of Rust that Python does not share. */
const OF_RUST: ReadonlySet<string> = new Set(
  (
    "abstract become box const crate do dyn enum extern false final fn gen impl let loop macro " +
    "match mod move mut override priv pub ref self static struct super trait true type typeof " +
    "unsafe unsized use virtual where"
  ).split(" "),
);

const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const GO_SUFFIX =
  /-(?:test|aix|android|darwin|dragonfly|freebsd|illumos|ios|js|linux|netbsd|openbsd|plan9|solaris|wasip1|windows|386|amd64|arm|arm64|loong64|mips|mips64|mips64le|mipsle|ppc64|ppc64le|riscv64|s390x|wasm)$/;
