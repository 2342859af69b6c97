import fs from "node:fs";
import { systemCode } from "./errors.ts";

/**
 * stdout or stderr. To load Node's streams costs a start more than anything else it does, so that a
 * pipe or a file is written without them, and only a terminal, or another device, with them.
 */
export class Channel {
  readonly #name: "stdout" | "stderr";
  readonly #descriptor: 1 | 2;
  #isStream: boolean | undefined;

  constructor(name: "stdout" | "stderr") {
    this.#name = name;
    this.#descriptor = name === "stdout" ? 1 : 2;
  }

  /** Is a person reading it? */
  get isTerminal(): boolean {
    if (!isDevice(this.#descriptor)) return false;
    const { isTTY }: { readonly isTTY?: boolean } = process[this.#name]; // undefined at /dev/null
    return isTTY ?? false;
  }

  /** The terminal's width; undefined where there is none. */
  get columns(): number | undefined {
    return this.isTerminal ? process[this.#name].columns : undefined;
  }

  /** @throws if the system refuses, as where a disk is full; not if the reader has seen enough, such as head */
  write(text: string): void {
    this.#isStream ??= this.#opened(isDevice(this.#descriptor));
    if (this.#isStream) process[this.#name].write(text);
    else this.#writeWhole(Buffer.from(text));
  }

  #writeWhole(bytes: Buffer): void {
    let at = 0;
    try {
      while (at < bytes.length) at += fs.writeSync(this.#descriptor, bytes, at);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      this.#isStream = this.#opened(true); // the pipe is full, and does not wait: a stream does
      process[this.#name].write(bytes.subarray(at));
    }
  }

  #opened(isStream: boolean): boolean {
    if (isStream) {
      process[this.#name].on("error", (error) => {
        if (systemCode(error) !== "EPIPE") throw error;
      });
    }
    return isStream;
  }
}

export const stdout = new Channel("stdout");
export const stderr = new Channel("stderr");

/** May a person be at the other end? What Node loads to tell for sure is loaded for these alone. */
export function isDevice(descriptor: 0 | 1 | 2): boolean {
  try {
    return fs.fstatSync(descriptor).isCharacterDevice();
  } catch {
    return true; // such as a console of Windows, of which not every Node can tell
  }
}
