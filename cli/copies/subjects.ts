import path from "node:path";
import type { Document } from "../../vectors/run.js";
import { portOfFile, ports } from "../ports/index.ts";
import { holds } from "../ports/languages.ts";
import type { Item } from "../registry/item.ts";
import type { Registry } from "../registry/registry.ts";
import { PolicybookError } from "../ui/errors.ts";
import type { Origins } from "../registry/origins.ts";
import type { FoundCopy } from "./find.ts";
import { vectorsOf } from "./vectors.ts";
import type { Subject } from "./verify.ts";

/** What there is to verify, and what of it cannot be. */
export interface Subjects {
  readonly subjects: readonly Subject[];
  readonly problems: readonly PolicybookError[];
}

/**
 * The registry's own ports as subjects of their vectors: of every item, or of these.
 * `own` are vectors of the user's, which only the item that they name is held to.
 */
export function registrySubjects(
  registry: Registry,
  items: readonly Item[],
  own?: Document,
): Subjects {
  const held = items.map((item) => ({ item, vectors: vectorsFor(item, registry, own) }));
  const subjects = ports.flatMap((port) =>
    held.flatMap(({ item, vectors }): readonly Subject[] => {
      const names = Object.keys(item.files).filter((file) => holds(port, file));
      const [main] = names;
      if (main === undefined || vectors === undefined) return [];
      const files = Object.fromEntries(names.map((file) => [file, registry.source(item, file)]));
      return [{ item, port, path: `${item.name}/${main}`, files, vectors }];
    }),
  );
  const bare = own === undefined ? held.filter(({ vectors }) => vectors === undefined) : [];
  return { subjects, problems: bare.map(({ item }) => withoutVectors(item)) };
}

/**
 * A project's copies as subjects. The files of one item that lie in one folder, such as a C file
 * and its header, are one subject.
 */
export function copySubjects(
  originOf: Origins,
  copies: readonly FoundCopy[],
  own?: Document,
): Subjects {
  const subjects: (Subject & { readonly files: Record<string, string> })[] = [];
  const problems: PolicybookError[] = [];
  for (const { provenance, body, path: file } of copies) {
    const registry = originOf(provenance);
    if (registry instanceof PolicybookError) {
      problems.push(outOfReach(file, registry));
      continue;
    }
    const item = registry.find(provenance.policy);
    const port = portOfFile(provenance.file);
    const vectors = item && vectorsFor(item, registry, own);
    if (item === undefined || port === undefined)
      problems.push(unknownPolicy(provenance.policy, file));
    else if (vectors !== undefined) {
      const text = port.restore?.(body) ?? body;
      const beside = subjects.find(
        (known) =>
          known.item === item &&
          known.port === port &&
          path.dirname(known.path) === path.dirname(file) &&
          !(provenance.file in known.files),
      );
      if (beside !== undefined) beside.files[provenance.file] = text;
      else subjects.push({ item, port, path: file, vectors, files: { [provenance.file]: text } });
    } else if (own === undefined) problems.push(noVectors(item.name, file));
  }
  return { subjects, problems };
}

function outOfReach(file: string, { code, message, suggestion }: PolicybookError): PolicybookError {
  return new PolicybookError(code, `${file} cannot be verified: ${message}`, suggestion, { file });
}

function noVectors(policy: string, file: string): PolicybookError {
  return new PolicybookError(
    "no-vectors",
    `${file} cannot be verified: the registry that it is from has no vectors of ${policy}.`,
    "Hold it to vectors of your own with --vectors.",
    { file },
  );
}

function withoutVectors({ name }: Item): PolicybookError {
  const file = `vectors/${name}.json`;
  return new PolicybookError(
    "no-vectors",
    `${name} cannot be verified: there is no ${file} beside the registry's folder.`,
    "Write it, or name the policies that have theirs.",
    { file },
  );
}

function unknownPolicy(policy: string, file: string): PolicybookError {
  return new PolicybookError(
    "unknown-policy",
    `${file} is a copy of ${policy}, which this registry does not have.`,
    "Upgrade policybook if a newer one made the copy, or name the copies to verify.",
    { file },
  );
}

function vectorsFor(
  item: Item,
  registry: Registry,
  own: Document | undefined,
): Document | undefined {
  if (own === undefined) return vectorsOf(item, registry);
  return (own.policy ?? own.generator) === item.name ? own : undefined;
}
