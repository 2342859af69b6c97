import path from "node:path";
import { expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { Project } from "../../../cli/ports/project.ts";
import { type Files, sharedFolder, write } from "../../support/scratch.ts";
import { copyOf, itemNamed, names } from "../support/registry.ts";

export interface Layout {
  /** What is in the project; the first file shows its language. */
  readonly files: Files;
  /** Where the copies go; left out, where the port wants them. */
  readonly dir?: string;
}

export interface Usages {
  /** Taken in turn, until every item and every layout had its turn. */
  readonly layouts: readonly Layout[];
  /** All items share the first layout's project, for tools that start slowly. */
  readonly shared?: boolean;
  /** Where the program belongs, from the folder above the copies. */
  readonly program: (item: string, above: string) => string;
  /** Checks and runs them. @returns what each prints */
  readonly run: (placed: readonly Placed[]) => Promise<readonly string[]>;
  /** What a policy's program prints, and the generator's. */
  readonly prints: { readonly policy: string; readonly generator: string };
}

/** A copy in a project, with its usage beside it as `add` prints it. */
export interface Placed {
  readonly name: string;
  readonly layout: Layout;
  readonly root: string;
  /** The copy's main file, relative to the root; so is the program. */
  readonly copy: string;
  readonly program: string;
  readonly evidence: string | undefined;
  /** The copy's texts as the registry has them, and as they are restored from the project. */
  readonly texts: readonly string[];
  readonly restored: readonly string[];
}

/** Copies are put into projects as `add` does, and used as it prints. */
export function testUsages(port: Port, usages: Usages): void {
  const { layouts, shared = false, prints } = usages;
  const turns = Math.max(names.length, layouts.length);
  const planned = Array.from({ length: turns }, (_, turn) => ({
    name: names[turn % names.length] ?? "",
    layout: layouts[turn % layouts.length] ?? { files: {} },
    folder: shared ? "shared" : String(turn),
  }));
  let placed: readonly Placed[];
  let printed: readonly string[];
  sharedFolder(async (workspace) => {
    placed = await Promise.all(
      planned.map(({ name, layout, folder }) =>
        place(port, { name, layout, root: path.join(workspace, folder) }, usages.program),
      ),
    );
    printed = await usages.run(placed);
  });
  const cases = planned.map(({ name }, turn) => [name, turn] as const);

  test.each(cases)("%s runs in a project as its usage is printed", (name, turn) => {
    const expected = itemNamed(name).kind === "policy" ? prints.policy : prints.generator;
    expect(printed[turn]).toBe(expected);
  });

  test("the project shows its language, and a copy is restored wherever it landed", () => {
    for (const { layout, evidence, texts, restored } of placed) {
      expect(evidence).toBe(Object.keys(layout.files)[0]);
      expect(restored).toEqual(texts);
    }
  });
}

/** Adds the copy to the project, and its usage as a program: a file, or how it follows from the folder. */
export async function place(
  port: Port,
  { name, layout, root }: Pick<Placed, "name" | "layout" | "root">,
  programOf: string | Usages["program"],
): Promise<Placed> {
  for (const [file, text] of Object.entries(layout.files)) write(root, file, text);
  const project = new Project(root);
  const evidence = port.evidence(project);
  const folder = layout.dir ?? port.folder(project);
  const { item, files } = copyOf(itemNamed(name), port);
  const texts = Object.values(files);
  const restored: string[] = [];
  const copies: string[] = [];
  for (const [file, text] of Object.entries(files)) {
    const copy = path.posix.join(folder, await port.fileName(file, project));
    const body = port.adapt?.(text, { project, copy }) ?? text;
    write(root, copy, `${port.comment("policybook: …")}\n${body}`);
    copies.push(copy);
    restored.push(port.restore?.(body) ?? body);
  }
  const copy = copies.find((file) => file.endsWith(port.files[0] ?? "")) ?? "";
  const above = path.posix.dirname(path.posix.dirname(copy));
  const program = typeof programOf === "string" ? programOf : programOf(name, above);
  write(root, program, await port.usage(item, { project, copy }));
  return { name, layout, root, copy, program, evidence, texts, restored };
}

/** Runs one after the other in a way of its own; what fails says so instead of what it prints. */
export const eachBy =
  (run: (placed: Placed) => Promise<string>): Usages["run"] =>
  (placed) =>
    Promise.all(placed.map((each) => run(each).catch(String)));
