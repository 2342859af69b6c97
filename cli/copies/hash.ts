import { createHash } from "node:crypto";

/** The SHA-256 of a text in hexadecimal. (Apart, since loading node:crypto takes a start some time.) */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
