import { holds, languages, type Language } from "../ports/languages.ts";
import { builtinRegistry } from "../registry/builtin.ts";
import { Project } from "../ports/project.ts";
import { isNamespace } from "../registry/reference.ts";
import type { Item } from "../registry/item.ts";
import { Exit, type ExitCode } from "../ui/exit.ts";
import { colour, columns, note, print, printJson } from "../ui/output.ts";
import { table } from "../ui/table.ts";

export interface ListOptions {
  readonly cwd: string;
  readonly json?: boolean;
}

/** What there is to add: all of it, what the query occurs in, or what "@acme" has. */
export async function list(query: string | undefined, options: ListOptions): Promise<ExitCode> {
  const items = await itemsFor(query, options);
  if (options.json) printJson({ items: items.map(described) });
  else if (items.length === 0)
    note(
      query === undefined || isNamespace(query)
        ? "There is no item in this registry."
        : `Nothing matches "${query}". \`policybook list\` shows everything.`,
    );
  else printTable(items);
  return Exit.ok;
}

async function itemsFor(query: string | undefined, { cwd }: ListOptions): Promise<readonly Item[]> {
  if (query === undefined || !isNamespace(query))
    return builtinRegistry().items.filter((item) => matches(item, query));
  const { openIndex } = await import("../registry/open.ts");
  const items = await openIndex(query, new Project(cwd));
  return items.map((item) => ({ ...item, name: `${query}/${item.name}` }));
}

function matches({ name, aliases, title, summary, tags }: Item, query = ""): boolean {
  const text = [name, ...aliases, title, summary, ...tags].join("\n").toLowerCase();
  return text.includes(query.toLowerCase());
}

function printTable(items: readonly Item[]): void {
  const rows = items.map((item) => [
    nameColumn(item),
    languagesOf(item).short.join(" "),
    item.summary,
  ]);
  const [header = "", ...lines] = table(
    [["  POLICY", "LANGUAGES", "WHAT IT DOES"], ...rows],
    columns(),
  );
  print(colour.bold(header));
  for (const line of lines) print(line.startsWith("*") ? colour.green(line) : line);
  if (items.some((item) => item.recommended)) note("\n* the recommended default");
}

const nameColumn = (item: Item): string => (item.recommended ? "* " : "  ") + item.name;

/** The languages that the item has ports in, by their full and short names. */
function languagesOf(item: Item) {
  const known = languages.filter((each) =>
    Object.keys(item.files).some((file) => holds(each, file)),
  );
  return {
    long: known.map(({ language }) => language),
    short: known.map(shortest),
  };
}

/** "go" of go and golang, "ts" of typescript and ts. */
const shortest = ({ language, aliases }: Language): string =>
  [language, ...aliases].reduce((a, b) => (b.length < a.length ? b : a));

function described(item: Item) {
  const {
    name,
    title,
    summary,
    version,
    kind,
    recommended = false,
    aliases,
    uses,
    params,
    tags,
  } = item;
  return {
    name,
    title,
    summary,
    version,
    kind,
    recommended,
    aliases,
    languages: languagesOf(item).long,
    uses,
    params,
    tags,
  };
}
