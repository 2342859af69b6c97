import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { fetchText, nextUrl } from "../../../cli/registry/fetch.ts";
import { PolicybookError } from "../../../cli/ui/errors.ts";
import { serve } from "./support/server.ts";

afterEach(() => vi.unstubAllEnvs());

const fetched = (address: string, headers = {}, timeoutMs?: number) =>
  fetchText(new URL(address), headers, timeoutMs);

const failure = async (address: string, headers = {}, timeoutMs?: number): Promise<string> => {
  const error: unknown = await fetched(address, headers, timeoutMs).then(
    (text) => new Error(`it was fetched: ${text.slice(0, 100)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PolicybookError)) throw error;
  return `${error.code}: ${error.message} ${error.suggestion}`;
};

const answering =
  (body: string | Buffer, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);

const redirecting =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

/** What a raw server sees and does not answer, or answers itself. */
async function listen(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a text comes", () => {
  test.each<[string, RequestListener]>([
    ["as it is", answering("ä")],
    ["packed by gzip", answering(gzipSync("ä"), { "content-encoding": "gzip" })],
    ["packed by Brotli", answering(brotliCompressSync("ä"), { "content-encoding": "br" })],
    ["with a byte-order mark", answering("\uFEFFä")],
  ])("%s", async (_, listener) => {
    expect(await fetched(await serve(listener))).toBe("ä");
  });

  test("after five redirects", async () => {
    const url = await serve(({ url: path = "" }, response) => {
      const step = Number(path.slice(1));
      if (step < 5) response.writeHead(307, { location: `/${step + 1}` }).end();
      else response.end("there");
    });
    expect(await fetched(`${url}/0`)).toBe("there");
  });
});

describe("C15: one message with the address and the real cause", () => {
  test("nobody listens", async () => {
    expect(await failure("http://127.0.0.1:1/x.json")).toMatch(
      /^unreachable: http:\/\/127.0.0.1:1\/x.json could not be reached: .*refused/,
    );
  });

  test.each<[string, RegExp, RequestListener]>([
    ["404", /404: there is no such item/, (_, response) => void response.writeHead(404).end()],
    ["401", /401: it wants credentials/, (_, response) => void response.writeHead(401).end()],
    ["500", /it answers 500\./, (_, response) => void response.writeHead(500).end("<html>")],
    ["204", /it answers 204\./, (_, response) => void response.writeHead(204).end()],
    ["a redirect to nowhere", /redirects to no address/, redirecting("http://[")],
    ["a redirect loop", /redirects more than 5 times/, redirecting("/")],
    ["a redirect to a file", /not HTTPS/, redirecting("file:///etc/passwd")],
    ["a redirect off this machine", /not HTTPS/, redirecting("http://acme.dev/x.json")],
    ["a redirect with a password", /name or password/, redirecting("https://a:hunter2@acme.dev/")],
    ["bytes that are no text", /it is not UTF-8/, answering(Buffer.from([0x22, 0xff, 0x22]))],
    ["a packing unheard of", /packed in a way/, answering("x", { "content-encoding": "lzma" })],
    ["packed garbage", /incorrect header/, answering("garbage", { "content-encoding": "gzip" })],
    ["a cut connection", /was cut/, ({ socket }) => socket.destroy()],
  ])("%s", async (_, cause, listener) => {
    const url = await serve(listener);
    const message = await failure(`${url}/r/x.json`);
    expect(message).toMatch(cause);
    expect(message).not.toContain("hunter2");
  });

  test("a body of a gigabyte is not read", async () => {
    let sent = 0;
    const url = await serve((_, response) => {
      const chunk = Buffer.alloc(100_000, 0x20);
      const more = (): void => {
        sent += 1;
        if (sent < 10_000 && !response.destroyed) response.write(chunk, more);
      };
      more();
    });
    expect(await failure(url)).toMatch(/^bad-answer: .* larger than 2 MB/);
    expect(sent).toBeLessThan(1000);
  });

  test("nor is one that a few bytes unpack to", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    const url = await serve(answering(bomb, { "content-encoding": "gzip" }));
    expect(await failure(url)).toMatch(/larger than 2 MB/);
  });

  test("one that never answers", async () => {
    expect(await failure(await serve(() => {}), {}, 200)).toMatch(
      /^unreachable: .* no whole answer within 0.2 s/,
    );
  });

  test("one that dribbles", async () => {
    const url = await serve((_, response) => {
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failure(url, {}, 300)).toMatch(/no whole answer within 0.3 s/);
  });

  test("an answer of unsaid length that stops coming is no whole one", async () => {
    const url = await serve(
      (_, { socket }) => void socket?.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}"),
    );
    expect(await failure(url, {}, 200)).toMatch(/no whole answer within 0.2 s/);
  });

  test("what may be a hunter2 in an address is not told", async () => {
    const url = await serve((_, response) => void response.writeHead(500).end());
    expect(await failure(`${url}/x.json?token=hunter2`)).not.toContain("hunter2");
  });

  test("a header that cannot be sent", async () => {
    const url = await serve(answering("x"));
    const message = await failure(url, { authorization: "Bearer hunter2\r\nx: y" });
    expect(message).toMatch(/Invalid character in header/);
    expect(message).not.toContain("hunter2");
  });
});

describe("headers", () => {
  const SECRET = { authorization: "Bearer hunter2" };

  /** A server that notes what it was sent, and then answers. */
  async function noting(listener: RequestListener) {
    const seen: IncomingHttpHeaders[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers);
      return listener(request, response);
    });
    return { url, seen };
  }

  test("go to the address, and wherever it redirects on its own origin", async () => {
    const { url, seen } = await noting(({ url: path }, response) => {
      if (path === "/a") response.writeHead(301, { location: "/b" }).end();
      else response.end("x");
    });
    await fetched(`${url}/a`, SECRET);
    expect(seen.map(({ authorization }) => authorization)).toEqual(Array(2).fill("Bearer hunter2"));
  });

  test("go to no other origin, and not back again from there", async () => {
    const home = await noting(({ url: path }, response) => {
      if (path === "/back") response.end("x");
      else response.writeHead(302, { location: `${away.url}/` }).end();
    });
    const away = await noting((_, response) => {
      response.writeHead(302, { location: `${home.url}/back` }).end();
    });
    expect(await fetched(`${home.url}/a`, SECRET)).toBe("x");
    const tokens = [...home.seen, ...away.seen].map(({ authorization }) => authorization);
    expect(tokens).toEqual(["Bearer hunter2", undefined, undefined]);
  });
});

test("HTTPS is not left", () => {
  const [from, first] = [new URL("https://acme.dev/a"), new URL("https://acme.dev/r")];
  expect(nextUrl("/b", from, first).href).toBe("https://acme.dev/b");
  expect(() => nextUrl("http://acme.dev/b", from, first)).toThrow(/not HTTPS/);
  expect(() => nextUrl("http://127.0.0.1/b", from, first)).toThrow(/not HTTPS/);
});

describe("the environment's proxy", () => {
  beforeEach(() => vi.stubEnv("NO_PROXY", "").stubEnv("no_proxy", ""));

  const head = async (socket: Socket): Promise<string> =>
    new Promise((resolve) =>
      socket.once("data", (data) => resolve(String(data).split("\r\n")[0] ?? "")),
    );

  test("is asked for what is elsewhere", async () => {
    let asked: Promise<string> = Promise.resolve("");
    const proxy = await listen((socket) => {
      asked = head(socket);
      void asked.then(() => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    });
    vi.stubEnv("HTTPS_PROXY", `http://me:hunter2@${proxy}`);
    const message = await failure("https://registry.invalid/x.json");
    expect(await asked).toBe("CONNECT registry.invalid:443 HTTP/1.1");
    expect(message).toMatch(/407: the proxy wants credentials/);
    expect(message).not.toContain("hunter2");
  });

  test("is left alone by NO_PROXY, and for this machine", async () => {
    const proxy = await listen((socket) => socket.destroy());
    for (const name of ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"])
      vi.stubEnv(name, `http://${proxy}`);
    vi.stubEnv("NO_PROXY", "registry.invalid");
    expect(await failure("https://registry.invalid/x.json", {}, 5000)).not.toMatch(/was cut/);
    expect(await fetched(await serve(answering("x")))).toBe("x");
  });

  test("may be out of reach", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:1");
    expect(await failure("https://registry.invalid/x.json")).toMatch(/refused/);
  });

  test("may say nothing: the connection to it is then ended, so that the program can end", async () => {
    let closed: Promise<void> = Promise.resolve();
    const proxy = await listen((socket) => {
      closed = new Promise((resolve) => void socket.on("close", () => resolve()).resume());
    });
    vi.stubEnv("HTTPS_PROXY", `http://${proxy}`);
    expect(await failure("https://registry.invalid/x.json", {}, 200)).toMatch(/within 0.2 s/);
    await closed;
  });
});
