import { createReadStream, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export interface Server {
  readonly address: string;
  /** Was anything below this address asked for? */
  asked(address: string): boolean;
  close(): void;
}

/** What can be wrong with a registry that answers; each is an address below /faults/. */
const FAULTS: Readonly<Record<string, (response: ServerResponse, at: string) => void>> = {
  "404": (response) => response.writeHead(404).end("no such file"),
  "401": (response) => response.writeHead(401).end("who are you?"),
  html: (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Hello</p>"),
  loop: (response, at) => response.writeHead(302, { location: at }).end(),
  silence: () => {},
};

/** Serves the folder's files on loopback, as any static host would. */
export async function serve(folder: string): Promise<Server> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? "/");
    answer(folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    address,
    asked: (below) => urls.some((url) => `${address}${url}`.startsWith(below)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** An address that nothing listens at: it was free a moment ago. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

function answer(folder: string, { url = "/" }: IncomingMessage, response: ServerResponse): void {
  const [, top, fault = ""] = url.split("/");
  if (top === "faults") return FAULTS[fault]?.(response, url);
  const file = path.join(folder, new URL(url, "http://localhost").pathname);
  if (!existsSync(file) || !path.extname(file)) return void response.writeHead(404).end();
  const type = file.endsWith(".json") ? "application/json" : "text/plain";
  createReadStream(file).pipe(response.writeHead(200, { "content-type": type }));
}
