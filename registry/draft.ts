import type { Comment, Node } from "@babel/types";
import MagicString from "magic-string";
import { addTag, type Doc, readDoc, type Tag, writeDoc } from "./jsdoc.ts";

/** A source text being rewritten: pieces cut out, and tags gathered for the comments of its nodes. */
export class Draft {
  readonly #source: string;
  readonly #text: MagicString;
  readonly #docs = new Map<Node, Doc>();

  constructor(source: string) {
    this.#source = source;
    this.#text = new MagicString(source);
  }

  /** The node as written, on one line. */
  source(node: Node): string {
    return this.#source.slice(startOf(node), endOf(node)).replace(/\s+/g, " ");
  }

  cut(start: number, end: number, replacement = ""): void {
    this.#text.update(start, end, replacement);
  }

  insert(at: number, text: string): void {
    this.#text.appendLeft(at, text);
  }

  /** The JSDoc comment of a node, taken apart; an empty one if there is none. */
  doc(node: Node): Doc {
    return this.#docs.get(node) ?? readDoc(this.#comment(node)?.value ?? "");
  }

  addTag(node: Node, tag: Tag): void {
    this.#docs.set(node, addTag(this.doc(node), tag));
  }

  /** The rewritten text. */
  finish(): string {
    for (const [node, doc] of this.#docs) this.#writeDoc(node, doc);
    return this.#text.toString();
  }

  #writeDoc(node: Node, doc: Doc): void {
    const linesAbove = this.#source.slice(0, startOf(node)).split("\n");
    const indent = linesAbove.pop() ?? "";
    const text = writeDoc(doc, indent.length);
    const comment = this.#comment(node);
    if (comment) return this.cut(comment.start ?? 0, comment.end ?? 0, text);
    const followsCode = /^\s*[^\s/]/.test(linesAbove.pop() ?? "");
    this.insert(startOf(node), `${followsCode ? "\n" : ""}${text}\n${indent}`);
  }

  /** The JSDoc comment that stands right above a node, with no blank line between. */
  #comment(node: Node): Comment | undefined {
    const last = node.leadingComments?.at(-1);
    if (last?.type !== "CommentBlock" || !last.value.startsWith("*")) return undefined;
    const gap = this.#source.slice(last.end ?? 0, startOf(node));
    return /\n\s*\n/.test(gap) ? undefined : last;
  }
}

export const startOf = (node: Node): number => node.start ?? 0;
export const endOf = (node: Node): number => node.end ?? 0;
