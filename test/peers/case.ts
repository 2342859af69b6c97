import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import type { Outcome } from "./program.ts";
import { write } from "./sandbox.ts";
import { EDITED, edit } from "./samples.ts";
import type { Tool } from "./tool.ts";

/** A situation that people with copies get into. */
export interface Case {
  readonly id: string;
  readonly situation: string;
  /** Brings a project into the situation, and tells what the tool does. */
  readonly observe: (tool: Tool) => Promise<string>;
}

/** Whether a command asked something, in a cell. */
export const asking = (tool: Tool, { text }: Outcome): string =>
  tool.question.test(text) ? "asks" : "";

/** A file of a project that a case looks at. */
export interface Watched {
  readonly name: string;
  text(): string | undefined;
  set(text: string): void;
  /** Makes the file look old. @returns whether it was written since */
  written(): () => boolean;
}

export function watch(project: string, name: string): Watched {
  const file = path.join(project, name);
  const old = new Date("2001-01-01T00:00:00Z");
  return {
    name,
    text: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
    set: (text) => write(file, text),
    written: () => {
      utimesSync(file, old, old);
      return () => statSync(file).mtime.getTime() !== old.getTime();
    },
  };
}

/** A project, and the file in it that a case is about. */
export interface Place {
  readonly project: string;
  readonly copy: Watched;
}

/** A project with copies. */
export function withCopies(tool: Tool): Place {
  const project = tool.projectWithCopies();
  return { project, copy: watch(project, tool.copyOf(EDITED)) };
}

/** The same with the user's edit in it. */
export function withEdit(tool: Tool): Place {
  const made = withCopies(tool);
  made.copy.set(edit(made.copy.text() ?? ""));
  return made;
}

/** A project without copies, in which a file of the user's is where one would go. */
export function withOwnFile(tool: Tool): Place {
  const project = tool.emptyProject();
  const copy = watch(project, tool.copyOf(EDITED));
  copy.set("mine\n");
  return { project, copy };
}
