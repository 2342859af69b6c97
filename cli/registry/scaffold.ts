import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../package.ts";
import { holds } from "../ports/languages.ts";
import type { Port } from "../ports/port.ts";
import type { Item } from "./item.ts";
import { withParameters } from "./page-sections.ts";
import type { Registry } from "./registry.ts";
import { DRAFT, UNFINISHED } from "./seals.ts";

/** A file that `new` would write, relative to the folder that holds registry/ and vectors/. */
export interface Scaffolded {
  readonly path: string;
  readonly text: string;
  /** What is there now, if the file is to be changed. */
  readonly replaces?: string;
}

/**
 * The files of a new policy: metadata, page, reference port and vectors. The port is that of a
 * policy which decides in a like way, renamed: it compiles and runs from the first moment, and no
 * template of it can go stale.
 */
export function scaffoldPolicy(
  name: string,
  like: Item,
  reference: Port,
  { registry, root }: { readonly registry: Registry; readonly root: string },
): readonly Scaffolded[] {
  const ports = scaffoldPort(name, like, reference, registry);
  const files = ports.map((file) => [path.posix.basename(file.path), DRAFT]);
  const values = {
    name,
    title: titleOf(name),
    like: like.name,
    uses: like.uses,
    tags: like.tags,
    params: like.params,
    files: Object.fromEntries(files),
    random: like.uses.includes("rng") ? { seed: 1 } : undefined,
    schema: hasScenarios(root) ? "../vectors.schema.json" : undefined,
    itemSchema: SCHEMAS.find((file) => existsSync(path.join(root, "registry/x", file))),
  };
  const vectors = hasScenarios(root) ? `vectors/scenarios/${name}.json` : `vectors/${name}.json`;
  return [
    { path: `registry/${name}/policy.json`, text: fillJson("policy.json", values) },
    { path: `registry/${name}/page.md`, text: pageOf(name, like, root) },
    ...ports,
    { path: vectors, text: fillJson("vectors.json", values) },
  ];
}

/** The Numbers of a page are what this repository's workloads measure: others cannot fill them. */
function pageOf(name: string, like: Item, root: string): string {
  const page = withParameters(fillText("page.md", { name, title: titleOf(name) }), like);
  return hasScenarios(root) ? page : page.replace(/^## Numbers$.*?(?=^## )/ms, "");
}

/** Where an editor may find what policy.json is to be, from an item's folder. */
const SCHEMAS = [
  "../policy.schema.json",
  "../../node_modules/policybook/registry/policy.schema.json",
];

/** The files of a new port of a policy: those of a like policy in that language, renamed. */
export function scaffoldPort(
  name: string,
  like: Item,
  port: Port,
  registry: Registry,
): readonly Scaffolded[] {
  const names = Object.keys(like.files).filter((file) => holds(port, file));
  return names.map((file) => ({
    path: `registry/${name}/${renamed(file, like.name, name, port)}`,
    text: marked(renamed(registry.source(like, file), like.name, name, port), like.name, port),
  }));
}

/** This repository keeps what people reason apart from what is generated from it. */
const hasScenarios = (root: string): boolean => existsSync(path.join(root, "vectors/scenarios"));

function template(file: string): string {
  return readFileSync(path.join(packageRoot, "templates/new", file), "utf8");
}

function fillText(file: string, values: Readonly<Record<string, string>>): string {
  return template(file).replace(/\{\{(\w+)\}\}/g, (_, key: string) => values[key] ?? "");
}

/** A template in JSON: a string "{{key}}" becomes the value, and goes with its key if there is none. */
function fillJson(file: string, values: Readonly<Record<string, unknown>>): string {
  const filled: unknown = JSON.parse(template(file), (_, value: unknown) => {
    const key = typeof value === "string" ? /^\{\{(\w+)\}\}$/.exec(value)?.[1] : undefined;
    return key === undefined ? value : values[key];
  });
  return `${JSON.stringify(filled, null, 2)}\n`;
}

/** The text with one policy's name as another's, in every way that the language writes it. */
function renamed(text: string, from: string, to: string, port: Port): string {
  const [old, own] = [spellings(from, port), spellings(to, port)];
  const longestFirst = [...new Set(old)].toSorted((a, b) => b.length - a.length);
  const replaced = new RegExp(`(${longestFirst.join("|")})(?=([A-Z]?))`, "g");
  return text.replace(replaced, (spelling: string, _: string, capital: string) => {
    // A name of one word is written alike in most ways; what follows tells fullJitterCeiling.
    if (capital !== "" && spelling === camel(from)) return camel(to);
    return own[old.indexOf(spelling)] ?? to;
  });
}

/** The ways to write a name, those of the language's files and identifiers first. */
function spellings(name: string, { language }: Port): readonly string[] {
  const snake = name.replaceAll("-", "_");
  const [first, second] = ["typescript", "javascript"].includes(language)
    ? [name, snake]
    : [snake, name];
  const words = name.replaceAll("-", " ");
  return [pascal(name), first, second, camel(name), snake.toUpperCase(), titleOf(name), words];
}

const pascal = (name: string): string => name.split("-").map(capitalised).join("");
const camel = (name: string): string =>
  pascal(name).charAt(0).toLowerCase() + pascal(name).slice(1);
const titleOf = (name: string): string => capitalised(name.split("-").join(" "));
const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A note below the licence line that says what is still to do. */
function marked(text: string, like: string, port: Port): string {
  const [licence = "", ...rest] = text.split("\n");
  const note = port.comment(
    `${UNFINISHED}${like} under another name. Change rule, text and guarantees.`,
  );
  return [licence, note, ...rest].join("\n");
}
