import prompts, { type PromptObject } from "prompts";
import { Interrupted } from "./errors.ts";

export interface Choice<T> {
  readonly title: string;
  readonly value: T;
  readonly description?: string;
  readonly selected?: boolean;
}

/** One of the choices. */
export const select = async <T>(message: string, choices: readonly Choice<T>[]): Promise<T> =>
  (await ask({ type: "select", name: "answer", message, choices: [...choices] })) as T;

/** Any number of the choices, at least one. */
export const multiselect = async <T>(message: string, choices: readonly Choice<T>[]) =>
  (await ask({
    type: "multiselect",
    name: "answer",
    message,
    choices: [...choices],
    min: 1,
    instructions: false,
    hint: "space selects, return confirms",
  })) as readonly T[];

/** A line of text. */
export const input = async (message: string, initial: string): Promise<string> =>
  (await ask({ type: "text", name: "answer", message, initial })) as string;

/** Yes or no; return takes yes, or what else is said. */
export const confirm = async (message: string, initial = true): Promise<boolean> =>
  (await ask({ type: "confirm", name: "answer", message, initial })) as boolean;

/** Prompts go to stderr, so that stdout holds the result alone. */
async function ask(question: PromptObject<"answer">): Promise<unknown> {
  const onCancel = (): never => {
    throw new Interrupted();
  };
  const { answer } = await prompts({ ...question, stdout: process.stderr }, { onCancel });
  return answer;
}
