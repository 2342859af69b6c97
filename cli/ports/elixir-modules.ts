import { readFileSync } from "node:fs";
import path from "node:path";
import type { Project } from "./project.ts";

/*
 * The registry's modules are Retry.FullJitter and the like. In a project they are below its own
 * name, as mix wants it: MyApp.Retry.FullJitter, in lib/my_app/retry/full_jitter.ex.
 */

const NAMESPACE = "Retry";
const MODULE = /^[ \t]*defmodule[ \t]+([A-Z][\w.]*)[ \t]+do\b/m;

/** The project's application, such as "my_app": as mix.exs says, or else calls its module. */
export function applicationOf(project: Project): string | undefined {
  if (!project.has("mix.exs")) return undefined;
  const text = readFileSync(path.join(project.root, "mix.exs"), "utf8");
  const app = /^[^#\n]*\bapp:\s*:"?(\w+)/m.exec(text)?.[1];
  return app ?? underscored(/^\s*defmodule\s+(\w+)\.MixProject\b/m.exec(text)?.[1]);
}

/**
 * The module that the copies' modules are in: the one that the user chose, else MyApp.Retry, or
 * Retry outside a mix project.
 */
export function namespaceOf(project: Project): string {
  if (project.namespace !== undefined) return project.namespace;
  const app = applicationOf(project);
  return app === undefined ? NAMESPACE : `${camelized(app)}.${NAMESPACE}`;
}

/** The text, its module named as in this namespace. */
export function inNamespace(text: string, namespace: string): string {
  const name = moduleIn(text);
  if (name === undefined) return text;
  return renamed(text, name, [...(namespace === "" ? [] : [namespace]), lastOf(name)].join("."));
}

/** The text, its module named as in the registry. */
export const asInRegistry = (text: string): string => inNamespace(text, NAMESPACE);

/** The text, its module named as in the namespace that a copy of it is in. */
export const inNamespaceOf = (text: string, copy: string): string =>
  inNamespace(text, (moduleIn(copy) ?? NAMESPACE).replace(/\.?\w+$/, ""));

/** The name of the first module in the text. */
export const moduleIn = (text: string): string | undefined => MODULE.exec(text)?.[1];

const lastOf = (name: string): string => name.split(".").at(-1) ?? name;

/** Every mention of the module, in its documentation too: there it is part of programs to try. */
const renamed = (text: string, from: string, to: string): string =>
  text.replace(new RegExp(String.raw`(?<![\w.])${from.replaceAll(".", "\\.")}(?!\w)`, "g"), to);

export const camelized = (name: string): string =>
  name.replace(/(?:^|[_-])([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

const underscored = (name: string | undefined): string | undefined =>
  name?.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase();
