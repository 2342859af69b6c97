import { format } from "prettier";
import { record } from "./record.ts";
import { runVectors } from "./run.js";
import type { Document, Failed, Module } from "./run.js";

/** The text of a vectors file, and every place where the port contradicts what a person reasoned. */
export interface Built {
  readonly text: string;
  readonly problems: readonly string[];
}

export async function buildVectors(scenarios: Document, port: Module): Promise<Built> {
  const document = record(scenarios, port);
  const { failed } = runVectors(document, port);
  const { $schema: _, ...rest } = document;
  const text = JSON.stringify({ $schema: "./vectors.schema.json", ...rest });
  return {
    text: await format(text, { parser: "json", printWidth: 100 }),
    problems: failed.map(describe),
  };
}

function describe(failure: Failed): string {
  const place = failure.call === undefined ? "" : `, call ${failure.call}`;
  return `"${failure.case}"${place}: expected ${json(failure.expected)}, the port gives ${json(failure.got)}`;
}

const json = (value: unknown) => JSON.stringify(value);
