/** What comparing one language's replies with the reference's came to. */
export interface Comparison {
  /** Calls of a decision or a draw that were compared. */
  readonly compared: number;
  /** Calls left out, from the first value of a run on that the language's types cannot hold. */
  readonly leftOut: number;
  readonly differences: readonly Difference[];
}

export interface Difference {
  /** The request, and the one that made what it was asked of. */
  readonly request: string;
  readonly madeBy: string;
  readonly expected: string;
  readonly got: string;
}

/** Compares replies to the same requests, error messages apart: the parameter at fault must agree. */
export function compareReplies(
  requests: readonly string[],
  reference: readonly string[],
  replies: readonly string[],
): Comparison {
  const differences: Difference[] = [];
  let [compared, leftOut, madeBy, inStep] = [0, 0, "", true];
  for (const [index, request] of requests.entries()) {
    const [expected, got] = [essence(reference[index]), essence(replies[index])];
    const makes = MAKES.test(request);
    if (makes) [madeBy, inStep] = [request, true];
    if (got === "inexpressible") inStep = false;
    if (!inStep) leftOut += CALLS.test(request) ? 1 : 0;
    else {
      if (expected !== got) differences.push({ request, madeBy, expected, got });
      compared += CALLS.test(request) ? 1 : 0;
    }
    if (makes && expected !== "ok") inStep = false; // nothing was made: what follows means nothing
  }
  return { compared, leftOut, differences };
}

const CALLS = /^(next|call) /;
const MAKES = /^(policy|generator) /;

/** A reply without the words that each language chooses for itself. */
function essence(reply = "nothing"): string {
  const [kind = "", name] = reply.split(" ");
  if (kind === "inexpressible") return kind;
  if (kind === "error") return `error ${name}`;
  return /^\d/.test(reply) && reply.includes(".") ? String(Number(reply)) : reply;
}
