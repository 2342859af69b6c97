import { parse } from "@babel/parser";
import type { Class, ClassProperty, Function, MemberExpression } from "@babel/types";
import type { Node, TSInterfaceDeclaration, TSTypeElement, VariableDeclarator } from "@babel/types";
import { isClass, isFunction, traverse } from "@babel/types";
import { format } from "prettier";
import { Draft, endOf, startOf } from "./draft.ts";
import type { Tag } from "./jsdoc.ts";

/**
 * A policy's JavaScript, derived from its TypeScript. Every comment stays, every type moves into
 * JSDoc, and what is private there is private here:
 *
 *     interface X { y: T }        @typedef {object} X, @property {T} y
 *     class X implements Y        @implements {Y}
 *     private x: T                #x
 *     (x: T): U                   @param {T} x, @returns {U}
 *     const x: T                  @type {T}
 *
 * That is all the TypeScript a policy needs. Any other stays as it is, and so is refused: the
 * result has to parse as plain JavaScript.
 *
 * @throws {SyntaxError} where it does not
 */
export async function javascriptOf(typescript: string): Promise<string> {
  const draft = new Draft(typescript);
  const tree = parse(typescript, { sourceType: "module", plugins: ["typescript"] });
  traverse(tree, (node, path) => {
    const around = path.map((step) => step.node).toReversed();
    convert(draft, node, around, documented(node, around));
  });
  const javascript = draft.finish();
  parse(javascript, { sourceType: "module" });
  return await format(javascript, { parser: "babel", printWidth: 100 });
}

/** `around` are the nodes that this one stands in, the nearest first; `owner` has its comment. */
function convert(draft: Draft, node: Node, around: readonly Node[], owner: Node): void {
  if (node.type === "TSInterfaceDeclaration") moveInterface(draft, node, owner);
  else if (isClass(node)) moveImplements(draft, node, owner);
  else if (node.type === "ClassProperty") hideProperty(draft, node);
  else if (node.type === "MemberExpression") hideAccess(draft, node, around);
  else if (node.type === "VariableDeclarator") moveVariable(draft, node, owner);
  else if (isFunction(node)) moveSignature(draft, node, owner);
}

function moveInterface(draft: Draft, node: TSInterfaceDeclaration, owner: Node): void {
  const properties = node.body.body.map((member) => propertyTag(draft, member));
  if (node.extends || node.typeParameters || !properties.every((tag) => tag !== undefined)) return;
  draft.addTag(owner, { kind: "typedef", type: "object", rest: node.id.name });
  for (const tag of properties) draft.addTag(owner, tag);
  draft.cut(startOf(owner), endOf(owner));
}

function propertyTag(draft: Draft, member: TSTypeElement): Tag | undefined {
  const isMethod = member.type === "TSMethodSignature";
  if (!isMethod && member.type !== "TSPropertySignature") return undefined;
  if (!member.typeAnnotation) return undefined;
  const result = draft.source(member.typeAnnotation.typeAnnotation);
  const params = isMethod ? member.parameters.map((param) => draft.source(param)) : [];
  const name = draft.source(member.key);
  return {
    kind: "property",
    type: isMethod ? `(${params.join(", ")}) => ${result}` : result,
    rest: [member.optional ? `[${name}]` : name, ...draft.doc(member).text].join(" "),
  };
}

function moveImplements(draft: Draft, node: Class, owner: Node): void {
  if (!node.implements || !node.id) return;
  for (const contract of node.implements)
    draft.addTag(owner, { kind: "implements", type: draft.source(contract), rest: "" });
  draft.cut(endOf(node.superClass ?? node.id), startOf(node.body), " ");
}

function hideProperty(draft: Draft, node: ClassProperty): void {
  if (node.accessibility !== "private") return;
  draft.cut(startOf(node), startOf(node.key), "#");
  takeType(draft, endOf(node.key), node.typeAnnotation);
}

function hideAccess(draft: Draft, node: MemberExpression, around: readonly Node[]): void {
  const body = around.find((outer) => outer.type === "ClassBody");
  if (node.object.type !== "ThisExpression" || !body) return;
  const name = draft.source(node.property);
  const isPrivate = body.body.some(
    (member) =>
      member.type === "ClassProperty" &&
      member.accessibility === "private" &&
      draft.source(member.key) === name,
  );
  if (isPrivate) draft.insert(startOf(node.property), "#");
}

function moveVariable(draft: Draft, { id }: VariableDeclarator, owner: Node): void {
  if (id.type !== "Identifier") return;
  const type = takeType(draft, startOf(id) + id.name.length, id.typeAnnotation);
  if (type !== undefined) draft.addTag(owner, { kind: "type", type, rest: "" });
}

function moveSignature(draft: Draft, node: Function, owner: Node): void {
  for (const param of node.params) {
    const id = param.type === "AssignmentPattern" ? param.left : param;
    if (id.type !== "Identifier" || id.optional) continue;
    const type = takeType(draft, startOf(id) + id.name.length, id.typeAnnotation);
    if (type !== undefined) draft.addTag(owner, { kind: "param", type, rest: id.name });
  }
  if (!node.returnType) return;
  const type = takeType(draft, startOf(node.returnType), node.returnType);
  if (type !== undefined) draft.addTag(owner, { kind: "returns", type, rest: "" });
}

/** Cuts a type annotation, from the end of the name before it, and says what it was. */
function takeType(draft: Draft, from: number, annotation?: Node | null): string | undefined {
  if (annotation?.type !== "TSTypeAnnotation") return undefined;
  draft.cut(from, endOf(annotation));
  return draft.source(annotation.typeAnnotation);
}

const HOLDERS = new Set(["VariableDeclarator", "VariableDeclaration", "ExportNamedDeclaration"]);

/** The node whose comment documents this one: for the value of an exported const, the export. */
function documented(node: Node, around: readonly Node[]): Node {
  const end = around.findIndex((outer) => !HOLDERS.has(outer.type));
  return around[end - 1] ?? node;
}
