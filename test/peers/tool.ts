import type { Outcome } from "./program.ts";
import type { Release } from "./samples.ts";
import type { Terminal } from "../support/terminal.ts";

/** A command as a user types it. */
export interface Command {
  /** What a cell calls it: without the program's name and without the items. */
  readonly label: string;
  readonly args: readonly string[];
  /** What is typed into it where it reads from a pipe. */
  readonly input?: string;
}

export interface Question {
  readonly about: "a file" | "an update";
  readonly command: Command;
}

/** A tool that copies files into projects, and its best documented way for each thing to do. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** The file of the project that configures the tool, or in which the tool keeps its state. */
  readonly config: string;
  /** What its questions look like. */
  readonly question: RegExp;

  /** Makes upstream offer this release to all projects. */
  publish(release: Release): Promise<void>;
  /** A fresh git repository that is set up for the tool and has no copy yet. */
  emptyProject(): string;
  /** A fresh git repository with the copies of both items, of the first release. */
  projectWithCopies(): string;
  /** Where the copy of an item is, from the project's folder. */
  copyOf(item: string): string;

  /** Runs a command without a terminal; killed as soon as `killWhen` holds. */
  run(project: string, command: Command, killWhen?: () => boolean): Promise<Outcome>;
  terminal(project: string, command: Command): Terminal;

  add(items: readonly string[]): Command;
  /** The same without writing. */
  preview(items: readonly string[]): Command;
  /** The same, from a registry at this address. */
  addFrom(address: string): Command;
  /** What shows how copies and upstream differ. */
  looks(): readonly [Command, ...Command[]];
  /** What brings copies to upstream's release, without questions; without items, all of them. */
  update(items?: readonly string[]): Command;
  /** What asks at a terminal: adding onto a file of the user's, or updating an edited copy. */
  readonly asks: Question;
  /** Its messages, without the samples and traces that it may print beside them. */
  messages(text: string): string;
  /** A project and a command that needs its configuration. */
  configured(): { readonly project: string; readonly command: Command };
}
