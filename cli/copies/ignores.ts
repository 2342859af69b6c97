import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";

/**
 * What the .gitignore files of a repository leave out. All rules are kept as one list, those of
 * deeper folders last and rewritten to be relative to the top: the last that matches decides, as
 * in git, and so a deeper file can take back what an upper one ignores.
 */
export class Ignores {
  readonly #top: string;
  /** None where no .gitignore was met: the library is then not even loaded. */
  readonly #rules: Ignore | undefined;

  private constructor(top: string, rules?: Ignore) {
    this.#top = top;
    this.#rules = rules;
  }

  /** No rules yet, for a folder that is the top of what is looked at. */
  static none(top: string): Ignores {
    return new Ignores(top);
  }

  /** The rules that the parents of a folder, in the same repository, have for what is in it. */
  static above(folder: string): Ignores {
    const top = topOf(folder);
    let ignores = Ignores.none(top);
    let at = top;
    for (const name of path.relative(top, folder).split(path.sep).filter(Boolean)) {
      ignores = ignores.within(at);
      at = path.join(at, name);
      // Who names or works in an ignored folder means it: the rules that hide it say nothing there.
      if (ignores.ignores(at, true)) return Ignores.none(folder);
    }
    return ignores;
  }

  /** These rules and those of a folder's own .gitignore. */
  within(folder: string): Ignores {
    const text = readIfThere(path.join(folder, ".gitignore"));
    if (text === undefined) return this;
    const below = this.#relative(folder);
    const own = text.split(/\r?\n/).map((rule) => relocated(rule, below));
    const inherited = this.#rules === undefined ? empty() : empty().add(this.#rules);
    return new Ignores(this.#top, inherited.add(own));
  }

  ignores(file: string, isFolder = false): boolean {
    if (this.#rules === undefined) return false;
    const relative = this.#relative(file);
    return relative !== "" && this.#rules.ignores(isFolder ? `${relative}/` : relative);
  }

  #relative(file: string): string {
    return path.relative(this.#top, file).split(path.sep).join("/");
  }
}

/** git minds the case where the file system does. */
const empty = (): Ignore => ignore({ ignorecase: process.platform !== "linux" });

/** The top of the repository that a folder is in; the folder itself if it is in none. */
function topOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) return folder;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file, "utf8").replace(/^\uFEFF/, "") : "";
  } catch {
    return undefined; // none, or not for us to read: nothing is ignored by it
  }
}

/** A rule of the .gitignore in `folder`, as it would be written at the top. */
function relocated(rule: string, folder: string): string {
  const [, not = "", pattern = ""] = /^(!?)(.*)$/.exec(rule) ?? [];
  if (folder === "" || rule.startsWith("#") || /^\/*\s*$/.test(pattern)) return rule;
  const anchored = pattern.replace(/\s+$/, "").slice(0, -1).includes("/");
  const place = folder.replace(/[\\*?[\]!# ]/g, "\\$&");
  return `${not}/${place}/${anchored ? "" : "**/"}${pattern.replace(/^\//, "")}`;
}
