import http, { type IncomingMessage, type RequestOptions } from "node:http";
import https from "node:https";
import { messageOf, PolicybookError, systemCode } from "../ui/errors.ts";
import { faultOfUrl, isLoopback, shownUrl } from "./address.ts";
import { badAnswer, textOf } from "./answer.ts";

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;

export type Headers = Readonly<Record<string, string>>;

/**
 * The text at an address: within ten seconds, two megabytes and five redirects. Headers, which may
 * hold secrets, go to the address's own origin alone.
 *
 * @throws {PolicybookError} "unreachable" or "bad-answer", with the address and the real cause
 */
export async function fetchText(
  url: URL,
  headers: Headers = {},
  timeoutMs = TIMEOUT_MS,
): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const text = await follow(url, headers, signal);
    signal.throwIfAborted(); // to Node, the end of a connection is the end of an answer of unsaid length
    return text;
  } catch (error) {
    if (error instanceof PolicybookError) throw error;
    throw signal.aborted ? late(url, timeoutMs) : unreachable(url, error);
  }
}

async function follow(first: URL, headers: Headers, signal: AbortSignal): Promise<string> {
  let [url, sent] = [first, headers];
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await request(url, { headers: { ...sent, ...ACCEPT }, signal });
    const location = locationOf(response);
    if (location === undefined) return await textOf(response, first);
    response.destroy();
    const next = nextUrl(location, url, first);
    if (next.origin !== url.origin) sent = {}; // and they stay away, even if it leads back
    url = next;
  }
  throw badAnswer(first, `it redirects more than ${MAX_REDIRECTS} times`);
}

const ACCEPT = { accept: "application/json", "accept-encoding": "gzip, br" };

const locationOf = ({ statusCode = 0, headers }: IncomingMessage): string | undefined =>
  statusCode >= 300 && statusCode < 400 && statusCode !== 304 ? headers.location : undefined;

/** Where a redirect leads, if it may lead there. */
export function nextUrl(location: string, from: URL, first: URL): URL {
  if (!URL.canParse(location, from.href)) throw badAnswer(first, "it redirects to no address");
  const next = new URL(location, from);
  const isDowngrade = from.protocol === "https:" && next.protocol !== "https:";
  const fault = isDowngrade ? "that is not HTTPS" : faultOfUrl(next);
  if (fault === undefined) return next;
  throw badAnswer(first, `it redirects to ${shownUrl(next)}: ${fault}`);
}

async function request(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { get, globalAgent } = url.protocol === "https:" ? https : http;
  const agent = (await proxyFor(url, options)) ?? globalAgent;
  return new Promise((resolve, reject) => {
    get(url, { ...options, agent }, resolve).on("error", reject);
  });
}

/** The proxy that the environment names for the address, if any; this machine needs none. */
async function proxyFor(url: URL, { signal }: RequestOptions): Promise<http.Agent | undefined> {
  if (isLoopback(url)) return undefined;
  const { getProxyForUrl } = await import("proxy-from-env");
  const proxy = getProxyForUrl(url.href);
  if (proxy === "") return undefined;
  if (!URL.canParse(proxy))
    throw outOfReach(url, "the proxy that the environment names is no address");
  const { HttpsProxyAgent } = await import("https-proxy-agent");
  // The signal ends the connection to a proxy that says nothing, which the request's own would not.
  return new HttpsProxyAgent(proxy, { signal });
}

const late = (url: URL, timeoutMs: number): PolicybookError =>
  outOfReach(url, `there was no whole answer within ${timeoutMs / 1000} s`);

function unreachable(url: URL, error: unknown): PolicybookError {
  const code = systemCode(error) ?? "";
  return outOfReach(
    url,
    CAUSES[code] ?? `${messageOf(error)}${code === "" ? "" : ` (${code})`}`,
    error,
  );
}

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "there is no host of this name, or no network",
  EAI_AGAIN: "the name of the host could not be looked up",
  ENETUNREACH: "there is no network",
  EHOSTUNREACH: "there is no way to the host",
};

function outOfReach(url: URL, cause: string, error?: unknown): PolicybookError {
  const address = shownUrl(url);
  return new PolicybookError(
    "unreachable",
    `${address} could not be reached: ${cause}.`,
    "Try again when it can be; proxies are taken from HTTPS_PROXY and NO_PROXY.",
    { file: address, cause: error },
  );
}
