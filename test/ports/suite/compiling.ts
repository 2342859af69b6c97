import { expect, test } from "vitest";
import type { Port } from "../../../cli/ports/port.ts";
import { type Files, scratch } from "../../support/scratch.ts";
import { copyOf, filesIn, itemNamed, names } from "../support/registry.ts";

export interface Compiling {
  /** Compiles copies apart from each other, by the strictest rules. */
  readonly alone: {
    /** What the folder of all of them holds besides, such as a manifest. */
    readonly beside?: Files;
    /** All by one start, of a compiler that starts slowly; else one for each copy. */
    readonly atOnce: boolean;
    /** Each folder holds one copy. @returns what there is to complain of */
    readonly compile: (root: string, folders: readonly string[]) => Promise<string>;
  };
  /** A program around all copies that asks what vectors cannot, and then prints "all as documented". */
  readonly together: {
    /** The folder of the copies in the program's. */
    readonly folder: string;
    readonly program: () => Files;
    readonly run: (root: string) => Promise<string>;
  };
}

/** A copy needs nothing beside it, and disturbs nothing beside it. */
export function testCompiling(port: Port, { alone, together }: Compiling): void {
  const compileAlone = async (chosen: readonly string[]): Promise<void> => {
    const files = chosen.map((name) => inFolder(name, copyOf(itemNamed(name), port).files));
    const root = scratch(Object.assign({}, alone.beside, ...files));
    expect(await alone.compile(root, chosen)).toBe("");
  };
  if (alone.atOnce) test("each compiles alone, at the strictest", () => compileAlone(names));
  else test.each(names)("%s compiles alone, at the strictest", (name) => compileAlone([name]));

  test("all live together in one program, which does as documented", async () => {
    const root = scratch({ ...inFolder(together.folder, filesIn(port)), ...together.program() });
    expect(await together.run(root)).toBe("all as documented\n");
  });
}

const inFolder = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
