import { report, requests } from "../../vectors/conduct.js";
import type { Document, Report } from "../../vectors/run.js";
import type { PlayedCopy, Port, Toolchain } from "../ports/port.ts";
import { Interrupted, messageOf } from "../ui/errors.ts";
import { withPlayer } from "./player.ts";

/** A copy, the registry's own or a project's, and the vectors that it is to pass. */
export interface Subject extends PlayedCopy {
  readonly port: Port;
  /** The copy's main file as the user knows it. */
  readonly path: string;
  readonly vectors: Document;
}

export interface Verdict {
  readonly subject: Subject;
  /** What the vectors say, or why they could not be asked. */
  readonly result: Report | Unverifiable;
}

export interface Unverifiable {
  /** "missing": the language's tools are not here; "broken": the copy does not build, or crashes. */
  readonly reason: "missing" | "broken";
  readonly message: string;
}

/** Runs each subject's vectors against it, in its own language. One verdict for each, in order. */
export async function verify(subjects: readonly Subject[]): Promise<readonly Verdict[]> {
  const verdicts = new Map<Subject, Verdict>();
  for (const batch of batches(subjects)) {
    for (const verdict of await verifyBatch(batch)) verdicts.set(verdict.subject, verdict);
  }
  return subjects.flatMap((subject) => verdicts.get(subject) ?? []);
}

/** Subjects of one language and of different items: a compiler then starts once for all of them. */
function batches(subjects: readonly Subject[]): readonly (readonly Subject[])[] {
  const made: Subject[][] = [];
  for (const subject of subjects) {
    const fits = made.find((batch) =>
      batch.every(({ port, item }) => port === subject.port && item.name !== subject.item.name),
    );
    if (fits) fits.push(subject);
    else made.push([subject]);
  }
  return made;
}

async function verifyBatch(batch: readonly Subject[]): Promise<readonly Verdict[]> {
  const port = batch[0]?.port;
  const missing = port === undefined ? undefined : await missingTool(port);
  if (port?.toolchain === undefined || missing !== undefined) {
    const message = `it needs ${missing ?? "a toolchain"}, which is not on the PATH`;
    return batch.map((subject) => ({ subject, result: { reason: "missing", message } }));
  }
  try {
    return await played(port.toolchain, batch);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    if (batch.length > 1) return (await Promise.all(batch.map((one) => verifyBatch([one])))).flat();
    const result: Unverifiable = { reason: "broken", message: messageOf(error) };
    return batch.map((subject) => ({ subject, result }));
  }
}

/** The first of the port's programs that is not here. */
export async function missingTool({ toolchain }: Port): Promise<string | undefined> {
  const { isInstalled } = await import("../ports/tools.ts");
  return toolchain?.programs.find((program) => !isInstalled(program));
}

function played(toolchain: Toolchain, batch: readonly Subject[]): Promise<readonly Verdict[]> {
  return withPlayer(toolchain, batch, async (ask) => {
    const asked = batch.map(({ vectors }) => requests(vectors));
    const replies = await ask(asked.flat());
    if (replies instanceof Error) throw replies;
    let at = 0;
    return batch.map((subject, index) => {
      const from = at;
      at += asked[index]?.length ?? 0;
      return { subject, result: report(subject.vectors, replies.slice(from, at)) };
    });
  });
}
