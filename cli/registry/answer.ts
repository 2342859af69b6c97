import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import zlib from "node:zlib";
import { PolicybookError } from "../ui/errors.ts";
import { shownUrl } from "./address.ts";
import { MAX_BYTES } from "./document.ts";

/** The body of an answer, if it is one that can be used: text of at most two megabytes, unpacked. */
export async function textOf(response: IncomingMessage, address: URL): Promise<string> {
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    response.destroy();
    throw badAnswer(address, `it answers ${status}${MEANINGS[status] ?? ""}`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded(response, address) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) {
      response.destroy();
      throw badAnswer(address, `it is larger than ${MAX_BYTES / 1_000_000} MB`);
    }
    chunks.push(chunk);
  }
  return decodedText(Buffer.concat(chunks), address);
}

const MEANINGS: Readonly<Record<number, string>> = {
  401: ": it wants credentials",
  403: ": it gives no access",
  404: ": there is no such item, or not in this language",
  407: ": the proxy wants credentials",
  410: ": the item has been withdrawn",
};

/** The size that counts is that of what is unpacked: a few packed bytes may be a great many. */
function decoded(response: IncomingMessage, address: URL): Readable {
  const encoding = response.headers["content-encoding"] ?? "identity";
  if (encoding === "identity") return response;
  const decoder =
    encoding === "gzip"
      ? zlib.createGunzip()
      : encoding === "br"
        ? zlib.createBrotliDecompress()
        : undefined;
  if (decoder === undefined)
    throw badAnswer(address, "it is packed in a way that was not asked for");
  return pipeline(response, decoder, () => {});
}

function decodedText(bytes: Buffer, address: URL): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badAnswer(address, "it is not UTF-8");
  }
}

export function badAnswer(url: URL, reason: string): PolicybookError {
  const address = shownUrl(url);
  return new PolicybookError(
    "bad-answer",
    `${address} cannot be used: ${reason}.`,
    "Look at it in a browser; `policybook list @name` shows what a registry of policybook.json has, and headers go there.",
    { file: address },
  );
}
