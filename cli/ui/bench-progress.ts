import { stderr } from "./channel.ts";
import { visible } from "./visible.ts";

/** How long a wait may be before something is said of it. */
const SILENT_MS = 1000;

/** A line on the terminal that says how far a bench has come; elsewhere nothing. */
export class Progress {
  readonly #policies: number;
  readonly #started = performance.now();
  #shown = "";

  constructor(policies: number) {
    this.#policies = policies;
  }

  /** `done` counts policies, and parts of them. */
  show(label: string, done: number): void {
    if (!stderr.isTerminal || performance.now() - this.#started < SILENT_MS) return;
    const percent = Math.floor((100 * done) / this.#policies);
    const line = `${String(percent).padStart(3)}%  ${visible(label).slice(-60)}`;
    if (line !== this.#shown) stderr.write(CLEAR + line);
    this.#shown = line;
  }

  clear(): void {
    if (this.#shown !== "") stderr.write(CLEAR);
  }
}

const CLEAR = "\r\u001b[2K";
