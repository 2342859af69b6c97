import http, { type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on this machine for the time of the test; its address, such as "http://127.0.0.1:8080". */
export async function serve(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What serves these texts by their paths, and says 404 to the rest. */
export const serving =
  (texts: Readonly<Record<string, string | Buffer>>): RequestListener =>
  ({ url = "" }, response) => {
    const text = texts[url];
    if (text === undefined) response.writeHead(404).end("none");
    else response.end(text);
  };
