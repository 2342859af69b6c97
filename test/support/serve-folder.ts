import { createReadStream } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export interface Served {
  /** Such as "http://127.0.0.1:8080". */
  readonly url: string;
  readonly close: () => void;
}

/** Serves the files of a folder on this machine, as a static host does. */
export async function serveFolder(folder: string): Promise<Served> {
  const server = http.createServer(({ url = "" }, response) => {
    const file = path.join(folder, path.normalize(new URL(url, "http://localhost").pathname));
    createReadStream(file)
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
