import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { withPlayer } from "../../../cli/copies/player.ts";
import type { PlayedCopy, Port, Toolchain } from "../../../cli/ports/port.ts";
import { isInstalled } from "../../../cli/ports/tools.ts";
import type { Item } from "../../../cli/registry/item.ts";
import { FolderRegistry } from "../../../cli/registry/folder.ts";
import { report, requests } from "../../../vectors/conduct.js";
import type { Case, Document, Report } from "../../../vectors/run.js";

export const registry = new FolderRegistry(path.join(process.cwd(), "registry"));
export const items: readonly Item[] = registry.items;

export function itemNamed(name: string): Item {
  const item = items.find((each) => each.name === name);
  if (item === undefined) throw new Error(`there is no ${name}`);
  return item;
}

export const vectorsOf = ({ name }: Item): Document =>
  JSON.parse(readFileSync(`vectors/${name}.json`, "utf8")) as Document;

/** The programs of a language that are missing here. In CI none may be: there its tests fail instead. */
export function lacking({ toolchain }: Port): string | undefined {
  if (process.env["CI"]) return undefined;
  return toolchain?.programs.find((program) => !isInstalled(program));
}

/** A name for tests that says why they are skipped. */
export const titleOf = (port: Port): string =>
  lacking(port) === undefined ? port.title : `${port.title} (no ${lacking(port)} here)`;

/** The text of the item's file in this language, with an edit that must change it. */
export function sourceOf(item: Item, port: Port, edit = (text: string): string => text) {
  const folder = path.join(registry.folder, item.name);
  const file = readdirSync(folder).find((name) => name.endsWith(port.files[0] ?? "?"));
  if (file === undefined) throw new Error(`${item.name} has no port to ${port.title}`);
  return { file, text: edit(readFileSync(path.join(folder, file), "utf8")) };
}

export function copyOf(item: Item, port: Port, edit?: (text: string) => string): PlayedCopy {
  const { file, text } = sourceOf(item, port, edit);
  return { item, files: { [file]: text } };
}

/** An edit that must find what it replaces. */
export const replacing = (what: string, by: string) => (text: string) => {
  if (!text.includes(what)) throw new Error(`"${what}" is not in the text`);
  return text.replace(what, by);
};

/** What a player of these copies answers to the requests. */
export async function answers(
  port: Port,
  copies: readonly PlayedCopy[],
  asked: readonly string[],
): Promise<readonly string[]> {
  return withPlayer(toolchainOf(port), copies, async (ask) => {
    const replies = await ask(asked);
    if (replies instanceof Error) throw replies;
    return replies;
  });
}

/** The vectors without their long cases, for ports that fail at once. */
export function quickVectorsOf(item: Item): Document {
  const document = vectorsOf(item);
  const isQuick = ({ calls = [] }: Case) => calls.every(({ times = 1 }) => times <= 1000);
  return { ...document, cases: document.cases.filter(isQuick) };
}

/** The vectors' verdict on each copy, all played by one build and one start of the player. */
export async function verdicts(
  port: Port,
  copies: readonly PlayedCopy[],
  vectors = vectorsOf,
): Promise<ReadonlyMap<string, Report>> {
  const asked = copies.map(({ item }) => requests(vectors(item)));
  const replies = await answers(port, copies, asked.flat());
  let at = 0;
  const reports = copies.map(({ item }, index): [string, Report] => {
    const from = at;
    at += asked[index]?.length ?? 0;
    return [item.name, report(vectors(item), replies.slice(from, at))];
  });
  return new Map(reports);
}

function toolchainOf({ toolchain, title }: Port): Toolchain {
  if (toolchain === undefined) throw new Error(`${title} has no toolchain`);
  return toolchain;
}

/** A folder that holds these files, for as long as it is used. */
export async function withFolder<T>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "policybook-test-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
