/**
 * The one error type that reaches a user: what happened, to which file, and what to do next.
 * Anything else that is thrown is a defect of policybook and is reported as one.
 */
export class PolicybookError extends Error {
  /** A stable name for scripts, such as "unknown-policy". */
  readonly code: string;
  /** What to do next, in one sentence. */
  readonly suggestion: string;
  /** The file or folder concerned, as the user would write it. */
  readonly file: string | undefined;

  constructor(
    code: string,
    message: string,
    suggestion: string,
    options: { file?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "PolicybookError";
    this.code = code;
    this.suggestion = suggestion;
    this.file = options.file;
  }
}

/** The user pressed Ctrl-C, or Escape at a prompt: nothing more is done, and the exit code is 130. */
export class Interrupted extends Error {
  constructor(done = "nothing was written") {
    super(`interrupted: ${done}`);
    this.name = "Interrupted";
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of a system error, such as "ENOENT". */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
