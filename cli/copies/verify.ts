import { report, requests } from "../../vectors/conduct.js";
import type { Document, Report } from "../../vectors/run.js";
import type { PlayedCopy, Port, Toolchain } from "../ports/port.ts";
import { Interrupted, messageOf, PolicybookError } from "../ui/errors.ts";
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
  /**
   * "missing": the language's tools are not here; "environment": they do not work here; "broken":
   * the copy does not build, crashes, or does not end.
   */
  readonly reason: "missing" | "environment" | "broken";
  readonly message: string;
}

/**
 * Runs each subject's vectors against it, in its own language. One verdict for each, in order.
 *
 * @param patienceMs how long a compiler, or a batch of copies, may run: 120,000 if left out
 * @throws {Interrupted} if the user stops the program meanwhile
 */
export async function verify(
  subjects: readonly Subject[],
  patienceMs?: number,
): Promise<readonly Verdict[]> {
  const verifier = new Verifier(patienceMs);
  const verdicts = new Map<Subject, Verdict>();
  for (const batch of batches(subjects)) {
    for (const verdict of await verifier.verify(batch)) verdicts.set(verdict.subject, verdict);
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

/** The first of the port's programs that is not here. */
export async function missingTool({ toolchain }: Port): Promise<string | undefined> {
  const { isInstalled } = await import("../ports/tools.ts");
  return toolchain?.programs.find((program) => !isInstalled(program));
}

class Verifier {
  readonly #patienceMs: number | undefined;
  /** Of each toolchain, why it does not work even without a copy; undefined where it does. */
  readonly #faults = new Map<Toolchain, Promise<Error | undefined>>();

  constructor(patienceMs: number | undefined) {
    this.#patienceMs = patienceMs;
  }

  async verify(batch: readonly Subject[]): Promise<readonly Verdict[]> {
    const port = batch[0]?.port;
    const missing = port === undefined ? undefined : await missingTool(port);
    if (port?.toolchain === undefined || missing !== undefined) {
      const message = `it needs ${missing ?? "a toolchain"}, which is not on the PATH`;
      return batch.map((subject) => ({ subject, result: { reason: "missing", message } }));
    }
    try {
      return await this.#play(port.toolchain, batch);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      const [first, ...others] = batch;
      if (first === undefined || others.length > 0) return this.#oneByOne(batch);
      return [{ subject: first, result: await this.#blame(error, port) }];
    }
  }

  async #oneByOne(batch: readonly Subject[]): Promise<readonly Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const subject of batch) verdicts.push(...(await this.verify([subject])));
    return verdicts;
  }

  /** A copy is at fault only where a player without any copy can be built and started. */
  async #blame(error: unknown, { title, toolchain }: Port): Promise<Unverifiable> {
    const fault = toolchain && (await this.#faultOf(toolchain));
    if (fault === undefined) return { reason: "broken", message: messageOf(error) };
    const advice =
      fault instanceof PolicybookError && fault.code !== "cannot-build" ? fault.suggestion : ADVICE;
    const message = `nothing in ${title} can be run here: ${messageOf(fault)}\n  ${advice}`;
    return { reason: "environment", message };
  }

  #faultOf(toolchain: Toolchain): Promise<Error | undefined> {
    const known = this.#faults.get(toolchain);
    const fault =
      known ??
      withPlayer(toolchain, [], (ask) => ask([]), this.#patienceMs).then(
        (replies) => (replies instanceof Error ? replies : undefined),
        (error: unknown) => {
          if (error instanceof Interrupted) throw error;
          return error instanceof Error ? error : new Error(String(error));
        },
      );
    this.#faults.set(toolchain, fault);
    return fault;
  }

  #play(toolchain: Toolchain, batch: readonly Subject[]): Promise<readonly Verdict[]> {
    return withPlayer(
      toolchain,
      batch,
      async (ask) => {
        const asked = batch.map(({ vectors }) => requests(vectors));
        const replies = await ask(asked.flat());
        if (replies instanceof Error) throw replies;
        let at = 0;
        return batch.map((subject, index) => {
          const from = at;
          at += asked[index]?.length ?? 0;
          return { subject, result: report(subject.vectors, replies.slice(from, at)) };
        });
      },
      this.#patienceMs,
    );
  }
}

const ADVICE =
  "See that the language's tools work, and that programs may run in the temporary folder; TMPDIR names another.";
